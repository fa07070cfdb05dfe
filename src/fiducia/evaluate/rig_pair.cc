#include "fiducia/evaluate/rig_pair.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "fiducia/core/error.h"
#include "fiducia/core/statistics.h"
#include "fiducia/evaluate/rig_matched_rows.h"
#include "fiducia/evaluate/rig_pair_geometry.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kDegrees = 180 / std::numbers::pi;
constexpr double kMillimetres = 1000;

/// The points that two rigs make of the same pixels.
struct PointsOfBoth {
  std::vector<PairPoint> lean;
  std::vector<PairPoint> rich;

  void add(PointsOfBoth more) {
    std::move(more.lean.begin(), more.lean.end(), std::back_inserter(lean));
    std::move(more.rich.begin(), more.rich.end(), std::back_inserter(rich));
  }
};

/// Where the richer rig sees points at that distance, and what the leaner one makes of their pixels.
PointsOfBoth points_of_both(const RigGeometry& lean, const RigGeometry& rich, std::size_t a, std::size_t b,
                            double distance_m, const RigPairOptions& options) {
  PointsOfBoth both;
  for (PairPoint& seen : pair_points(rich, a, b, distance_m, options.columns, options.rows)) {
    auto made_of_it = pair_point(lean, a, b, seen.pixel_a, seen.pixel_b);
    if (!made_of_it) continue;
    both.lean.push_back(std::move(*made_of_it));
    both.rich.push_back(std::move(seen));
  }
  return both;
}

/// The triangulated points as numbers whose squares make the mean, without what a rotation about the first camera
/// explains.
class TriangulatedPoints {
 public:
  explicit TriangulatedPoints(const std::vector<PairPoint>& where)
      : count_(static_cast<Index>(where.size())), turns_(3 * count_, 3) {
    for (Index i = 0; i < count_; ++i) {
      const Vector3& x = where[static_cast<std::size_t>(i)].point;
      turns_.middleRows<3>(3 * i) << 0, x.z(), -x.y(), -x.z(), 0, x.x(), x.y(), -x.x(), 0;
    }
    const Eigen::ColPivHouseholderQR<MatrixXd> qr(turns_);
    turns_ = qr.householderQ() * MatrixXd::Identity(3 * count_, qr.rank());
  }

  /// turn: of these points to those that the rotation was set up for.
  [[nodiscard]] MatrixXd derivatives(const std::vector<PairPoint>& points, const Matrix3& turn) const {
    MatrixXd J(3 * count_, points.front().triangulated.cols());
    for (Index i = 0; i < count_; ++i) {
      J.middleRows<3>(3 * i) = turn * points[static_cast<std::size_t>(i)].triangulated;
    }
    return mean_of(J);
  }

  [[nodiscard]] VectorXd difference(const PointsOfBoth& both, const Matrix3& turn) const {
    VectorXd apart(3 * count_);
    for (Index i = 0; i < count_; ++i) {
      const auto k = static_cast<std::size_t>(i);
      apart.segment<3>(3 * i) = turn * both.lean[k].point - both.rich[k].point;
    }
    return mean_of(apart);
  }

 private:
  [[nodiscard]] MatrixXd mean_of(const MatrixXd& rows) const {
    return (rows - turns_ * (turns_.transpose() * rows)) / std::sqrt(static_cast<double>(count_));
  }

  Index count_;
  MatrixXd turns_;
};

/// The rotation about the first camera that brings the lean points to the rich ones.
Matrix3 best_turn(const PointsOfBoth& both) {
  Matrix3 together = Matrix3::Zero();
  for (std::size_t i = 0; i < both.lean.size(); ++i) together += both.rich[i].point * both.lean[i].point.transpose();
  return nearest_rotation(together);
}

MatrixXd row_derivatives(const std::vector<PairPoint>& points) {
  MatrixXd rows(static_cast<Index>(points.size()), points.front().row.size());
  for (std::size_t i = 0; i < points.size(); ++i) rows.row(static_cast<Index>(i)) = points[i].row;
  return rows / std::sqrt(static_cast<double>(points.size()));
}

/// Rows of the lean rig: those of the richer one, which saw the points, do not differ.
VectorXd row_differences(const PointsOfBoth& both) {
  VectorXd rows(static_cast<Index>(both.lean.size()));
  for (std::size_t i = 0; i < both.lean.size(); ++i) {
    rows[static_cast<Index>(i)] = both.lean[i].row_px - both.rich[i].row_px;
  }
  return rows / std::sqrt(static_cast<double>(both.lean.size()));
}

/// With the noise of the pixels, mm.
TriangulationError triangulation_error(double distance_m, const std::vector<PairPoint>& points,
                                       const RigError& calibration_m, double noise_a, double noise_b) {
  TriangulationError result;
  result.distance_m = distance_m;
  result.points = static_cast<int>(points.size());
  result.calibration = in_unit(calibration_m, kMillimetres);
  double noise = 0;
  for (const PairPoint& one : points) {
    noise += noise_a * noise_a * one.by_pixels.leftCols<2>().squaredNorm() +
             noise_b * noise_b * one.by_pixels.rightCols<2>().squaredNorm();
  }
  result.noise_mm = kMillimetres * std::sqrt(noise / static_cast<double>(points.size()));
  result.total_mm = std::hypot(result.calibration.total, result.noise_mm);
  result.bound95_mm = std::hypot(result.calibration.bound95, result.noise_mm);
  return result;
}

