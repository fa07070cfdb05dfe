#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "fiducia/assess/trust.h"

namespace fiducia {

/// What explains the observations better: another model, another shape of the target, effects, or all of them.
struct BetterModel {
  std::string name;
  TargetShape target_shape = TargetShape::kPlanar;
  std::vector<Effect> effects = {};
  std::vector<std::string> without_frames = {};  ///< that do not belong to the others
  double ratio = 0;                              ///< the bias ratio that it leaves
  double eps_px = 0;                             ///< the systematic residual that it leaves, px RMS per coordinate
  double total_px =
      std::numeric_limits<double>::quiet_NaN();  ///< how wrong its camera is then expected to be, a length
  /// With 95% confidence it is less; NaN where that takes a calibration to say.
  double bound95_px = std::numeric_limits<double>::quiet_NaN();
};

/// The explanation that the trust rests on, unless that is the calibration itself.
[[nodiscard]] std::optional<BetterModel> better_model(const Trust& trust);

/// A camera that is expected to be less wrong is no better where it may be further off than the tolerance and than what
/// there is: a verdict is about the bound.
[[nodiscard]] bool has_worse_bound(double bound95_px, const Trust& now, double tolerance_px);

}  // namespace fiducia
