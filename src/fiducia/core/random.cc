#include "fiducia/core/random.h"

#include <cmath>
#include <numbers>

namespace fiducia {
namespace {

/// SplitMix64's finaliser: neighbouring seeds and stream indices become unrelated states.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, std::uint64_t stream) : engine_(mix(mix(seed) ^ stream)) {}

double RandomStream::uniform() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }

std::uint32_t RandomStream::index(std::uint32_t count) {
  // Lemire's multiplication: the upper half of a 32-bit draw times count. Rejection keeps it exactly uniform.
  const auto draw = [&] { return (engine_() >> 32) * count; };
  std::uint64_t product = draw();
  if (static_cast<std::uint32_t>(product) < count) {
    const std::uint32_t least = -count % count;
    while (static_cast<std::uint32_t>(product) < least) product = draw();
  }
  return static_cast<std::uint32_t>(product >> 32);
}

double RandomStream::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  const double radius = std::sqrt(-2 * std::log(1 - uniform()));
  const double angle = 2 * std::numbers::pi * uniform();
  spare_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

}  // namespace fiducia
