#pragma once

#include <span>
#include <vector>

namespace fiducia {

/// The median (mean of the two middle values for an even count); NaN for no values.
[[nodiscard]] double median(std::vector<double> values);

/// The standard deviation of a Gaussian over the median of its absolute deviations.
inline constexpr double kMadToSigma = 1.4826;

/// Robust standard deviation 1.4826 median|x - median(x)|, which a Gaussian's sigma equals; 0 for no values.
[[nodiscard]] double mad_sigma(std::span<const double> values);

/// The value below which the part p of the values lies, interpolated between order statistics; NaN for no values.
[[nodiscard]] double quantile(std::vector<double> values, double p);

}  // namespace fiducia
