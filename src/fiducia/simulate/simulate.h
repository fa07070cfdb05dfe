#pragma once

#include <cstdint>
#include <numbers>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/core/progress.h"
#include "fiducia/data/observations.h"
#include "fiducia/simulate/simulated_effects.h"
#include "fiducia/simulate/target_surface.h"

namespace fiducia {

/// Where the target is put: its centre at (tx, ty, tz), turned about x, y, z by angles that are uniform in
/// [-max_angle, max_angle]; tz uniform in [min_distance, max_distance], tx and ty in [-max_offset, max_offset].
/// Without rotation the target is upright and shows its front. A pose whose target is not wholly in view is drawn
/// again. The defaults are the paper's (docs/method.md 9).
struct PoseSampling {
  double max_angle_rad = std::numbers::pi / 4;
  double min_distance_m = 0.5;
  double max_distance_m = 2.5;
  double max_offset_m = 0.5;
  /// Above 0: the board round the points, so wide, must be in view too, and from its front, as images need it.
  double board_margin_m = 0;
  int max_draws = 100000;  ///< a frame that is not found within so many draws is an Error
};

struct SimulateOptions {
  int frames = 25;
  double noise_px = 0.05;  ///< standard deviation of each coordinate
  double bend_m = 0;       ///< how far the target's centre stands out towards +z against its corners
  std::vector<SimulatedEffect> effects = {};
  double spoiled_px = 0;  ///< every eighth frame is spoiled: its corners have so much more noise
  std::uint64_t seed = 0;
  PoseSampling poses = {};
  int threads = 1;
  Progress progress = {};  ///< counts frames
};

struct Simulation {
  Observations observations;             ///< with the nominal, flat target
  std::vector<Pose> camera_from_target;  ///< the truth, one per frame
  std::vector<Vector3> target_points;    ///< the truth: the nominal points, bent
  std::vector<FrameEffects> effects;     ///< the truth, one per frame
};

/// Observations of `target` by `camera`. Throws an Error where the target cannot be brought into view.
[[nodiscard]] Simulation simulate(const Camera& camera, const Target& target, const SimulateOptions& options = {});

}  // namespace fiducia
