#pragma once

#include <cstdint>
#include <vector>

namespace fiducia {

/// How bright an image is, cell by cell: what is left of it when all images are looked at together.
struct LightGrid {
  static constexpr int kColumns = 96;
  static constexpr int kRows = 72;

  std::vector<std::uint8_t> cells;  ///< means, row by row; empty for no image
};

}  // namespace fiducia
