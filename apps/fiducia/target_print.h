#pragma once

#include <vector>

#include "fiducia/data/marker.h"
#include "fiducia/data/target.h"

namespace fiducia {

/// The coded markers of a target by their ids, for who draws it; none for a chessboard.
[[nodiscard]] std::vector<Marker> markers_to_print(const Target& target);

}  // namespace fiducia
