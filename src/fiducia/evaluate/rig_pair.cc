#include "fiducia/evaluate/rig_pair.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "fiducia/core/error.h"
#include "fiducia/core/statistics.h"
#include "fiducia/evaluate/rig_pair_geometry.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr double kDegrees = 180 / std::numbers::pi;
constexpr double kMillimetres = 1000;

/// All points' rows, without what a rotation about the first camera explains.
MatrixXd without_rotation(const std::vector<PairPoint>& points) {
  const auto count = static_cast<Index>(points.size());
  MatrixXd J(3 * count, points.front().triangulated.cols());
  MatrixXd turns(3 * count, 3);
  for (Index i = 0; i < count; ++i) {
    const PairPoint& one = points[static_cast<std::size_t>(i)];
    J.middleRows<3>(3 * i) = one.triangulated;
    const Vector3& x = one.point;
    turns.middleRows<3>(3 * i) << 0, x.z(), -x.y(), -x.z(), 0, x.x(), x.y(), -x.x(), 0;
  }
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(turns);
  const MatrixXd basis = qr.householderQ() * MatrixXd::Identity(3 * count, qr.rank());
  return J - basis * (basis.transpose() * J);
}

TriangulationError triangulation_error(const RigUncertainty& uncertainty, const std::vector<PairPoint>& points,
                                       double distance_m, double noise_a, double noise_b) {
  TriangulationError result;
  result.distance_m = distance_m;
  result.points = static_cast<int>(points.size());
  if (points.empty()) return result;
  const auto count = static_cast<double>(points.size());
  const RigErrorBound bound = uncertainty.bound(without_rotation(points) / std::sqrt(count));
  double noise = 0;
  for (const PairPoint& one : points) {
    noise += noise_a * noise_a * one.by_pixels.leftCols<2>().squaredNorm() +
             noise_b * noise_b * one.by_pixels.rightCols<2>().squaredNorm();
  }
  noise /= count;
  result.calibration_mm = kMillimetres * std::sqrt(bound.mean);
  result.noise_mm = kMillimetres * std::sqrt(noise);
  result.total_mm = kMillimetres * std::sqrt(bound.mean + noise);
  result.bound95_mm = kMillimetres * std::sqrt(bound.bound95 + noise);
  return result;
}

int common_instants_of(const RigCalibration& rig, std::size_t a, std::size_t b) {
  int count = 0;
  for (const InstantFit& instant : rig.instants) {
    const auto sees = [&](std::size_t c) {
      return std::any_of(instant.views.begin(), instant.views.end(), [&](const RigView& v) { return v.camera == c; });
    };
    count += sees(a) && sees(b) ? 1 : 0;
  }
  return count;
}

double to_one_digit(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)));
  return std::round(value / unit) * unit;
}

}  // namespace

std::vector<double> usual_distances(const RigCalibration& rig) {
  require_converged(rig, "a distance");
  std::vector<double> lengths;
  for (const InstantFit& instant : rig.instants) lengths.push_back(instant.rig_from_target.translation.norm());
  const double usual = median(lengths);
  std::vector<double> result;
  for (const double factor : {0.5, 1.0, 2.0}) {
    const double distance = to_one_digit(factor * usual);
    if (result.empty() || distance > result.back()) result.push_back(distance);
  }
  return result;
}

RigPair evaluate_pair(const RigCalibration& rig, const RigUncertainty& uncertainty, std::size_t a, std::size_t b,
                      const RigPairOptions& options) {
  if (a == b || a >= rig.cameras.size() || b >= rig.cameras.size()) {
    throw Error(ErrorCode::kBadOption, "a pair is two different cameras of the rig");
  }
  const std::vector<double> distances = options.distances_m.empty() ? usual_distances(rig) : options.distances_m;
  for (const double distance : distances) {
    if (!(distance > 0) || !std::isfinite(distance)) {
      throw Error(ErrorCode::kBadOption, "the distances at which points are triangulated must be positive, in metres");
    }
  }
  const Pose b_from_a = rig.cameras[b].camera_from_rig * rig.cameras[a].camera_from_rig.inverse();
  const MatrixXd motion = relative_motion(rig, a, b);
  RigPair pair;
  pair.a = a;
  pair.b = b;
  pair.common_instants = common_instants_of(rig, a, b);
  pair.baseline_m = b_from_a.translation.norm();
  pair.baseline_bound95_m =
      uncertainty.interval95(motion.bottomRows<3>().transpose() * b_from_a.translation / pair.baseline_m);
  pair.angle_deg = kDegrees * rotation_log(b_from_a.rotation).norm();
  pair.angle_bound95_deg = kDegrees * std::sqrt(uncertainty.bound(motion.topRows<3>()).bound95);
  const auto noise = [&](std::size_t c) {
    return options.noise_px.empty() ? rig.cameras[c].fit.s_d : options.noise_px[c];
  };
  std::vector<PairPoint> all;
  for (const double distance : distances) {
    std::vector<PairPoint> points = pair_points(rig, a, b, distance, options.columns, options.rows);
    pair.triangulation.push_back(triangulation_error(uncertainty, points, distance, noise(a), noise(b)));
    all.insert(all.end(), points.begin(), points.end());
  }
  pair.row_points = static_cast<int>(all.size());
  if (all.empty()) return pair;
  MatrixXd rows(pair.row_points, all.front().row.size());
  for (std::size_t i = 0; i < all.size(); ++i) rows.row(static_cast<Index>(i)) = all[i].row;
  const RigErrorBound bound = uncertainty.bound(rows / std::sqrt(static_cast<double>(all.size())));
  pair.row_error_px = std::sqrt(bound.mean);
  pair.row_error_bound95_px = std::sqrt(bound.bound95);
  return pair;
}

}  // namespace fiducia
