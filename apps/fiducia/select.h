#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "apps/fiducia/evaluation_arguments.h"
#include "apps/fiducia/input.h"
#include "apps/fiducia/report_file.h"
#include "fiducia/solve/outlying_corners.h"

namespace fiducia {

struct SelectCommandOptions {
  CommonOptions common;
  InputArguments input;
  EvaluationArguments evaluation;
  std::vector<std::string> models;  ///< empty: those that fit the lens; "all": all
  std::string by = "total";
  std::string loss = "none";
  std::string target_shape = "planar";
  double outliers = OutlierOptions{}.sigmas;
  ReportArguments report;
};

/// Calibrates with several models and recommends one.
[[nodiscard]] int run_select(const SelectCommandOptions& options, const Streams& streams);

void add_select_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
