#pragma once

#include <string>

#include "apps/fiducia/common.h"
#include "apps/fiducia/rig_scene.h"
#include "apps/fiducia/scene_arguments.h"

namespace fiducia {

struct RenderCommandOptions {
  CommonOptions common;
  SceneArguments scene;
  RigSceneArguments rig;
  std::string psf_px;
  int samples = 16;
  std::string read_noise;
  std::string shot_noise;
  std::string gradient;  ///< FALL or FALL:DEGREES
  int bits = 8;
  std::string output;  ///< a folder
};

/// Draws images of a target by a camera that is known, and writes them with the true corners.
[[nodiscard]] int run_render(const RenderCommandOptions& options, const Streams& streams);

void add_render_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
