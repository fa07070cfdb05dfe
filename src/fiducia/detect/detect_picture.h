#pragma once

#include "fiducia/detect/found_corners.h"
#include "fiducia/detect/read_picture.h"

namespace fiducia {

/// The corners of a target in an image that was read.
[[nodiscard]] FoundCorners detect_picture(const Picture& picture, const Target& target);

}  // namespace fiducia
