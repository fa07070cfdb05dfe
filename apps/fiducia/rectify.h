#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "apps/fiducia/projection_arguments.h"

namespace fiducia {

struct RectifyCommandOptions {
  CommonOptions common;
  std::vector<std::string> inputs;  ///< the images of the first camera, and those of the second
  std::string calibration;
  std::string cameras;  ///< A,B; empty: the only two
  std::string model;    ///< opencv4 or fisheye: what four coefficients of OpenCV mean
  std::string image_size;
  ProjectionArguments projection;
  std::string formats = "yaml";
  std::string interpolation = "cubic";
  std::string output;
  bool force = false;
};

/// Writes the images of a pair of cameras so that a point has the same row in both, and the pair that took them.
[[nodiscard]] int run_rectify(const RectifyCommandOptions& options, const Streams& streams);

void add_rectify_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
