#pragma once

#include <string>

#include "fiducia/assess/assess.h"
#include "fiducia/evaluate/evaluation.h"
#include "fiducia/io/read_result.h"
#include "fiducia/io/verdict_json.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

// Results in a few lines for people.

[[nodiscard]] std::string calibration_summary(const Calibration& calibration, const Evaluation& evaluation);
/// How wrong the camera is, in pixels.
[[nodiscard]] std::string trust_summary(const Trust& trust, const Calibration& calibration);
[[nodiscard]] std::string verdict_summary(const Verdict& verdict, const VerdictWords& words);
/// How somebody's calibration relates to the best fit of the observations.
[[nodiscard]] std::string optimum_summary(const OptimumCheck& optimum);

/// What is known of a calibration that failed, besides its message: frames left out and warnings.
[[nodiscard]] std::string circumstances(const Calibration& calibration, bool all = false);
/// The same of an input.
[[nodiscard]] std::string circumstances(const ReadObservations& input, bool all = false);

}  // namespace fiducia
