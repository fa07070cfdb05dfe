#include "fiducia/evaluate/evaluation.h"

#include <algorithm>
#include <string>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/observed_field.h"

namespace fiducia {
namespace {

void require_enough(const Calibration& calibration) {
  if (!calibration.converged()) {
    throw Error(ErrorCode::kDegenerate, "there is nothing to evaluate: " + calibration.message);
  }
  if (calibration.frames.size() < kFewestFrames) {
    throw Error(ErrorCode::kDegenerate, "only " + std::to_string(calibration.frames.size()) +
                                            " frames can be used: how uncertain the result is shows in how frames "
                                            "differ, and takes at least " +
                                            std::to_string(kFewestFrames) + " (better 20); take more images");
  }
}

Uncertainty uncertainty_by(const Calibration& calibration, const Observations& observations, Covariance method,
                           const Eigen::MatrixXd& H, const EvaluateOptions& options) {
  CovarianceOptions covariance_options;
  covariance_options.method = method;
  covariance_options.samples = method == Covariance::kBs ? options.bootstrap_samples : options.abs_samples;
  covariance_options.seed = options.seed;
  covariance_options.threads = options.threads;
  covariance_options.progress = options.progress;
  Uncertainty result{covariance(calibration, observations, covariance_options), {}};
  result.error = expected_error(H, result.covariance.matrix);
  result.k_median = result.error.distribution.quantile(0.5);
  result.k_95 = result.error.distribution.quantile(0.95);
  return result;
}

}  // namespace

const Uncertainty& Evaluation::of(Covariance method) const {
  const auto found = std::find_if(uncertainty.begin(), uncertainty.end(),
                                  [&](const Uncertainty& entry) { return entry.covariance.method == method; });
  if (found == uncertainty.end()) {
    throw Error(ErrorCode::kBadOption, "the covariance " + std::string(to_string(method)) + " was not computed");
  }
  return *found;
}

Evaluation evaluate(const Calibration& calibration, const Observations& observations, const EvaluateOptions& options) {
  require_enough(calibration);
  Evaluation result;
  result.bias = bias_ratio(calibration, observations,
                           {.resamples = options.bias_resamples,
                            .plain = options.plain_bias,
                            .seed = options.seed,
                            .threads = options.threads});
  result.source = bias_source(calibration, observations);
  result.sensitivity = mapping_sensitivity(calibration.camera, options.mapping);
  const Eigen::MatrixXd& H = result.sensitivity.H;
  for (const Covariance method : kQuickCovariances) {
    result.uncertainty.push_back(uncertainty_by(calibration, observations, method, H, options));
  }
  if (options.bootstrap_samples > 0) {
    result.uncertainty.push_back(uncertainty_by(calibration, observations, Covariance::kBs, H, options));
  }
  const Eigen::MatrixXd& std_matrix = result.of(Covariance::kStd).covariance.matrix;
  result.metrics = {.kld = residual_kld(calibration, observations),
                    .max_ere_px = sampled_max_expected_reprojection_error(calibration.camera, std_matrix),
                    .max_ere_closed_form_px = max_expected_reprojection_error(calibration.camera, std_matrix),
                    .observability = observability(calibration, H),
                    .trace = std_matrix.trace()};
  result.histogram = residual_histogram(residuals(calibration, observations));
  result.frames = frame_influence(calibration, H, options.outlier_ratio);
  result.map = uncertainty_map(calibration.camera, result.of(Covariance::kCr2).covariance.matrix, observations,
                               options.map_columns, options.map_rows, options.mapping);
  result.corners_outside_domain = corners_outside_domain(calibration, observations);
  return result;
}

}  // namespace fiducia
