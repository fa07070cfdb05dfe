#pragma once

#include <optional>
#include <vector>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// What a calibration would leave with other effects, to first order: one Gauss-Newton step from where it is, with the
/// target as it has it. Quick, to see what is worth a calibration.
struct EffectScreen {
  std::vector<double> squares;  ///< of the residuals, by used frame, times its weight, px^2
  double cost = 0;              ///< their sum, and what holds the effects
  int parameters = 0;           ///< as FitSummary counts them, without the target's shape
  /// How far the corners narrow the frames' unknowns down from their widths: sum of log det(prior) / det(posterior).
  /// What their marginal likelihood loses, twice its logarithm.
  double narrowed = 0;
  EffectFit start;  ///< what a calibration may start from: widths and the frames' unknowns
};

/// Nothing where the step does not exist.
[[nodiscard]] std::optional<EffectScreen> screen_effects(const Calibration& calibration, std::vector<Effect> effects);

}  // namespace fiducia
