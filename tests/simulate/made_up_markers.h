#pragma once

#include <vector>

#include "fiducia/data/marker.h"

namespace fiducia::testing {

/// Markers of 4 x 4 cells that look different from every side: a black border; within, the upper left cell is white,
/// and the upper right one of those with odd ids.
inline std::vector<Marker> made_up_markers(int count) {
  std::vector<Marker> markers;
  for (int id = 0; id < count; ++id) {
    Marker marker{4, std::vector<std::uint8_t>(16, 0)};
    marker.white[5] = 1;
    marker.white[6] = id % 2 == 1 ? 1 : 0;
    markers.push_back(marker);
  }
  return markers;
}

}  // namespace fiducia::testing
