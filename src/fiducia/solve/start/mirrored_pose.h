#pragma once

#include <optional>

#include "fiducia/core/pose.h"
#include "fiducia/solve/start/board_plane.h"

namespace fiducia {

/// The pose with the target's tilt mirrored about the line of sight to its centre. A flat target that is small, or far
/// away, looks nearly the same in both, and each is a minimum of its own. Nothing where the target faces the camera.
[[nodiscard]] std::optional<Pose> mirrored_pose(const Pose& camera_from_target, const BoardPlane& plane);

}  // namespace fiducia
