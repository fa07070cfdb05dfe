#pragma once

#include <string>

#include "apps/fiducia/common.h"
#include "apps/fiducia/scene_arguments.h"

namespace fiducia {

struct SimulateCommandOptions {
  CommonOptions common;
  SceneArguments scene;
  std::string noise_px;
  std::string output;  ///< JSON, or CSV when it ends in .csv
};

/// Makes observations of a target by a camera that is known, and writes them.
[[nodiscard]] int run_simulate(const SimulateCommandOptions& options, const Streams& streams);

void add_simulate_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
