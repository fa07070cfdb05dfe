#include "fiducia/detect/charuco_layout.h"

namespace fiducia {

std::vector<CharucoLayout> charuco_layouts(const Target& target) {
  if (target.rows % 2 != 0) return {CharucoLayout::kUpperLeftBlack};
  return {CharucoLayout::kUpperLeftBlack, CharucoLayout::kUpperLeftWhite};
}

std::vector<Square> marker_squares(const Target& target, CharucoLayout layout) {
  const int first = layout == CharucoLayout::kUpperLeftWhite ? 0 : 1;
  std::vector<Square> squares;
  for (int row = 0; row < target.rows; ++row) {
    for (int column = 0; column < target.columns; ++column) {
      if ((column + row) % 2 == first) squares.push_back({column, row});
    }
  }
  return squares;
}

std::vector<Corner> as_legacy(const std::vector<Corner>& corners, const Target& target) {
  std::vector<Corner> shifted;
  for (const Corner& corner : corners) {
    if (corner.id % (target.columns - 1) != 0) shifted.push_back({corner.id - 1, corner.pixel});
  }
  return shifted;
}

}  // namespace fiducia
