#pragma once

#include "fiducia/core/pose.h"

namespace fiducia {

/// The part of the sensor that the lens throws light on, where that is not all of it: outside, a fisheye's image is
/// dark, and the camera sees nothing that it could be wrong about.
struct ImageCircle {
  Vector2 centre = Vector2::Zero();
  double radius_px = 0;

  [[nodiscard]] bool contains(const Vector2& pixel) const {
    return (pixel - centre).squaredNorm() <= radius_px * radius_px;
  }
};

}  // namespace fiducia
