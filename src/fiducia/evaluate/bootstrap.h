#pragma once

#include <Eigen/Core>

#include "fiducia/core/progress.h"
#include "fiducia/evaluate/approximate_bootstrap.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

struct Bootstrap {
  Eigen::MatrixXd covariance;
  Eigen::MatrixXd parameters;  ///< one column per sample
  int samples = 0;
  int redrawn = 0;  ///< samples whose calibration left a direction open or did not converge, drawn again
};

/// The bootstrap over frames with exact refits: each sample is calibrated to convergence, from the solution on
/// (docs/method.md 4). No linearisation, but as pessimistic for few frames as the approximate one. Throws an Error
/// where hardly a sample can be calibrated.
[[nodiscard]] Bootstrap bootstrap(const Calibration& calibration, const ResamplingOptions& options = {},
                                  const Progress& progress = {});

}  // namespace fiducia
