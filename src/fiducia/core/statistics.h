#pragma once

#include <vector>

namespace fiducia {

/// The median (mean of the two middle values for an even count); NaN for no values.
[[nodiscard]] double median(std::vector<double> values);

/// Robust standard deviation 1.4826 median|x - median(x)|, which a Gaussian's sigma equals; 0 for no values.
[[nodiscard]] double mad_sigma(const std::vector<double>& values);

}  // namespace fiducia
