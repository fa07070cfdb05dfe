#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "apps/fiducia/input.h"

namespace fiducia {

struct StudyCommandOptions {
  CommonOptions common;
  std::string name;  ///< of a study, list, or all
  InputArguments input;
  std::string model;
  int datasets = 0;
  std::string output = "study";
};

/// Repeats experiments of the paper.
[[nodiscard]] int run_study(const StudyCommandOptions& options, const Streams& streams);

void add_study_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
