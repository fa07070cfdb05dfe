#include "fiducia/io/text.h"

#include <charconv>
#include <cstddef>

namespace fiducia {
namespace {

constexpr std::size_t kLongestExcerpt = 60;

unsigned byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

/// The length of the well-formed UTF-8 sequence at `i`, or 0.
std::size_t sequence_length(std::string_view text, std::size_t i) {
  const unsigned lead = byte_at(text, i);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || i + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte_at(text, i + k) & 0xC0U) != 0x80) return 0;
  }
  // What the lead byte alone does not exclude: overlong forms, surrogates, and what lies beyond U+10FFFF.
  const unsigned second = byte_at(text, i + 1);
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) || (lead == 0xF0 && second < 0x90) ||
      (lead == 0xF4 && second > 0x8F)) {
    return 0;
  }
  return length;
}

}  // namespace

std::string shortest(double value) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, result.ptr};
}

std::string excerpt(std::string_view text) {
  std::string shown = "'";
  for (std::size_t i = 0; i < text.size();) {
    if (shown.size() > kLongestExcerpt) {
      shown += "...";
      break;
    }
    const std::size_t length = sequence_length(text, i);
    const bool printable = length > 1 || (length == 1 && byte_at(text, i) >= 0x20 && byte_at(text, i) != 0x7F);
    if (printable) {
      shown += text.substr(i, length);
    } else {
      shown += '?';
    }
    i += length == 0 ? 1 : length;
  }
  return shown + "'";
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.substr(0, kMark.size()) == kMark) text.remove_prefix(kMark.size());
  return text;
}

}  // namespace fiducia
