#include "fiducia/io/content_hash.h"

#include <xxhash.h>

namespace fiducia {

std::string content_hash(std::string_view bytes, std::string_view key) {
  const XXH64_hash_t seed = key.empty() ? 0 : XXH3_64bits(key.data(), key.size());
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_withSeed(bytes.data(), bytes.size(), seed));
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : canonical.digest) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace fiducia
