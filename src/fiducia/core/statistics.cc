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

double mad_sigma(const std::vector<double>& values) {
  if (values.empty()) return 0;
  const double centre = median(values);
  std::vector<double> deviations(values.size());
  std::transform(values.begin(), values.end(), deviations.begin(), [&](double x) { return std::abs(x - centre); });
  return 1.4826 * median(std::move(deviations));
}

}  // namespace fiducia
