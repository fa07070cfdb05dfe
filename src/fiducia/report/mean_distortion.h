#pragma once

#include "fiducia/camera/camera.h"
#include "fiducia/io/json.h"

namespace fiducia {

/// distortion_part() of a lens without a formula, which has no radius that depends on the angle alone: the mean over
/// directions, as far out as the image has rays in any. A direction counts where it has rays; its steps from angle to
/// angle are averaged and added up, so that the curve does not jump where one ends. `mean` is true and there is no
/// standard deviation. Null where the optical axis has no ray.
[[nodiscard]] Json mean_distortion_part(const Camera& camera);

}  // namespace fiducia
