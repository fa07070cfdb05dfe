#pragma once

#include <string>

#include "apps/fiducia/calibration_file.h"
#include "apps/fiducia/common.h"

namespace fiducia {

struct ProjectCommandOptions {
  CommonOptions common;
  std::string points;  ///< a file, or - for standard input
  std::string calibration;
  CalibrationArguments calibration_arguments;
  std::string image_size;
  std::string output;  ///< .csv or .npy; empty: CSV to standard output
  bool force = false;
};

/// The pixels of points, with their uncertainty where the calibration tells it.
[[nodiscard]] int run_project(const ProjectCommandOptions& options, const Streams& streams);
/// The rays of pixels.
[[nodiscard]] int run_unproject(const ProjectCommandOptions& options, const Streams& streams);

void add_project_commands(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
