#pragma once

#include <cstdint>
#include <vector>

#include "fiducia/camera/disturbed_projection.h"
#include "fiducia/camera/effect.h"
#include "fiducia/data/target.h"

namespace fiducia {

/// An effect and its size, the root mean square over the frames, in the unit of docs/effects.md:
/// target_bend: m, RMS over the board; shutter, shutter_columns: px by which the image is skewed from its first to its
/// last row (column); focus: part of the focal length; stabilisation: px; pupil: m, at the image's corner.
struct SimulatedEffect {
  Effect effect;
  double size;
};

/// What the effects do in one frame.
struct FrameEffects {
  Disturbance disturbance;
  Vector3 bend = Vector3::Zero();  ///< of the target: x^2, xy, y^2 over the half sides of the box around its points, m
};

/// Draws them, for frame j of a seed. Throws an Error for a size that makes no sense.
[[nodiscard]] FrameEffects draw_effects(const std::vector<SimulatedEffect>& effects, const Camera& camera,
                                        const Target& target, std::uint64_t seed, std::uint64_t frame);

}  // namespace fiducia
