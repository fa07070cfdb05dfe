#pragma once

#include <cstddef>
#include <cstdint>

#include "fiducia/detect/found_corners.h"

namespace fiducia {

/// A grey image of 8 bits in somebody's memory.
struct GrayView {
  const std::uint8_t* pixels = nullptr;
  int width = 0;
  int height = 0;
  std::size_t bytes_per_row = 0;  ///< 0: no gaps between the rows
};

/// The corners of a target in one image, for who has a camera rather than files. Nothing found is an empty list with
/// a reason. Throws an Error for a target that cannot be looked for.
[[nodiscard]] FoundCorners detect_corners(const GrayView& picture, const Target& target);

/// Throws an Error, saying what to do, for a target that cannot be looked for: a list of points, a dictionary that does
/// not exist or has too few markers for the board.
void require_detectable(const Target& target);

}  // namespace fiducia
