#pragma once

#include <optional>
#include <vector>

#include "fiducia/data/observations.h"

namespace fiducia {

/// For every frame the first one before it that shows the same view: the corners that both show moved by less than
/// `limit_px` (RMS), and at least four are common. Frames that show the same as an earlier one are not compared with
/// again.
[[nodiscard]] std::vector<std::optional<std::size_t>> same_views(const std::vector<const Frame*>& frames,
                                                                 std::size_t target_corners, double limit_px);

/// Why frames are to be left out that show the same view as an earlier one, to 0.1% of the image's diagonal: one reason
/// per frame, empty for those to keep; empty altogether where no frame does.
[[nodiscard]] std::vector<std::string> copies_to_leave_out(const Observations& observations);

}  // namespace fiducia
