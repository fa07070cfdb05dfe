#pragma once

#include <string>

#include "apps/fiducia/common.h"

namespace fiducia {

struct SimulateCommandOptions {
  CommonOptions common;
  std::string model = "radial2";
  std::string parameters;
  std::string image_size;
  std::string target;
  int frames = 25;
  std::string noise_px;
  std::string bend_m;
  std::string max_angle_deg;
  std::string distance_m;
  std::string max_offset_m;
  std::string output;  ///< JSON, or CSV when it ends in .csv
};

/// Makes observations of a target by a camera that is known, and writes them.
[[nodiscard]] int run_simulate(const SimulateCommandOptions& options, const Streams& streams);

void add_simulate_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
