#pragma once

#include <optional>
#include <vector>

#include "fiducia/data/observations.h"
#include "fiducia/data/target.h"

namespace fiducia {

/// Which squares of a ChArUco board carry the markers: those that are white, numbered along the rows from the upper
/// left. In OpenCV before 4.6.0 ("legacy") the lower left square is black, since then the upper left one; for an odd
/// number of rows that is the same.
enum class CharucoLayout { kUpperLeftBlack, kUpperLeftWhite };

/// The layouts that a board of this size was ever printed in.
[[nodiscard]] std::vector<CharucoLayout> charuco_layouts(const Target& target);

struct Square {
  int column = 0;
  int row = 0;
};

/// The square of each marker, by the marker's id.
[[nodiscard]] std::vector<Square> marker_squares(const Target& target, CharucoLayout layout);

/// Corners that were numbered as in the present layout (upper left black), of a board with an odd number of columns, as
/// the legacy one numbers them: the print is the same, one square further to the left. Without those that it does not
/// have.
[[nodiscard]] std::vector<Corner> as_legacy(const std::vector<Corner>& corners, const Target& target);

}  // namespace fiducia
