#pragma once

#include "fiducia/simulate/simulate_rig.h"

namespace fiducia::testing {

inline Camera rig_camera(double f = 900) {
  return {"radial2", {{"fx", f}, {"fy", f + 5}, {"cx", 640}, {"cy", 470}, {"k1", -0.2}, {"k2", 0.05}}, {1280, 960}};
}

/// 12 cm apart, turned towards each other by 3 degrees.
inline std::vector<SimulatedRigCamera> stereo() {
  return {{"left", rig_camera()},
          {"right", rig_camera(910), Pose::from_vectors({0.01, 0.05, -0.02}, {-0.12, 0.003, 0.004})}};
}

inline Target rig_board() { return Target::chessboard(9, 6, 0.04); }

/// Boards that stay near enough for most of them to be in both images.
inline PoseSampling near_poses() { return {.min_distance_m = 0.6, .max_distance_m = 1.5, .max_offset_m = 0.3}; }

}  // namespace fiducia::testing
