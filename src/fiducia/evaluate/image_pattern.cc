#include "fiducia/evaluate/image_pattern.h"

#include <vector>

#include "fiducia/core/distributions.h"

namespace fiducia {
namespace {

struct CellMean {
  Vector2 sum = Vector2::Zero();
  double weight = 0;
};

}  // namespace

ImagePattern image_pattern(const Calibration& calibration, const GridOptions& cells) {
  std::vector<CellMean> means(static_cast<std::size_t>(cells.columns * cells.rows));
  ImagePattern pattern;
  for (std::size_t j = 0; j < calibration.frames.size(); ++j) {
    const std::span<const double> residuals = calibration.residuals.frame(j);
    const std::vector<Corner>& seen = corners_of(calibration, calibration.frames[j]);
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const Vector2 r(residuals[2 * i], residuals[2 * i + 1]);
      CellMean& mean = means[cell_of(calibration.observations->image_size, cells, seen[i].pixel)];
      mean.sum += seen[i].weight * r;
      mean.weight += seen[i].weight * seen[i].weight;
      pattern.squares += r.squaredNorm();
    }
  }
  for (const CellMean& mean : means) {
    if (mean.weight == 0) continue;
    pattern.explained += mean.sum.squaredNorm() / mean.weight;
    pattern.numbers += 2;
  }
  return pattern;
}

double ImagePattern::chance(double variance) const {
  if (!(variance > 0) || numbers == 0) return 0;
  return boost::math::cdf(boost::math::complement(ChiSquared(numbers), explained / variance));
}

}  // namespace fiducia
