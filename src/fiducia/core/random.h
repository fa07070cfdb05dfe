#pragma once

#include <cstdint>
#include <random>

namespace fiducia {

/// A stream of random numbers that is a function of (seed, stream index) alone: give each frame, sample or
/// data set its own stream index and the result does not depend on the order of the work or on the number of
/// threads. The distributions are our own, because those of the standard library differ between
/// implementations and the same seed must give the same numbers everywhere.
class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed, std::uint64_t stream = 0);

  /// Uniform in [0, 1).
  double uniform();
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// Uniform in {0, ..., count - 1}.
  std::uint32_t index(std::uint32_t count);
  /// Standard normal.
  double normal();

 private:
  std::mt19937_64 engine_;
  double spare_ = 0;
  bool has_spare_ = false;
};

}  // namespace fiducia
