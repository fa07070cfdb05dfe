#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/calibration_file.h"
#include "apps/fiducia/common.h"
#include "apps/fiducia/evaluation_arguments.h"
#include "apps/fiducia/input.h"
#include "apps/fiducia/report_file.h"
#include "fiducia/solve/outlying_corners.h"

namespace fiducia {

struct EvaluateCommandOptions {
  CommonOptions common;
  std::string calibration;
  CalibrationArguments calibration_arguments;
  InputArguments input;
  EvaluationArguments evaluation;
  std::string loss = "none";
  double outliers = OutlierOptions{}.sigmas;
  ReportArguments report;
  std::string summary;  ///< a file; empty: none is written
};

/// Holds a calibration that somebody made against observations: poses are estimated, intrinsics stay.
[[nodiscard]] int run_evaluate(const EvaluateCommandOptions& options, const Streams& streams);

void add_evaluate_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
