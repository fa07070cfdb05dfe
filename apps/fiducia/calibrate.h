#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "apps/fiducia/evaluation_arguments.h"
#include "apps/fiducia/input.h"
#include "fiducia/solve/outlying_corners.h"

namespace fiducia {

struct CalibrateCommandOptions {
  CommonOptions common;
  InputArguments input;
  EvaluationArguments evaluation;
  std::string model = "radial2";  ///< auto: the one that select recommends
  std::string loss = "none";
  std::string target_shape = "planar";
  double outliers = OutlierOptions{}.sigmas;
  std::string title;   ///< of the report; empty: a general one
  std::string output;  ///< a folder; empty: nothing is written
};

/// Calibrates a camera from observations, evaluates the result, tells it and writes it.
[[nodiscard]] int run_calibrate(const CalibrateCommandOptions& options, const Streams& streams);

void add_calibrate_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
