#pragma once

#include <memory>
#include <string>

#include "fiducia/assess/camera_part.h"
#include "fiducia/evaluate/evaluation.h"

namespace fiducia {

/// For a calibration that somebody else made: how it relates to the best fit of these observations.
struct OptimumCheck {
  bool at_minimum = true;
  double cost = 0;                               ///< px^2, with the given intrinsics
  double best_cost = 0;                          ///< px^2, with free intrinsics
  double difference_px = 0;                      ///< mapping error between the given camera and the best fit, px RMS
  double expected_px = 0;                        ///< 95% bound of the best fit's own uncertainty by cr2, px RMS
  BiasRatio best_bias;                           ///< what is left with free intrinsics
  std::string problem;                           ///< why the best fit is not known; empty: it is
  std::shared_ptr<const Calibration> best = {};  ///< the best fit, where the given camera is not it
  std::vector<CameraPart> parts = {};            ///< what the difference is made of; empty: not known, or there is none
};

/// Calibrates the observations of a calibration whose camera stayed fixed, from that camera, and compares.
/// `evaluated`: how the evaluation beside it looks at the mapping and the bias. `effects`: of single frames, that the
/// given camera was freed of, and the best fit is too, where the frames carry them.
[[nodiscard]] OptimumCheck check_optimum(const Calibration& fixed, const EvaluateOptions& evaluated = {},
                                         const std::vector<Effect>& effects = {});

}  // namespace fiducia
