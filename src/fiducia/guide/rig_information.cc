#include "fiducia/guide/rig_information.h"

#include <Eigen/Cholesky>
#include <algorithm>

#include "fiducia/core/error.h"
#include "fiducia/guide/information_loss.h"
#include "fiducia/solve/frame_normal.h"
#include "fiducia/solve/inverse_information.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Where the intrinsics of each camera and the poses of all but the first stand among the places.
struct Columns {
  std::vector<Index> intrinsics;  ///< the first of each camera
  Index poses = 0;
  Index count = 0;

  explicit Columns(const RigGeometry& rig) {
    for (const Camera& camera : rig.cameras) {
      intrinsics.push_back(poses);
      poses += camera.model().size();
    }
    count = poses + 6 * (static_cast<Index>(rig.cameras.size()) - 1);
  }
};

/// J'J of one camera's corners over [intrinsics | pose of the camera in the rig | pose of the target in the rig].
std::optional<MatrixXd> camera_normal(const PlannedView& seen, const Camera& camera, const Pose& camera_from_rig,
                                      const Pose& rig_from_target, const Board& board) {
  const FrameNormal builder(camera.model());
  const CornerArrays corners(seen.view.corners, board.points);
  const Index g = builder.parameter_count();
  MatrixXd normal(builder.size(), builder.size());
  double cost = 0;
  if (!builder.build(camera.parameters().data(), seen.view.camera_from_target, corners, Loss::none(), normal.data(),
                     &cost)) {
    return std::nullopt;
  }
  MatrixXd parts = MatrixXd::Zero(g + 6, g + 12);
  parts.topLeftCorner(g, g).setIdentity();
  parts.bottomRightCorner(6, 12) = composed_motion(camera_from_rig, rig_from_target);
  return parts.transpose() * normal.topLeftCorner(g + 6, g + 6) * parts;
}

/// An instant as it was taken.
PlannedInstant taken_instant(const RigCalibration& rig, const InstantFit& fit) {
  PlannedInstant instant{fit.rig_from_target};
  for (const RigView& view : fit.views) {
    const auto& frame = rig.observations->instants[fit.index].frames[view.camera];
    if (!frame) continue;
    instant.views.push_back(
        {view.camera, {}, {rig.cameras[view.camera].camera_from_rig * fit.rig_from_target, frame->corners}});
  }
  return instant;
}

bool is_plain(const RigCalibration& rig) {
  return rig.layout.shape_size == 0 && rig.information.prior.empty() &&
         std::all_of(rig.cameras.begin(), rig.cameras.end(),
                     [](const RigCameraFit& camera) { return camera.effects.empty(); });
}

}  // namespace

MatrixXd RigInformation::with_instant(const MatrixXd& a, const MatrixXd& s) const {
  if (loss.size() == 0) return a + s;
  return a + loss * s * loss.transpose();
}

std::optional<MatrixXd> instant_information(const PlannedInstant& instant, const RigGeometry& geometry,
                                            const Board& board) {
  const Columns columns(geometry);
  const Index n = columns.count;
  MatrixXd whole = MatrixXd::Zero(n + 6, n + 6);
  for (const PlannedView& view : instant.views) {
    const Camera& camera = geometry.cameras[view.camera];
    const auto normal =
        camera_normal(view, camera, geometry.camera_from_rig[view.camera], instant.rig_from_target, board);
    if (!normal) return std::nullopt;
    // The rig's frame is the first camera's: that has no pose of its own.
    const Index g = camera.model().size();
    std::vector<Index> from;
    std::vector<Index> to;
    for (Index i = 0; i < g + 12; ++i) {
      const bool own_pose = i >= g && i < g + 6;
      if (own_pose && view.camera == 0) continue;
      from.push_back(i);
      to.push_back(i < g      ? columns.intrinsics[view.camera] + i
                   : own_pose ? columns.poses + 6 * (static_cast<Index>(view.camera) - 1) + i - g
                              : n + i - g - 6);
    }
    whole(to, to) += (*normal)(from, from);
  }
  const Eigen::LLT<Matrix6> llt(Matrix6(whole.bottomRightCorner<6, 6>()));
  if (llt.info() != Eigen::Success) return std::nullopt;
  MatrixXd half = whole.bottomLeftCorner(6, n);
  llt.matrixL().solveInPlace(half);
  return whole.topLeftCorner(n, n) - half.transpose() * half;
}

RigInformation rig_information(const RigCalibration& rig, const Board& board) {
  require_converged(rig, "guidance");
  const RigGeometry geometry = rig_geometry(rig);
  RigInformation result;
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
    for (int i = 0; i < geometry.cameras[c].model().size(); ++i) result.places.push_back(rig.layout.first[c] + i);
  }
  for (Index i = rig.layout.poses_first; i < rig.layout.shape_first; ++i) result.places.push_back(i);
  const std::vector<double> weights(rig.information.frames.size(), 1.0);
  const auto inverse = InverseInformation::of(rig.information, weights);
  if (!inverse) throw Error(ErrorCode::kDegenerate, "the instants leave something of the rig open");
  result.A = information_left(inverse->at(result.places));
  if (is_plain(rig)) return result;
  MatrixXd known = MatrixXd::Zero(result.A.rows(), result.A.cols());
  if (const Prior& prior = rig.information.prior; !prior.empty()) {  // which holds splined lenses
    known += prior.information()(result.places, result.places);
  }
  for (const InstantFit& instant : rig.instants) {
    const auto s = instant_information(taken_instant(rig, instant), geometry, board);
    if (s) known += *s;
  }
  result.loss = loss_between(known, result.A);
  return result;
}

}  // namespace fiducia
