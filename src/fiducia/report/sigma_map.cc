#include "fiducia/report/sigma_map.h"

#include <algorithm>
#include <cmath>

namespace fiducia {

EvaluatedCalibration::SigmaMap resampled(const EvaluatedCalibration::SigmaMap& map, const GridOptions& grid) {
  EvaluatedCalibration::SigmaMap result{grid.columns, grid.rows, {}, {}};
  const auto index = [&](double column, double row) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(map.columns) + static_cast<std::size_t>(column);
  };
  const auto at = [&](double column, double row) { return map.sigma_px[index(column, row)]; };
  for (int row = 0; row < grid.rows; ++row) {
    const double y = std::clamp((row + 0.5) * map.rows / grid.rows - 0.5, 0.0, map.rows - 1.0);
    const double top = std::floor(y);
    const double bottom = std::min(top + 1, map.rows - 1.0);
    for (int column = 0; column < grid.columns; ++column) {
      const double x = std::clamp((column + 0.5) * map.columns / grid.columns - 0.5, 0.0, map.columns - 1.0);
      const double left = std::floor(x);
      const double right = std::min(left + 1, map.columns - 1.0);
      const double between = std::lerp(std::lerp(at(left, top), at(right, top), x - left),
                                       std::lerp(at(left, bottom), at(right, bottom), x - left), y - top);
      const std::size_t nearest = index(std::round(x), std::round(y));
      result.sigma_px.push_back(std::isfinite(between) ? between : map.sigma_px[nearest]);
      result.observed.push_back(map.observed[nearest]);
    }
  }
  return result;
}

}  // namespace fiducia
