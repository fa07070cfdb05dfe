#pragma once

#include "fiducia/evaluate/estimators.h"
#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/evaluate/small_sample.h"

namespace fiducia {

/// The expected mapping error by one estimator of the covariance, and how large it is at most.
struct ErrorBound {
  ExpectedError error;
  SmallSample sample;
  double bound95 = 0;  ///< px^2: with 95% confidence K is less, EME F_{0.95; h, nu} (small_sample.h)
};

/// With cr2. Throws an Error as covariance() does.
[[nodiscard]] ErrorBound error_bound(EstimatorInput& input, const Eigen::MatrixXd& H);
[[nodiscard]] ErrorBound error_bound(const Calibration& calibration, const Eigen::MatrixXd& H, int threads = 1,
                                     const Progress& progress = {});

}  // namespace fiducia
