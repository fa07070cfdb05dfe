#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"

namespace fiducia {

struct ConvertCommandOptions {
  CommonOptions common;
  std::vector<std::string> inputs;  ///< what is read together; without -o the last of them is the output
  std::string output;
  std::string format;  ///< empty: by the output's name
  std::string model;   ///< empty: as it is
  std::string camera;
  std::string cameras;  ///< A,B,...: those of a rig
  std::string image_size;
  double limit_px = 0.1;
  bool force = false;
};

/// Writes calibrations in another tool's format, with another model where that is asked for.
[[nodiscard]] int run_convert(const ConvertCommandOptions& options, const Streams& streams);

void add_convert_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
