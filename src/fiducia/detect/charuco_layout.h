#pragma once

#include <optional>
#include <vector>

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

}  // namespace fiducia
