#pragma once

#include <optional>
#include <vector>

#include "fiducia/data/observations.h"
#include "fiducia/detect/light_grid.h"

namespace fiducia {

/// The circle outside of which all of these images of one camera are dark; nothing where they are not, or where what is
/// dark is not what lies outside a circle. It holds all corners of the frames.
[[nodiscard]] std::optional<ImageCircle> find_image_circle(const std::vector<LightGrid>& images, ImageSize size,
                                                           const std::vector<Frame>& frames);

}  // namespace fiducia
