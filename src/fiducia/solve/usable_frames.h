#pragma once

#include <string>
#include <vector>

#include "fiducia/data/observations.h"

namespace fiducia {

/// Why a frame can say nothing about a camera, whatever the camera: too few corners, or all on one line. Empty: it can.
[[nodiscard]] std::string unusable_reason(const Frame& frame, const std::vector<Vector3>& points);

/// How many of the frames show different views; frames whose common corners moved by less than a pixel (RMS) are one.
/// Counting stops at `enough`.
[[nodiscard]] int distinct_views(const std::vector<const Frame*>& frames, int enough);

/// A corner whose place is unknown needs so many frames that show it.
inline constexpr int kFewestSightings = 3;

/// How many of the frames show each corner, by id.
[[nodiscard]] std::vector<int> corner_sightings(const std::vector<const Frame*>& frames, std::size_t corner_count);

}  // namespace fiducia
