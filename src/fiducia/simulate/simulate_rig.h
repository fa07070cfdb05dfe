#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fiducia/data/rig_observations.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia {

/// A camera of a simulated rig; the first one's camera_from_rig should be the identity, so that it is the rig's frame.
struct SimulatedRigCamera {
  std::string name;
  Camera camera;
  Pose camera_from_rig = {};
  double lag_s = 0;  ///< it takes its image so much later than the instant, while the target moves
};

/// A mount that gives way: from an instant on, a camera stands elsewhere.
struct LooseMount {
  std::size_t camera = 0;
  int from_instant = 0;
  Vector6 motion = Vector6::Zero();  ///< of camera_from_rig, as Pose::moved() takes it
};

/// A mount that gives: at every instant the camera stands a little elsewhere, by normal numbers.
struct ShakyMount {
  std::size_t camera = 0;
  double shift_m = 0;   ///< standard deviation, per axis
  double turn_rad = 0;  ///< about each axis
};

struct SimulateRigOptions {
  int instants = 30;
  double noise_px = 0.05;  ///< standard deviation of each coordinate
  double bend_m = 0;       ///< see SimulateOptions
  /// Of every camera, each with numbers of its own; what happens to the target is the same for all of them.
  std::vector<SimulatedEffect> effects = {};
  double spoiled_px = 0;  ///< see SimulateOptions
  /// In this part of the instants (at random) only one camera, of those that could, sees the target.
  double alone_fraction = 0;
  double speed_m_s = 0;        ///< of the target, in a direction of its own at each instant
  double turn_rate_rad_s = 0;  ///< about an axis of its own
  std::optional<LooseMount> loose_mount = {};
  std::vector<ShakyMount> shaky_mounts = {};
  std::uint64_t seed = 0;
  PoseSampling poses = {};  ///< before one of the cameras, which take turns; max_draws counts
  int threads = 1;
  Progress progress = {};  ///< counts instants
};

/// How one camera had the target before it when it took its image: lag, mount and effects are in it.
struct SimulatedView {
  Pose camera_from_target;
  FrameEffects effects = {};
};

struct RigSimulation {
  RigObservations observations;                   ///< with the nominal, flat target
  std::vector<Pose> rig_from_target;              ///< the truth, one per instant
  std::vector<Vector3> target_points;             ///< the truth: the nominal points, bent
  std::vector<std::vector<SimulatedView>> views;  ///< the truth, per instant and camera, also where it saw nothing
};

/// Observations of a target by the cameras of a rig. At every instant the target is wholly in view of at least one of
/// them; another camera sees it where it is wholly in its view too, from the front. Throws an Error where it cannot be
/// brought into view, or the rig has no cameras.
[[nodiscard]] RigSimulation simulate_rig(const std::vector<SimulatedRigCamera>& cameras, const Target& target,
                                         const SimulateRigOptions& options = {});

}  // namespace fiducia
