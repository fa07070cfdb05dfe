#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "apps/fiducia/evaluation_arguments.h"
#include "apps/fiducia/input.h"
#include "fiducia/assess/improve.h"
#include "fiducia/io/read_result.h"

namespace fiducia {

struct CalibrateCommandOptions {
  CommonOptions common;
  InputArguments input;
  EvaluationArguments evaluation;
  std::string model = "auto";  ///< the one that select recommends
  std::string loss = "none";
  std::string target_shape = "auto";
  std::string effects = "none";
  double outliers = OutlierOptions{}.sigmas;
  bool keep_frames = false;  ///< those too whose RMSE stands out
  bool auto_improve = false;
  std::string title;    ///< of the report; empty: a general one
  std::string summary;  ///< a file; empty: none is written
  std::string output;   ///< a folder; empty: nothing is written
  bool force = false;   ///< whether the result of another call may be replaced
};

/// What was read, and everything that was found out about it.
struct AssessedInput {
  ReadObservations input;
  Assessment assessment;
  std::vector<ImprovementStep> steps = {};  ///< where advice was followed
};

/// From the words of the command line, before anything is read; without the evaluation, which needs the image size.
[[nodiscard]] AssessOptions assess_options(const CalibrateCommandOptions& options);

/// Assesses what was read as the options say. `how`: assess_options(), with the evaluation.
[[nodiscard]] AssessedInput assess_read(ReadObservations input, const CalibrateCommandOptions& options,
                                        const AssessOptions& how);

/// Reads and assesses as the options say.
[[nodiscard]] AssessedInput assess_input(const CalibrateCommandOptions& options, const Streams& streams);

/// The options of how to calibrate, which `explain` has too.
void add_calibration_options(CLI::App& command, CalibrateCommandOptions& options);

/// Calibrates a camera from observations, evaluates the result, tells it and writes it.
[[nodiscard]] int run_calibrate(const CalibrateCommandOptions& options, const Streams& streams);

void add_calibrate_command(CLI::App& app, const Streams& streams, int& status);

}  // namespace fiducia
