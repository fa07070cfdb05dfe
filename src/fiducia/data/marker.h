#pragma once

#include <cstdint>
#include <vector>

namespace fiducia {

/// The image of a square coded marker, in cells: its black border and its code, without the white that surrounds it.
struct Marker {
  int side = 0;  ///< cells along a side, border included
  std::vector<std::uint8_t>
      white;  ///< side x side, row after row from the upper left of the upright marker; 1 is white

  [[nodiscard]] bool is_white(int column, int row) const {
    return white[static_cast<std::size_t>(row) * static_cast<std::size_t>(side) + static_cast<std::size_t>(column)] !=
           0;
  }
};

}  // namespace fiducia
