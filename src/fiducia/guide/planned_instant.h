#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "fiducia/evaluate/rig_geometry.h"
#include "fiducia/guide/placement.h"
#include "fiducia/guide/view.h"

namespace fiducia {

/// How one camera of a rig would see the board.
struct PlannedView {
  std::size_t camera = 0;
  Placement placement;  ///< in its image
  View view;
};

/// An instant that could be taken: the board before a rig.
struct PlannedInstant {
  Pose rig_from_target;
  std::vector<PlannedView> views = {};  ///< of the cameras that would see the board, in their order
  Eigen::MatrixXd S = {};               ///< what it would say: see rig_information.h

  /// Of the first camera that sees it.
  [[nodiscard]] const Placement& placement() const { return views.front().placement; }
};

/// Cameras, board, and what each camera's lens and detector allow.
struct PlannedRig {
  RigGeometry geometry;
  Board board;
  std::vector<ViewLimits> limits;  ///< per camera
};

/// Who sees the board there; no views where nobody does. S is left empty.
[[nodiscard]] PlannedInstant instant_at(const Pose& rig_from_target, const PlannedRig& rig);

/// Whether somebody who holds the board would hold it in the same way for both.
[[nodiscard]] bool held_alike(const PlannedInstant& a, const PlannedInstant& b, const PlannedRig& rig);

/// "tilt the board ... in the middle of the image of left, 0.8 m away, 35% of the image's width; right sees it at the
/// left edge of the image"
[[nodiscard]] std::string instant_in_words(const PlannedInstant& instant, const PlannedRig& rig,
                                           const std::vector<std::string>& names);

}  // namespace fiducia
