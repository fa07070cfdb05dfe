#include "fiducia/evaluate/target_deformation.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "fiducia/core/distributions.h"

namespace fiducia {
namespace {

constexpr double kFamilyLevel = 0.05;

/// Of a squared distance in standard deviations over `dimensions`, the covariance known from `frames` differences
/// between frames (0: exactly).
double p_value(double distance_squared, int dimensions, int frames) {
  if (!std::isfinite(distance_squared)) return 0;
  if (frames == 0) {
    return boost::math::cdf(boost::math::complement(ChiSquared(dimensions), distance_squared));
  }
  const double freedom = frames - 1;
  const double rest = freedom - dimensions + 1;
  if (rest <= 0) return 1;
  const FisherF distribution(dimensions, rest);
  return boost::math::cdf(boost::math::complement(distribution, distance_squared * rest / (freedom * dimensions)));
}

/// Holm's procedure: the smallest p-value must pass for all, the next for one fewer, and so on.
int mark_significant(std::vector<CornerDisplacement>* corners) {
  std::vector<std::size_t> order(corners->size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return (*corners)[a].p_value < (*corners)[b].p_value; });
  int count = 0;
  for (const std::size_t i : order) {
    if ((*corners)[i].p_value > kFamilyLevel / static_cast<double>(corners->size() - static_cast<std::size_t>(count)))
      break;
    (*corners)[i].significant = true;
    ++count;
  }
  return count;
}

double root_beyond(double squares, double variances, double count) {
  return std::sqrt(std::max(0.0, squares - variances) / count);
}

}  // namespace

TargetDeformation target_deformation(const Calibration& calibration,
                                     const std::vector<const CovarianceEstimate*>& estimates) {
  const ShapeBasis& basis = calibration.target.basis;
  TargetDeformation result;
  result.shape = basis.shape();
  for (const CovarianceEstimate* estimate : estimates) {
    if (basis.size() == 0 || estimate->corners.empty()) return result;
  }
  const bool heights_only = basis.shape() == TargetShape::kWarp;
  double low = 0;
  double high = 0;
  Vector3 squares = Vector3::Zero();
  Vector3 variances = Vector3::Zero();
  const Target& nominal = calibration.observations->target;
  for (std::size_t id = 0; id < calibration.target.points.size(); ++id) {
    if (!nominal.points[id].allFinite() || (!heights_only && basis.first_of(static_cast<int>(id)) < 0)) continue;
    CornerDisplacement corner;
    corner.id = static_cast<int>(id);
    corner.displacement_m = calibration.target.points[id] - nominal.points[id];
    corner.p_value = 0;
    const Vector3& d = corner.displacement_m;
    for (const CovarianceEstimate* estimate : estimates) {
      const Matrix3& block = estimate->corners[id];
      const int frames = estimate->method == Covariance::kStd ? 0 : static_cast<int>(calibration.frames.size());
      const double p = heights_only ? p_value(d.z() * d.z() / block(2, 2), 1, frames)
                                    : p_value(d.dot(block.ldlt().solve(d)), 3, frames);
      corner.p_value = std::max(corner.p_value, p);
      corner.sigma_m = corner.sigma_m.cwiseMax(block.diagonal().cwiseMax(0).cwiseSqrt());
    }
    squares += d.cwiseAbs2();
    variances += corner.sigma_m.cwiseAbs2();
    low = std::min(low, d.z());
    high = std::max(high, d.z());
    result.corners.push_back(corner);
  }
  const auto count = static_cast<double>(result.corners.size());
  result.peak_to_valley_m = high - low;
  result.out_of_plane_rms_m = root_beyond(squares.z(), variances.z(), count);
  result.in_plane_rms_m = root_beyond(squares.x() + squares.y(), variances.x() + variances.y(), 2 * count);
  result.sigma_m = std::sqrt(variances.z() / count);
  result.significant_corners = mark_significant(&result.corners);
  return result;
}

}  // namespace fiducia
