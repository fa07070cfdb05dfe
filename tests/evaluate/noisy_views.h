#pragma once

#include <cstdint>

#include "tests/evaluate/cameras.h"

namespace fiducia::testing {

/// Ordinary views with hidden corners and much noise.
inline Observations noisy_views(int frames, std::uint64_t seed) {
  return with_hidden_corners(
      simulate(ordinary_camera(), board(), {.frames = frames, .noise_px = 0.3, .seed = seed}).observations);
}

}  // namespace fiducia::testing
