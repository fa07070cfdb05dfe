#pragma once

#include <string>

#include "apps/fiducia/common.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia {

/// A camera that is known and a target in front of it, as options: what `simulate` and `render` have in common.
struct SceneArguments {
  std::string model = "radial2";
  std::string parameters;
  std::string image_size;
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

/// Throws an Error that names the option at fault.
[[nodiscard]] SceneToSimulate parse_scene(const SceneArguments& arguments, const CommonOptions& common);

}  // namespace fiducia
