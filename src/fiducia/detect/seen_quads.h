#pragma once

#include <array>
#include <vector>

#include "fiducia/core/pose.h"

namespace fiducia {

/// A square of the board that was recognised: its corners on the board (in any unit) and in the image.
struct SeenQuad {
  int id = 0;
  std::array<Vector2, 4> board;
  std::array<Vector2, 4> pixel;

  /// Where a point of the board comes to lie, as far as this square alone can tell: by its own homography.
  [[nodiscard]] Vector2 predict(const Vector2& on_board) const;
};

/// The largest set of squares in which each agrees with another that is near: a code that was misread, or read off
/// something else, stands alone. Holds for any lens, since only neighbours are compared. An id that occurs in two
/// places is taken out altogether.
[[nodiscard]] std::vector<SeenQuad> consistent_quads(const std::vector<SeenQuad>& quads);

}  // namespace fiducia
