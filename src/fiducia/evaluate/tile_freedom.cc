#include "fiducia/evaluate/tile_freedom.h"

#include <Eigen/Geometry>
#include <Eigen/QR>
#include <optional>
#include <set>

#include "fiducia/camera/linearize_points.h"
#include "fiducia/camera/spline.h"
#include "fiducia/solve/inverse_information.h"

namespace fiducia {
namespace {

constexpr int kCoordinates = 8;
constexpr int kPose = 6;

/// d p / d (global parameters that matter to the tile), rows times their corners' weights, those two combinations of
/// the 8 coordinates that a pose of the tile cannot explain; `where` gets the parameters' places in the global block.
Eigen::MatrixXd beyond_pose(const Calibration& calibration, const TileFit& fit, std::vector<Eigen::Index>* where) {
  const Pose& pose = calibration.frames[fit.frame].camera_from_target;
  std::vector<Vector3> points;
  for (const Corner& corner : fit.corners) {
    points.push_back(pose * target_points(calibration)[static_cast<std::size_t>(corner.id)]);
  }
  const ProjectionDerivatives derivatives = linearize_points(*calibration.camera, points);
  const ShapeBasis& basis = calibration.target.basis;
  const int before_shape = calibration.model->size() + calibration.effects.layout.common_size();
  const bool free = basis.shape() == TargetShape::kFree;
  const int shape = free ? 3 * static_cast<int>(points.size()) : basis.size();
  where->clear();
  for (Eigen::Index i = 0; i < derivatives.theta.cols(); ++i) {
    if (!derivatives.theta.col(i).isZero(0)) where->push_back(i);  // of a splined lens a few
  }
  const auto camera = static_cast<Eigen::Index>(where->size());
  Eigen::MatrixXd global = Eigen::MatrixXd::Zero(kCoordinates, camera + shape);
  global.leftCols(camera) = derivatives.theta(Eigen::all, *where);
  Eigen::MatrixXd of_pose(kCoordinates, kPose);
  if (!free) {
    for (Eigen::Index i = 0; i < shape; ++i) where->push_back(before_shape + i);
  }
  for (Eigen::Index i = 0; i < 4; ++i) {
    const Eigen::Matrix<double, 2, 3> moved = derivatives.point.middleRows<2>(2 * i);
    const int id = fit.corners[static_cast<std::size_t>(i)].id;
    const Eigen::Matrix<double, 2, 3> on_target = moved * pose.rotation;
    if (free) {
      global.block<2, 3>(2 * i, camera + 3 * i) = on_target;
      for (int axis = 0; axis < 3; ++axis) where->push_back(before_shape + basis.first_of(id) + axis);
    } else if (shape > 0) {
      global.block(2 * i, camera, 2, shape) = on_target.col(2) * basis.heights_of(id);
    }
    of_pose.block<2, 3>(2 * i, 0) = moved;
    const Vector3& point = points[static_cast<std::size_t>(i)];
    for (int axis = 0; axis < 3; ++axis) {
      of_pose.block<2, 1>(2 * i, 3 + axis) = moved * Vector3(Vector3::Unit(axis)).cross(point);
    }
  }
  for (Eigen::Index i = 0; i < 4; ++i) {
    const double weight = fit.corners[static_cast<std::size_t>(i)].weight;
    global.middleRows<2>(2 * i) *= weight;
    of_pose.middleRows<2>(2 * i) *= weight;
  }
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(of_pose);
  return (qr.householderQ().transpose() * global).bottomRows(kCoordinates - kPose);
}

}  // namespace

TileFreedom tile_freedom(const Calibration& calibration, const TileFits& tiles) {
  std::set<std::size_t> frames;
  for (const TileFit& fit : tiles.fits) frames.insert(fit.frame);
  const auto n_tiles = static_cast<double>(tiles.fits.size());
  TileFreedom freedom{(kCoordinates - kPose) * n_tiles, kPose * (n_tiles - static_cast<double>(frames.size()))};
  freedom.between -= calibration.effects.freedom;
  const bool few = calibration.target.basis.size() == 0 && as_spline(*calibration.model) == nullptr;
  if (few || !calibration.fit.at_minimum || calibration.information.empty()) return freedom;
  const std::optional<InverseInformation> inverse =
      InverseInformation::of(calibration.information, frame_weights(calibration));
  if (!inverse) return freedom;
  double explained = 0;
  std::vector<Eigen::Index> where;
  for (const TileFit& fit : tiles.fits) {
    const Eigen::MatrixXd rows = beyond_pose(calibration, fit, &where);
    explained += calibration.frames[fit.frame].weight * inverse->trace_of(rows, where);
  }
  const double global = calibration.fit.n_parameters - kPose * static_cast<double>(calibration.frames.size()) -
                        calibration.effects.freedom;
  const double in_tiles = kCoordinates * n_tiles / calibration.fit.n_observations;
  freedom.within -= explained;
  freedom.between -= global * in_tiles - explained;
  return freedom;
}

}  // namespace fiducia
