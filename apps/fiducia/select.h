#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "apps/fiducia/evaluation_arguments.h"
#include "apps/fiducia/input.h"
#include "apps/fiducia/report_file.h"
#include "fiducia/evaluate/select.h"
#include "fiducia/io/read_result.h"
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
  bool keep_frames = false;  ///< of a rig: instants that do not belong to the others too
  ReportArguments report;
};

/// The models of --models; "all": all of the registry. Throws an Error for one that is named twice.
[[nodiscard]] std::vector<std::shared_ptr<const Model>> models_named(const std::vector<std::string>& names);

/// What the library is asked, from the words of the command line; without what depends on the observations. Throws an
/// Error for what makes no sense.
[[nodiscard]] SelectOptions select_options(const SelectCommandOptions& options);

/// Calibrates with several models and recommends one.
[[nodiscard]] int run_select(const SelectCommandOptions& options, const Streams& streams);

void add_select_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
