#pragma once

#include <string>

#include "fiducia/guide/guide.h"

namespace fiducia {

/// A drawing of a suggestion to hold beside the camera's own: the image's frame, the board's outline and corners where
/// they should be, an arrow towards the side that is away from the camera, and the words under it. An SVG file.
[[nodiscard]] std::string suggestion_svg(const Suggestion& suggestion, ImageSize image_size, const std::string& title);

}  // namespace fiducia
