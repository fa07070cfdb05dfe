#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/calibration_file.h"
#include "apps/fiducia/common.h"
#include "apps/fiducia/projection_arguments.h"

namespace fiducia {

struct UndistortCommandOptions {
  CommonOptions common;
  std::vector<std::string> inputs;
  std::string calibration;
  CalibrationArguments calibration_arguments;
  std::string image_size;
  ProjectionArguments projection;
  std::string interpolation = "cubic";
  int every = 0;  ///< of a video: every Nth frame as an image; 0: a video
  std::string output;
  bool force = false;
};

/// Writes images as a camera without distortion would have taken them, and that camera.
[[nodiscard]] int run_undistort(const UndistortCommandOptions& options, const Streams& streams);

void add_undistort_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
