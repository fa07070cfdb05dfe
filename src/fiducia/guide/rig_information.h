#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "fiducia/guide/planned_instant.h"
#include "fiducia/solve/calibrate_rig.h"

namespace fiducia {

/// What the instants of a rig say about its intrinsics and poses (docs/method.md 7 and 14), all else found with them:
/// the target's shape and effects. As information_state.h has it for one camera.
struct RigInformation {
  /// Where these stand in a step of the rig's unknowns (RigLayout): intrinsics by camera, then poses.
  std::vector<Eigen::Index> places = {};
  Eigen::MatrixXd A = {};
  Eigen::MatrixXd loss = {};  ///< T: an instant that says S when all else is known adds T S T'; empty: nothing is lost

  [[nodiscard]] Eigen::MatrixXd with_instant(const Eigen::MatrixXd& a, const Eigen::MatrixXd& s) const;
};

/// Throws an Error where the calibration did not succeed or leaves something open.
[[nodiscard]] RigInformation rig_information(const RigCalibration& rig, const Board& board);

/// What an instant would say about intrinsics and poses, the target's own pose eliminated: with F the derivatives of
/// all cameras' corners by these and E by rig_from_target, S = F'F - F'E (E'E)^-1 E'F. A pose moves as
/// composed_motion() has it. In the order of RigInformation::places. Nothing where the target's pose does not follow
/// from the corners.
[[nodiscard]] std::optional<Eigen::MatrixXd> instant_information(const PlannedInstant& instant,
                                                                 const RigGeometry& geometry, const Board& board);

}  // namespace fiducia
