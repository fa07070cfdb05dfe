#pragma once

#include <vector>

#include "fiducia/core/pose.h"
#include "fiducia/data/target.h"

namespace fiducia {

/// A target as somebody holds it: what of it must be in the image, and which way it looks.
struct Board {
  std::vector<Vector3> points;  ///< by corner id; NaN for an id that was never seen
  Vector3 centre = Vector3::Zero();
  Vector2 low = Vector2::Zero();   ///< of the printed rectangle in the target's x and y: the corners and what a
  Vector2 high = Vector2::Zero();  ///< detector needs round them
  double spacing_m = 0;            ///< of neighbouring corners
  bool coded = false;              ///< a part of it can be told from another part: it need not be wholly in view
  /// camera_from_target when it is held upright and square to the camera's axis, its front to the camera.
  Matrix3 upright = Matrix3::Identity();

  [[nodiscard]] Vector2 size_m() const { return high - low; }
};

/// `points`: where the corners really are, if that is known better than the target says; empty: as it says. Throws an
/// Error where they do not lie in (or nearly in) the plane z = 0, or are fewer than four.
[[nodiscard]] Board board_of(const Target& target, const std::vector<Vector3>& points = {});

/// Turns `upright` round where the board was seen with the other side to the camera: a list of points does not say
/// which its front is, the images do.
void face_as_seen(const std::vector<Pose>& camera_from_target, Board* board);

}  // namespace fiducia
