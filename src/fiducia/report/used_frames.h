#pragma once

#include <vector>

#include "fiducia/data/observations.h"
#include "fiducia/report/evaluated_calibration.h"

namespace fiducia {

struct UsedCorner {
  const Corner* seen;
  /// Detected minus reprojected, as residuals() has it but without the corner's weight: also beyond the model's domain,
  /// where a lens that folds over puts corners. Not finite where nothing is projected.
  Vector2 residual_px;
};

/// A frame that the calibration used.
struct UsedFrame {
  const Frame* seen;
  std::vector<UsedCorner> corners;  ///< without those that the calibration left out
};

/// The calibration's frames in its order, as the observations have them. What it points to is the observations'; ids
/// must be those of the calibration's target, see require_its_observations().
[[nodiscard]] std::vector<UsedFrame> used_frames(const EvaluatedCalibration& calibration,
                                                 const Observations& observations);

}  // namespace fiducia
