#include "fiducia/assess/optimum_check.h"

#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/error_bound.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/solve/warm_start.h"

namespace fiducia {

OptimumCheck check_optimum(const Calibration& fixed, const EvaluateOptions& evaluated) {
  require_converged(fixed, "a check of the optimum");
  const int threads = evaluated.threads;
  OptimumCheck check;
  check.at_minimum = fixed.fit.at_minimum;
  check.cost = fixed.fit.cost;
  check.best_cost = fixed.fit.cost;
  if (check.at_minimum) return check;
  CalibrateOptions options = continued_from(fixed, threads);
  options.progress = uncounted(evaluated.progress);
  check.best = std::make_shared<const Calibration>(calibrate(fixed.observations, options));
  const Calibration& best = *check.best;
  if (!best.converged()) {
    check.problem = best.message;
    check.best = nullptr;
    return check;
  }
  check.best_cost = best.fit.cost;
  try {
    const MappingDifference difference = mapping_difference(*fixed.camera, *best.camera, evaluated.mapping.grid);
    check.difference_px = evaluated.mapping.compensate_rotation ? difference.compensated.k_px : difference.plain.k_px;
    const Eigen::MatrixXd H = mapping_sensitivity(*best.camera, evaluated.mapping).H;
    check.expected_px = std::sqrt(error_bound(best, H, threads, options.progress).bound95);
    check.best_bias = bias_ratio(
        best, {.resamples = 0, .plain = evaluated.plain_bias, .threads = threads, .progress = options.progress});
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    check.problem = error.what();
  }
  return check;
}

}  // namespace fiducia
