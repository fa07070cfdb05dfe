#pragma once

#include <string>

#include "apps/fiducia/common.h"
#include "apps/fiducia/rig_scene.h"
#include "apps/fiducia/scene_arguments.h"
#include "fiducia/io/file.h"

namespace fiducia {

struct SimulateCommandOptions {
  CommonOptions common;
  SceneArguments scene;
  RigSceneArguments rig;
  std::string noise_px;
  std::string output;  ///< JSON, or CSV when it ends in .csv; of a rig a folder
};

/// Makes observations of a target by a camera that is known, and writes them.
[[nodiscard]] int run_simulate(const SimulateCommandOptions& options, const Streams& streams);

/// What each camera of a simulated rig saw: observations_NAME.json. Throws an Error where one of them saw nothing.
[[nodiscard]] std::vector<FileContent> rig_observation_files(const RigSimulation& simulation);

void add_simulate_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
