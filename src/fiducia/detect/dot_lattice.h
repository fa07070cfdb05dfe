#pragma once

#include <optional>
#include <vector>

#include "fiducia/data/target.h"

namespace fiducia {

/// Which of the blobs of an image are the dots of a target, by corner id: they lie as on the target, up to what
/// perspective and lens do from one dot to the next, and no others continue the pattern. Never mirrored; where several
/// ways are left, the one whose rows run most to the right. Nothing where no blobs lie so.
///
/// A lattice is grown from one blob to the next, each step as long as the last one (a homography of the whole would
/// break at a strong lens); what numbers it gets is told by which integer matrix takes it to the target's.
[[nodiscard]] std::optional<std::vector<std::size_t>> dots_among(const std::vector<Vector2>& blobs,
                                                                 const Target& target);

}  // namespace fiducia
