#pragma once

// How many data sets a Monte Carlo test takes, and what may be asked of so many. An ordinary run takes few, which see
// what is badly wrong; FIDUCIA_SAMPLES=full takes as many as the limits are meant for (./run test-statistical), and
// FIDUCIA_DATASETS=200 takes 200 wherever data sets are counted (the tables of docs/).

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

namespace fiducia::testing {

/// Data sets of a test: `n` are taken, `full` are those for which its limits are written.
struct Sample {
  std::size_t n = 0;
  std::size_t full = 0;

  [[nodiscard]] bool whole() const { return n >= full; }
  [[nodiscard]] double count() const { return static_cast<double>(n); }
  /// Of so many rows together.
  [[nodiscard]] Sample of_rows(std::size_t rows) const { return {n * rows, full * rows}; }
};

inline bool full_samples() {
  const char* asked = std::getenv("FIDUCIA_SAMPLES");
  return asked != nullptr && std::string_view(asked) == "full";
}

inline Sample sample(std::size_t few, std::size_t full) {
  if (const char* asked = std::getenv("FIDUCIA_DATASETS")) return {std::stoul(asked), full};
  return {full_samples() ? full : few, full};
}

/// The least number of n at which a true rate of `rate` arrives but once in a thousand times with fewer: the quantile
/// of the binomial distribution. All of them are no limit, and neither is none.
inline std::size_t binomial_least(std::size_t n, double rate) {
  constexpr double kOnceInAThousand = 1e-3;
  const auto size = static_cast<double>(n);
  double below = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const auto hits = static_cast<double>(k);
    below += std::exp(std::lgamma(size + 1) - std::lgamma(hits + 1) - std::lgamma(size - hits + 1) +
                      hits * std::log(rate) + (size - hits) * std::log1p(-rate));
    if (below > kOnceInAThousand) return k;
  }
  return n;
}

/// How many data sets must be so where the full sample asks for this rate; fewer only as far as chance goes.
inline double least(const Sample& sample, double rate) {
  return sample.whole() ? rate * sample.count() : static_cast<double>(binomial_least(sample.n, rate));
}

/// How many may be so at most, likewise.
inline double most(const Sample& sample, double rate) {
  return sample.whole() ? rate * sample.count() : static_cast<double>(sample.n - binomial_least(sample.n, 1 - rate));
}

/// The limit of a ratio of means that should be 1: its logarithm grows as the standard error does.
inline double widened(const Sample& sample, double ratio) {
  return sample.whole() ? ratio
                        : std::pow(ratio, std::sqrt(static_cast<double>(sample.full) / static_cast<double>(sample.n)));
}

}  // namespace fiducia::testing
