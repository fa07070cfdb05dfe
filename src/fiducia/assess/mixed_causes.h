#pragma once

#include <vector>

#include "fiducia/assess/error_cause.h"
#include "fiducia/assess/optimum_check.h"
#include "fiducia/assess/verdict_thresholds.h"
#include "fiducia/evaluate/find_explanation.h"

namespace fiducia {

/// The causes that are neither lens nor target nor an effect: frames of another camera, upside down, mirrored.
[[nodiscard]] std::vector<ErrorCause> mixed_causes(const Explanation& lean, const FoundExplanations& found,
                                                   const ExplanationOptions& options);

/// Whether the observations ask for another camera than the one that was given.
[[nodiscard]] ErrorCause given_camera_cause(const Calibration& fixed, const OptimumCheck& optimum,
                                            const VerdictThresholds& thresholds);

}  // namespace fiducia
