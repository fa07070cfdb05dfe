#pragma once

#include <optional>
#include <string>

#include "fiducia/camera/camera.h"
#include "fiducia/core/random.h"
#include "fiducia/data/observations.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia::testing {

/// A random camera with random views of a random board, and the truth about it.
struct Setup {
  Camera camera;
  Observations observations;
  std::vector<Pose> camera_from_target;
};

/// What set-ups are drawn from: focal lengths of 0.3 to 3 image widths (wide models: fields of 100 to 190 degrees),
/// distortion from none to strong, principal points up to 10% off the centre, 4 to 50 frames, 9x6 to 20x14 corners,
/// boards wholly in view anywhere in the image and tilted by up to 45 degrees. A function of (model, seed) alone.
[[nodiscard]] Setup random_setup(const std::shared_ptr<const Model>& model, std::uint64_t seed);

}  // namespace fiducia::testing
