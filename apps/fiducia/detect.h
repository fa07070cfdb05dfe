#pragma once

#include <string>

#include "apps/fiducia/common.h"
#include "apps/fiducia/input.h"

namespace fiducia {

struct DetectCommandOptions {
  CommonOptions common;
  InputArguments input;
  std::string output;  ///< a file, JSON or CSV; empty: none
  std::string draw;    ///< a folder for annotated copies of the images; empty: none
};

/// Finds the target in images, tells what it found and writes it.
[[nodiscard]] int run_detect(const DetectCommandOptions& options, const Streams& streams);

void add_detect_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
