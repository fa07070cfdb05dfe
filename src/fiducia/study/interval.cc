#include "fiducia/study/interval.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "fiducia/core/random.h"
#include "fiducia/core/statistics.h"

namespace fiducia {

Measured measured(std::size_t count, const std::function<double(const std::vector<std::size_t>&)>& statistic) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (count == 0) return {kNone, {kNone, kNone}};
  constexpr int kResamples = 1000;
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  Measured result{statistic(all), {kNone, kNone}};
  if (count < kFewestDatasets) return result;
  std::vector<double> resampled;
  RandomStream random(20260101);
  std::vector<std::size_t> drawn(count);
  for (int i = 0; i < kResamples; ++i) {
    for (std::size_t& dataset : drawn) dataset = random.index(static_cast<std::uint32_t>(count));
    const double value = statistic(drawn);
    if (std::isfinite(value)) resampled.push_back(value);
  }
  result.ci95 = {quantile(resampled, 0.025), quantile(resampled, 0.975)};
  return result;
}

Measured mean_of(const std::vector<double>& values) {
  return measured(values.size(), [&](const std::vector<std::size_t>& datasets) {
    double sum = 0;
    for (const std::size_t i : datasets) sum += values[i];
    return sum / static_cast<double>(datasets.size());
  });
}

Measured ratio_of_means(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<std::array<double, 2>> pairs;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isfinite(a[i]) && std::isfinite(b[i])) pairs.push_back({a[i], b[i]});
  }
  return measured(pairs.size(), [&](const std::vector<std::size_t>& datasets) {
    double above = 0;
    double below = 0;
    for (const std::size_t i : datasets) {
      above += pairs[i][0];
      below += pairs[i][1];
    }
    return above / below;
  });
}

Measured share_of(std::size_t times, std::size_t count) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (count == 0) return {kNone, {kNone, kNone}};
  const double z = 1.959964;
  const auto n = static_cast<double>(count);
  const double p = static_cast<double>(times) / n;
  const double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
  const double half = z / (1 + z * z / n) * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  return {p, {std::max(0.0, middle - half), std::min(1.0, middle + half)}};
}

}  // namespace fiducia
