#pragma once

#include <string>

#include "apps/fiducia/calibration_file.h"
#include "apps/fiducia/common.h"
#include "apps/fiducia/projection_arguments.h"

namespace fiducia {

struct MapsCommandOptions {
  CommonOptions common;
  std::string calibration;
  CalibrationArguments calibration_arguments;
  std::string image_size;
  ProjectionArguments projection;
  std::string formats = "yaml,npy,stmap,grid";
  std::string grid_error = "0.01";
  std::string output;
  bool force = false;
};

/// Writes look-up tables of a camera for programs that do not know its model.
[[nodiscard]] int run_maps(const MapsCommandOptions& options, const Streams& streams);

void add_maps_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
