#pragma once

#include <optional>

#include "fiducia/camera/camera.h"

namespace fiducia {

/// The two plain lenses that every search begins with: straight lines stay straight, or the angle to the axis
/// becomes the distance from the centre.
enum class LensFamily { kRectilinear, kEquidistant };

struct BaseLens {
  LensFamily family = LensFamily::kRectilinear;
  double f = 0;  ///< pixels
  Vector2 centre = Vector2::Zero();

  /// The unit ray of a pixel; nothing where an equidistant lens would have to look backwards.
  [[nodiscard]] std::optional<Vector3> unproject(const Vector2& u) const;

  /// The same lens as a camera model of the registry, with its parameters.
  [[nodiscard]] Camera camera(ImageSize size) const;
};

}  // namespace fiducia
