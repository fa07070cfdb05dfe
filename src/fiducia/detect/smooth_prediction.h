#pragma once

#include <optional>
#include <vector>

#include "fiducia/core/pose.h"

namespace fiducia {

struct PlacedPixel {
  Vector2 board;
  Vector2 pixel;
};

/// Where a place of the board comes to lie, by the points of it that were measured around: the polynomial of third (or,
/// with fewer points, second) order that fits the nearest ones best. It follows perspective and any lens over the
/// `reach` from which points count. Nothing where they are too few or lie on a line.
[[nodiscard]] std::optional<Vector2> predict_smoothly(const std::vector<PlacedPixel>& points, const Vector2& board,
                                                      double reach);

/// The indices of points that lie off what those around them say, the worst first: by more than 0.6 px and many times
/// what is usual in this image.
[[nodiscard]] std::vector<std::size_t> stray_points(const std::vector<PlacedPixel>& points, double reach);

}  // namespace fiducia
