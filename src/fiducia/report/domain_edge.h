#pragma once

#include <vector>

#include "fiducia/camera/camera.h"

namespace fiducia {

/// The edge of the part of the image where the model has rays, as a closed line in pixels around the image's middle.
/// Empty where the whole image has rays, or not even the middle.
[[nodiscard]] std::vector<Vector2> domain_edge(const Camera& camera);

}  // namespace fiducia
