#pragma once

#include <vector>

#include "fiducia/data/marker.h"
#include "fiducia/data/target.h"

namespace fiducia {

/// The markers of a target by their id, for who draws it: of a ChArUco board from OpenCV's dictionary, in the order of
/// its white squares (charuco_layout.h); of a tag grid Kalibr's tags (36h11, a border of two cells). None for targets
/// without markers. Throws an Error for a dictionary that is not known or too small.
[[nodiscard]] std::vector<Marker> target_markers(const Target& target);

}  // namespace fiducia
