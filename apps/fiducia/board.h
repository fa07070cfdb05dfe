#pragma once

#include <string>

#include "apps/fiducia/common.h"

namespace fiducia {

struct BoardCommandOptions {
  CommonOptions common;
  std::string target;
  std::string output;
  double dpi = 300;
};

/// Writes a target to print, at its true size.
[[nodiscard]] int run_board(const BoardCommandOptions& options, const Streams& streams);

void add_board_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
