#pragma once

#include <algorithm>
#include <cmath>

#include "fiducia/evaluate/mapping_grid.h"

namespace fiducia {

/// The cells of the page's maps, about square.
[[nodiscard]] inline GridOptions map_grid(ImageSize size) {
  constexpr int kCellsAlongTheLongSide = 48;
  const double cell = std::max(size.width, size.height) / static_cast<double>(kCellsAlongTheLongSide);
  return {std::max(static_cast<int>(std::lround(size.width / cell)), 4),
          std::max(static_cast<int>(std::lround(size.height / cell)), 4)};
}

}  // namespace fiducia
