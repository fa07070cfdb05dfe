#pragma once

#include <array>
#include <functional>
#include <vector>

namespace fiducia {

/// A number that was estimated from data sets, with the interval that 95% of repetitions would give.
struct Measured {
  double value = 0;
  std::array<double, 2> ci95{};
};

/// A bootstrap of fewer is far too narrow.
inline constexpr std::size_t kFewestDatasets = 8;

/// A statistic of data sets, whose numbers it gets: 0 to count - 1, or a resample of them. The interval is that of the
/// bootstrap over data sets (percentiles of 1000 resamples). Fewer than kFewestDatasets tell no interval: it is NaN.
[[nodiscard]] Measured measured(std::size_t count,
                                const std::function<double(const std::vector<std::size_t>& datasets)>& statistic);

[[nodiscard]] Measured mean_of(const std::vector<double>& values);
/// The mean of a over the mean of b, data set by data set. Both of one length; pairs with a NaN are left out.
[[nodiscard]] Measured ratio_of_means(const std::vector<double>& a, const std::vector<double>& b);
/// The part of the data sets in which something is so, with Wilson's interval.
[[nodiscard]] Measured share_of(std::size_t times, std::size_t count);

}  // namespace fiducia
