#pragma once

#include <optional>

#include "fiducia/camera/camera.h"
#include "fiducia/guide/board.h"

namespace fiducia {

/// Where a person holds a board, in the terms in which one thinks of it. The line of sight is the one from the camera
/// to the board's centre, so that a tilt of zero shows the board undistorted in the corner of a wide lens too.
struct Placement {
  Vector2 pixel = Vector2::Zero();  ///< of the board's centre
  double distance_m = 1;            ///< of the board's centre, along the line of sight
  /// How far and about which axis across the line of sight the board is turned away from facing the camera: the
  /// length is the angle in radians; x: about the axis that is rightwards in the image, y: about the downward one.
  Vector2 tilt_rad = Vector2::Zero();
  double roll_rad = 0;  ///< turned in its own plane, clockwise in the image
};

/// camera_from_target; nothing where the pixel has no ray.
[[nodiscard]] std::optional<Pose> pose_of(const Placement& placement, const Camera& camera, const Board& board);

/// The reverse; nothing where the board's centre cannot be projected.
[[nodiscard]] std::optional<Placement> placement_of(const Pose& camera_from_target, const Camera& camera,
                                                    const Board& board);

}  // namespace fiducia
