#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/calibration_file.h"
#include "apps/fiducia/common.h"
#include "apps/fiducia/evaluation_arguments.h"
#include "apps/fiducia/input.h"
#include "apps/fiducia/report_file.h"
#include "fiducia/assess/assess.h"
#include "fiducia/io/calibration_json.h"
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

/// A calibration that was read held against observations that were; `options.calibration` names it. The input loses
/// the frames that the calibration did without, and is renumbered as its board is.
[[nodiscard]] Assessment assess_record(const CalibrationRecord& record, ReadObservations* input,
                                       const EvaluateCommandOptions& options, const Streams& streams);

/// Holds a calibration that somebody made against observations: poses are estimated, intrinsics stay.
[[nodiscard]] int run_evaluate(const EvaluateCommandOptions& options, const Streams& streams);

void add_evaluate_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
