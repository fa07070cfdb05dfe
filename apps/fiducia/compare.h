#pragma once

#include <string>

#include "apps/fiducia/calibration_file.h"
#include "apps/fiducia/common.h"
#include "apps/fiducia/evaluation_arguments.h"
#include "apps/fiducia/report_file.h"
#include "fiducia/evaluate/mapping_difference.h"

namespace fiducia {

struct CompareCommandOptions {
  CommonOptions common;
  std::string reference;
  std::string other;
  CalibrationArguments calibration_arguments;
  std::string other_camera;
  std::string image_size;
  std::string distance;  ///< m; empty: far away
  EvaluationArguments evaluation;
  ReportArguments report;
};

/// What two calibrations may differ by because neither is known better: a length, px. Nothing where one does not say.
[[nodiscard]] std::optional<double> expected_difference_px(const CalibrationRecord& a, const CalibrationRecord& b);

/// How far two calibrations map apart.
[[nodiscard]] int run_compare(const CompareCommandOptions& options, const Streams& streams);

void add_compare_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
