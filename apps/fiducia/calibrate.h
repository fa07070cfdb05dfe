#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"

namespace fiducia {

struct CalibrateCommandOptions {
  CommonOptions common;
  std::vector<std::string> inputs;
  std::string target;  ///< empty: the file's own
  std::string model = "radial2";
  std::string loss = "none";
  std::string image_size;  ///< empty: the file's own
  std::string output;      ///< a folder; empty: nothing is written
};

/// Calibrates a camera from observations, tells the result and writes it.
[[nodiscard]] int run_calibrate(const CalibrateCommandOptions& options, const Streams& streams);

void add_calibrate_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
