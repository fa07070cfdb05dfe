#pragma once

#include <vector>

#include "fiducia/core/pose.h"

namespace fiducia {

/// The plane that a target's points lie in, or nearly.
struct BoardPlane {
  Pose plane_from_target;  ///< to a frame with the points' centre as origin and z across the plane
  double extent_m = 0;     ///< RMS distance from the centre
  double thickness_m = 0;  ///< RMS distance from the plane
};

/// Points that are NaN (never seen) are passed over.
[[nodiscard]] BoardPlane fit_board_plane(const std::vector<Vector3>& points);

}  // namespace fiducia
