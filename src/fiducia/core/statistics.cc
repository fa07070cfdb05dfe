#include "fiducia/core/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fiducia {

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

double mad_sigma(std::span<const double> values) {
  if (values.empty()) return 0;
  const double centre = median({values.begin(), values.end()});
  std::vector<double> deviations(values.size());
  std::transform(values.begin(), values.end(), deviations.begin(), [&](double x) { return std::abs(x - centre); });
  return kMadToSigma * median(std::move(deviations));
}

double quantile(std::vector<double> values, double p) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double place = std::clamp(p, 0.0, 1.0) * static_cast<double>(values.size() - 1);
  const auto below = values.begin() + static_cast<std::ptrdiff_t>(std::floor(place));
  std::nth_element(values.begin(), below, values.end());
  if (below + 1 == values.end()) return *below;
  const double above = *std::min_element(below + 1, values.end());
  return *below + (place - std::floor(place)) * (above - *below);
}

}  // namespace fiducia
