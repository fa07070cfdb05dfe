#pragma once

#include <optional>
#include <string>

#include "fiducia/evaluate/bias_ratio.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// What explains the observations better: another model, or this one with a target whose shape is found as well.
struct BetterModel {
  std::string name;
  TargetShape target_shape = TargetShape::kPlanar;
  double ratio = 0;   ///< the bias ratio that it leaves
  double eps_px = 0;  ///< the systematic residual that it leaves, px RMS per coordinate
};

/// The model that select_model() recommends, if it is another one that leaves clearly less bias; or the same model with
/// a free target, if that leaves far less than either.
[[nodiscard]] std::optional<BetterModel> find_better_model(const Calibration& calibration, const BiasRatio& bias,
                                                           int threads = 1, const Progress& progress = {});

}  // namespace fiducia