void check_pair(const RigGeometry& rig, std::size_t a, std::size_t b, const RigPairOptions& options) {
  if (a == b || a >= rig.cameras.size() || b >= rig.cameras.size()) {
    throw Error(ErrorCode::kBadOption, "a pair is two different cameras of the rig");
  }
  for (const double distance : options.distances_m) {
    if (!(distance > 0) || !std::isfinite(distance)) {
      throw Error(ErrorCode::kBadOption, "the distances at which points are triangulated must be positive, in metres");
    }
  }
}

/// How the length of the baseline moves.
MatrixXd baseline_derivatives(const RigGeometry& rig, std::size_t a, std::size_t b) {
  const Vector3 t = rig.b_from_a(a, b).translation;
  return t.normalized().transpose() * relative_motion(rig, a, b).bottomRows<3>();
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

void add_matched_rows(const RigCalibration& rig, const std::vector<double>& noise_px, RigPair* pair) {
  const MatchedRows rows = matched_rows(rig, pair->a, pair->b);
  if (rows.corners == 0) return;
  const Camera& a = rig.cameras[pair->a].camera;
  const Camera& b = rig.cameras[pair->b].camera;
  const double focal = rectified_focal_px(a, b);
  pair->matched_rows_px = rows.rms_px;
  // To the scale of the rectified images.
  pair->rows_noise_px = std::hypot(noise_px[pair->a] * focal / rectified_focal_px(a, a),
                                   noise_px[pair->b] * focal / rectified_focal_px(b, b));
  const double excess = std::sqrt(std::max(0.0, rows.rms_px * rows.rms_px - pair->rows_noise_px * pair->rows_noise_px));
  RigError& error = pair->rows;
  if (excess > error.total) {
    error.systematic = std::sqrt(std::max(0.0, excess * excess - error.random * error.random));
    error.total = excess;
  }
  error.bound95 = std::max(error.bound95, error.total);
}

int common_instants(const RigCalibration& rig, std::size_t a, std::size_t b) {
  return static_cast<int>(std::count_if(rig.instants.begin(), rig.instants.end(), [&](const InstantFit& instant) {
    const auto sees = [&](std::size_t c) {
      return std::any_of(instant.views.begin(), instant.views.end(), [&](const RigView& v) { return v.camera == c; });
    };
    return sees(a) && sees(b);
  }));
}

std::optional<ComparedResults> compare_rows(const InfluencedRig& lean, const InfluencedRig& rich, std::size_t a,
                                            std::size_t b, const std::vector<double>& distances_m) {
  PointsOfBoth all;
  for (const double distance : distances_m) {
    all.add(points_of_both(lean.geometry, rich.geometry, a, b, distance, {.columns = 10, .rows = 8}));
  }
  if (all.lean.empty()) return std::nullopt;
  const Index instants = rich.influences.cols();
  return ComparedResults{row_differences(all), lean.pulls(row_derivatives(all.lean), instants),
                         rich.pulls(row_derivatives(all.rich), instants)};
}

RigPair evaluate_pair(const InfluencedRig& rig, std::size_t a, std::size_t b, const RigPairOptions& options) {
  return evaluate_pair(rig, rig, RigRicher::kNothing, a, b, options);
}

RigPair evaluate_pair(const InfluencedRig& lean, const InfluencedRig& rich, RigRicher what, std::size_t a,
                      std::size_t b, const RigPairOptions& options) {
  check_pair(lean.geometry, a, b, options);
  const Pose of_lean = lean.geometry.b_from_a(a, b);
  const Pose of_rich = rich.geometry.b_from_a(a, b);
  const MatrixXd turn_lean = relative_motion(lean.geometry, a, b).topRows<3>();
  const MatrixXd turn_rich = relative_motion(rich.geometry, a, b).topRows<3>();
  RigPair pair;
  pair.a = a;
  pair.b = b;
  pair.baseline_m = of_lean.translation.norm();
  pair.baseline =
      rig_error(lean, baseline_derivatives(lean.geometry, a, b), rich, baseline_derivatives(rich.geometry, a, b),
                VectorXd::Constant(1, pair.baseline_m - of_rich.translation.norm()), what);
  pair.angle_deg = kDegrees * rotation_log(of_lean.rotation).norm();
  pair.angle = in_unit(
      rig_error(lean, turn_lean, rich, turn_rich, rotation_log(of_lean.rotation * of_rich.rotation.transpose()), what),
      kDegrees);
  PointsOfBoth all;
  for (const double distance : options.distances_m) {
    PointsOfBoth both = points_of_both(lean.geometry, rich.geometry, a, b, distance, options);
    if (both.lean.empty()) {
      pair.triangulation.push_back({.distance_m = distance});
      continue;
    }
    const TriangulatedPoints numbers(both.rich);
    const Matrix3 turn = best_turn(both);
    const RigError error =
        rig_error(lean, numbers.derivatives(both.lean, turn), rich, numbers.derivatives(both.rich, Matrix3::Identity()),
                  numbers.difference(both, turn), what);
    pair.triangulation.push_back(
        triangulation_error(distance, both.lean, error, options.noise_px[a], options.noise_px[b]));
    all.add(std::move(both));
  }
  pair.row_points = static_cast<int>(all.lean.size());
  if (pair.row_points == 0) return pair;
  pair.rows = rig_error(lean, row_derivatives(all.lean), rich, row_derivatives(all.rich), row_differences(all), what);
  return pair;
}

}  // namespace fiducia
