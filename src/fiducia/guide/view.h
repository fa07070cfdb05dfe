#pragma once

#include <optional>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/data/observations.h"
#include "fiducia/guide/board.h"

namespace fiducia {

/// What lens, board and detector allow a view to be.
struct ViewLimits {
  /// The largest angle between a line of sight and the board's normal, at every place of the board. Detectors lose
  /// corners beyond some 60 degrees, and people cannot hold a board more exactly than that.
  double max_tilt_rad = 0.87;
  double min_square_px = 12;   ///< the least that the side of a square (or tag) measures in its narrow direction
  double border_px = 4;        ///< that the board keeps off the image's edge
  double least_visible = 0.6;  ///< part of a coded target's corners that must be in the image; others: all
  double min_distance_m = 0;
  double max_distance_m = 0;  ///< 0: as far as the squares are large enough
};

/// A view that could be taken.
struct View {
  Pose camera_from_target;
  std::vector<Corner> corners;  ///< those in the image, where they would be seen without noise
};

/// How the camera would see the board there; nothing where the limits forbid it.
[[nodiscard]] std::optional<View> view_at(const Pose& camera_from_target, const Camera& camera, const Board& board,
                                          const ViewLimits& limits);

/// The board's outline in the image, a line that ends where it begins: its edges in `steps` pieces each, curved
/// as the lens has them. Points that the camera cannot see are left out.
[[nodiscard]] std::vector<Vector2> outline_of(const Pose& camera_from_target, const Camera& camera, const Board& board,
                                              int steps = 12);

}  // namespace fiducia
