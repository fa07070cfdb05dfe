#pragma once

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// How far from the camera's axis corners were seen, in degrees.
[[nodiscard]] double observed_field_deg(const Calibration& calibration);

/// Where corners were seen, in the frames that were used.
[[nodiscard]] std::vector<Vector2> observed_pixels(const Calibration& calibration);

/// Corners that the model explains only where it is not one-to-one. A splined lens has none: its domain ends where too
/// few corners determine its knots, which share_without_ray() counts.
[[nodiscard]] int corners_outside_domain(const Calibration& calibration);

}  // namespace fiducia
