#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/scene_arguments.h"
#include "fiducia/simulate/simulate_rig.h"

namespace fiducia {

/// Several cameras that are known, fixed to each other, and what is wrong with that: what `simulate` and `render` take
/// for a rig.
struct RigSceneArguments {
  std::vector<std::string> cameras;  ///< NAME or NAME=X,Y,Z[,RX,RY,RZ]; empty: one camera, no rig
  std::vector<std::string> lags;     ///< NAME=SECONDS
  std::string speed_m_s;
  std::string turn_rate_deg_s;
  std::string moved_mount;                ///< NAME=INSTANT:X,Y,Z[,RX,RY,RZ]
  std::vector<std::string> loose_mounts;  ///< NAME=SHIFT[,DEGREES]
  std::string alone;                      ///< part of the instants

  [[nodiscard]] bool empty() const { return cameras.empty(); }
};

struct RigSceneToSimulate {
  std::vector<SimulatedRigCamera> cameras;
  Target target;
  SimulateRigOptions options;  ///< without noise
};

void add_rig_scene_options(CLI::App& command, RigSceneArguments& arguments);

/// Throws an Error where there is no rig and one of its options is given.
void check_no_rig_scene(const RigSceneArguments& rig);

/// Throws an Error that names the option at fault.
[[nodiscard]] RigSceneToSimulate parse_rig_scene(const SceneArguments& scene, const RigSceneArguments& rig,
                                                 const CommonOptions& common);

}  // namespace fiducia
