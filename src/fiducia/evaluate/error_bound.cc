#include "fiducia/evaluate/error_bound.h"

namespace fiducia {

ErrorBound error_bound(EstimatorInput& input, const Eigen::MatrixXd& H) {
  ErrorBound result;
  result.error = expected_error(H, covariance(input).matrix);
  result.sample = small_sample(input.calibration, input.influences(), H, input.options.threads);
  result.bound95 = result.error.mean * error_quantile_factor(result.sample, 0.95);
  return result;
}

ErrorBound error_bound(const Calibration& calibration, const Eigen::MatrixXd& H, int threads,
                       const Progress& progress) {
  EstimatorInput input(calibration, {.method = Covariance::kCr2, .threads = threads, .progress = progress});
  return error_bound(input, H);
}

}  // namespace fiducia
