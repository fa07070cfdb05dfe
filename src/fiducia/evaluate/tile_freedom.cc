#include "fiducia/evaluate/tile_freedom.h"

#include <Eigen/Geometry>
#include <Eigen/QR>
#include <map>
#include <optional>
#include <set>

#include "fiducia/camera/linearize_points.h"
#include "fiducia/camera/spline.h"
#include "fiducia/solve/inverse_information.h"

namespace fiducia {
namespace {

constexpr int kCoordinates = 8;
constexpr int kPose = 6;

/// A tile where its frame's pose puts it.
struct SeenTile {
  const Pose& pose;
  std::vector<Vector3> points;
  ProjectionDerivatives derivatives;

  SeenTile(const Calibration& calibration, const TileFit& fit)
      : pose(calibration.frames[fit.frame].camera_from_target),
        points(placed(calibration, fit, pose)),
        derivatives(linearize_points(*calibration.camera, points)) {}

 private:
  static std::vector<Vector3> placed(const Calibration& calibration, const TileFit& fit, const Pose& pose) {
    std::vector<Vector3> points;
    for (const Corner& corner : fit.corners) {
      points.push_back(pose * target_points(calibration)[static_cast<std::size_t>(corner.id)]);
    }
    return points;
  }
};

/// Two orthonormal combinations of the 8 coordinates, times their corners' weights, that no pose of the tile explains.
Eigen::MatrixXd beyond_pose(const SeenTile& tile, const TileFit& fit) {
  Eigen::MatrixXd of_pose(kCoordinates, kPose);
  for (Eigen::Index i = 0; i < 4; ++i) {
    const Eigen::Matrix<double, 2, 3> moved = tile.derivatives.point.middleRows<2>(2 * i);
    of_pose.block<2, 3>(2 * i, 0) = moved;
    const Vector3& point = tile.points[static_cast<std::size_t>(i)];
    for (int axis = 0; axis < 3; ++axis) {
      of_pose.block<2, 1>(2 * i, 3 + axis) = moved * Vector3(Vector3::Unit(axis)).cross(point);
    }
    of_pose.middleRows<2>(2 * i) *= fit.corners[static_cast<std::size_t>(i)].weight;
  }
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(of_pose);
  const Eigen::MatrixXd q = qr.householderQ();
  return q.rightCols(kCoordinates - kPose);
}

/// d p / d (global parameters that matter to the tile), rows times their corners' weights; `where` gets the parameters'
/// places in the global block.
Eigen::MatrixXd by_global(const Calibration& calibration, const SeenTile& tile, const TileFit& fit,
                          std::vector<Eigen::Index>* where) {
  const ShapeBasis& basis = calibration.target.basis;
  const int before_shape = calibration.model->size() + calibration.effects.layout.common_size();
  const bool free = basis.shape() == TargetShape::kFree;
  const int shape = free ? 3 * static_cast<int>(tile.points.size()) : basis.size();
  where->clear();
  for (Eigen::Index i = 0; i < tile.derivatives.theta.cols(); ++i) {
    if (!tile.derivatives.theta.col(i).isZero(0)) where->push_back(i);  // of a splined lens a few
  }
  const auto camera = static_cast<Eigen::Index>(where->size());
  Eigen::MatrixXd global = Eigen::MatrixXd::Zero(kCoordinates, camera + shape);
  global.leftCols(camera) = tile.derivatives.theta(Eigen::all, *where);
  if (!free) {
    for (Eigen::Index i = 0; i < shape; ++i) where->push_back(before_shape + i);
  }
  for (Eigen::Index i = 0; i < 4; ++i) {
    const Corner& corner = fit.corners[static_cast<std::size_t>(i)];
    const Eigen::Matrix<double, 2, 3> on_target = tile.derivatives.point.middleRows<2>(2 * i) * tile.pose.rotation;
    if (free) {
      global.block<2, 3>(2 * i, camera + 3 * i) = on_target;
      for (int axis = 0; axis < 3; ++axis) where->push_back(before_shape + basis.first_of(corner.id) + axis);
    } else if (shape > 0) {
      global.block(2 * i, camera, 2, shape) = on_target.col(2) * basis.heights_of(corner.id);
    }
    global.middleRows<2>(2 * i) *= corner.weight;
  }
  return global;
}

/// What the global parameters explain within tiles, trace(A^-1 T).
double explained_by_parameters(const Calibration& calibration, const TileFits& tiles,
                               const InverseInformation& inverse) {
  double explained = 0;
  std::vector<Eigen::Index> where;
  for (const TileFit& fit : tiles.fits) {
    const SeenTile tile(calibration, fit);
    const Eigen::MatrixXd rows = beyond_pose(tile, fit).transpose() * by_global(calibration, tile, fit, &where);
    explained += calibration.frames[fit.frame].weight * inverse.trace_of(rows, where);
  }
  return explained;
}

/// Whether a row of every corner is kept, from which the whole hat matrix can be had.
bool rows_are_kept(const Calibration& calibration) {
  for (const FrameInformation& frame : calibration.information.frames) {
    if (!frame.scattered()) return false;
  }
  return true;
}

/// What global parameters and the effects of frames explain within tiles: the trace of the hat matrix there,
/// R A^-1 R' + Q Q'. A shutter and a splined lens are so much alike that neither can be taken by itself.
double explained_by_all(const Calibration& calibration, const TileFits& tiles, const InverseInformation& inverse) {
  std::vector<std::vector<const TileFit*>> by_frame(calibration.frames.size());
  for (const TileFit& fit : tiles.fits) by_frame[fit.frame].push_back(&fit);
  double explained = 0;
  for (std::size_t j = 0; j < by_frame.size(); ++j) {
    const FrameInformation& frame = calibration.information.frames[j];
    std::map<int, Eigen::Index> place;
    for (const Corner& corner : corners_of(calibration, calibration.frames[j])) {
      place.emplace(corner.id, 2 * static_cast<Eigen::Index>(place.size()));
    }
    Eigen::MatrixXd within = Eigen::MatrixXd::Zero(frame.rows(), 2 * static_cast<Eigen::Index>(by_frame[j].size()));
    for (std::size_t k = 0; k < by_frame[j].size(); ++k) {
      const TileFit& fit = *by_frame[j][k];
      const Eigen::MatrixXd z = beyond_pose(SeenTile(calibration, fit), fit);
      for (Eigen::Index i = 0; i < 4; ++i) {
        const Eigen::Index row = place.at(fit.corners[static_cast<std::size_t>(i)].id);
        within.block<2, 2>(row, 2 * static_cast<Eigen::Index>(k)) = z.middleRows<2>(2 * i);
      }
    }
    const Eigen::MatrixXd of_global = frame.transposed_times(within);
    explained += calibration.frames[j].weight * of_global.cwiseProduct(inverse.times(of_global)).sum();
    explained += (frame.local_basis().transpose() * within).squaredNorm();
  }
  return explained;
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
  const bool alike = as_spline(*calibration.model) != nullptr && calibration.effects.layout.frame_size() > 0;
  const double explained = alike && rows_are_kept(calibration) ? explained_by_all(calibration, tiles, *inverse)
                                                               : explained_by_parameters(calibration, tiles, *inverse);
  const double global = calibration.fit.n_parameters - kPose * static_cast<double>(calibration.frames.size()) -
                        calibration.effects.freedom;
  const double in_tiles = kCoordinates * n_tiles / calibration.fit.n_observations;
  freedom.within -= explained;
  freedom.between -= global * in_tiles - explained;
  return freedom;
}

}  // namespace fiducia
