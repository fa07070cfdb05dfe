#pragma once

#include <vector>

#include "fiducia/core/progress.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

struct CrossValidation {
  /// For each used frame, the sum of squares (px^2, corners times their weights) that it leaves when the intrinsics
  /// come from the other frames and only its pose is fitted; infinite where the others cannot be calibrated without it.
  std::vector<double> squares;
  double rmse = 0;  ///< px per coordinate, over all frames
};

/// Each frame is predicted from frames that were calibrated without it: one at a time, or, of more than `folds` frames,
/// every folds-th together. Exact refits, warm-started. `progress`: in groups of frames.
[[nodiscard]] CrossValidation cross_validate(const Calibration& calibration, int folds = 25, int threads = 1,
                                             const Progress& progress = {});

}  // namespace fiducia
