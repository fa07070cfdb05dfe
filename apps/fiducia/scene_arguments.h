#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia {

inline constexpr const char* kSceneModel = "radial2";

/// A camera that is known and a target in front of it, as options: what `simulate` and `render` have in common.
struct SceneArguments {
  std::vector<std::string> models;  ///< one, kSceneModel where it is empty; of a rig several, NAME=MODEL
  std::vector<std::string> parameters;
  std::vector<std::string> image_sizes;
  std::string target;
  int frames = 25;
  std::string bend_m;
  std::vector<std::string> effects;
  std::string max_angle_deg;
  std::string distance_m;
  std::string max_offset_m;
};

struct SceneToSimulate {
  Camera camera;
  Target target;
  SimulateOptions options;  ///< without noise
};

void add_scene_options(CLI::App& command, SceneArguments& arguments);

/// Everything but the camera, the target and the noise. Throws an Error that names the option at fault.
[[nodiscard]] SimulateOptions simulate_options(const SceneArguments& arguments, const CommonOptions& common);

/// The same with one camera.
[[nodiscard]] SceneToSimulate parse_scene(const SceneArguments& arguments, const CommonOptions& common);

}  // namespace fiducia
