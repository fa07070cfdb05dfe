#pragma once

#include <vector>

#include "fiducia/guide/board.h"
#include "fiducia/guide/view.h"

namespace fiducia {

/// Where a camera has seen the board sharply it will again, and somewhat nearer and farther too: half the least and
/// twice the greatest distance of these poses, where the limits leave distances open.
[[nodiscard]] ViewLimits limits_as_seen(ViewLimits limits, const std::vector<Pose>& camera_from_target,
                                        const Board& board);

}  // namespace fiducia
