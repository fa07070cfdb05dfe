#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "fiducia/assess/assess_options.h"
#include "fiducia/evaluate/evaluation.h"

namespace fiducia {

/// What the commands that evaluate take besides their own options, as it was written.
struct EvaluationArguments {
  std::vector<std::string> regions;
  std::string region_mask;
  std::string grid = "20x15";
  bool no_rotation = false;
  bool plain = false;
  int abs_samples = 1000;
  int bootstrap = 0;
  double tolerance = AssessOptions{}.tolerance_px;
  std::vector<std::string> thresholds;
  std::vector<std::string> require;
};

/// Where and how the mapping error is taken.
void add_mapping_options(CLI::App& command, EvaluationArguments& arguments);
/// Those, and how the error and its causes are found.
void add_error_options(CLI::App& command, EvaluationArguments& arguments);
/// Those, and what only an evaluation and its verdict take.
void add_evaluation_options(CLI::App& command, EvaluationArguments& arguments);

/// The grid without its region: what can be checked before anything is read.
[[nodiscard]] MappingErrorOptions mapping_options(const EvaluationArguments& arguments);
/// With the regions; reads the mask.
[[nodiscard]] MappingErrorOptions mapping_options(const EvaluationArguments& arguments, ImageSize image_size);
/// The same, and the image circle where no region is given.
[[nodiscard]] MappingErrorOptions mapping_options(const EvaluationArguments& arguments,
                                                  const Observations& observations);
[[nodiscard]] EvaluateOptions evaluate_options(const EvaluationArguments& arguments, const CommonOptions& common,
                                               ImageSize image_size, const Streams& streams);
[[nodiscard]] VerdictThresholds verdict_thresholds(const EvaluationArguments& arguments);

}  // namespace fiducia
