#include "fiducia/evaluate/evaluation.h"

#include <algorithm>
#include <limits>
#include <string>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/estimators.h"
#include "fiducia/evaluate/observed_field.h"

namespace fiducia {
namespace {

void require_enough(const Calibration& calibration) {
  require_converged(calibration, "an evaluation");
  if (calibration.frames.size() < kFewestFrames) {
    throw Error(ErrorCode::kDegenerate, "only " + std::to_string(calibration.frames.size()) +
                                            " frames can be used: how uncertain the result is shows in how frames "
                                            "differ, and takes at least " +
                                            std::to_string(kFewestFrames) + " (better 20); take more images");
  }
}

Uncertainty with_mapping_error(CovarianceEstimate covariance, const Eigen::MatrixXd& H, const SmallSample& sample) {
  Uncertainty result{std::move(covariance), {}};
  result.sample = sample;
  result.error = expected_error(H, result.covariance.matrix);
  result.k_median = result.error.distribution.quantile(0.5);
  result.k_95 = result.error.distribution.quantile(0.95);
  result.bound95 = result.error.mean * error_quantile_factor(sample, 0.95);
  return result;
}

/// The samples of abs: as asked for, unless a free target makes each a system of hundreds of unknowns. Then as many as
/// take about a second, and not less than a hundred, which give the root of the EME to 7%.
int affordable_samples(const Calibration& calibration, int asked) {
  constexpr double kOperations = 6e9;
  constexpr int kFewest = 100;
  constexpr double kQuick = 60;  // parameters whose systems cost next to nothing
  const auto unknowns = static_cast<double>(calibration.information.size());
  if (unknowns <= kQuick) return asked;
  const auto frames = static_cast<double>(calibration.frames.size());
  const double rest = kPoseSize * frames;
  const double each = std::min(rest * unknowns * unknowns, unknowns * rest * rest);
  const double most = std::max<double>(kFewest, kOperations / each);
  return asked > most ? static_cast<int>(most) : asked;
}

constexpr int kMaxEreSamples = 400;

/// A metric on a grid of its own, which the model's domain may not reach.
template <class Compute>
double number_or_nan(const Compute& compute) {
  try {
    return compute();
  } catch (const Error&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace

Eigen::VectorXd Uncertainty::interval95() const {
  Eigen::VectorXd half = covariance.sigma();
  for (Eigen::Index i = 0; i < half.size(); ++i) half[i] *= interval_factor(sample.parameter_degrees[i], 0.95);
  return half;
}

const Uncertainty* Evaluation::find(Covariance method) const {
  const auto found = std::find_if(uncertainty.begin(), uncertainty.end(),
                                  [&](const Uncertainty& entry) { return entry.covariance.method == method; });
  return found == uncertainty.end() ? nullptr : &*found;
}

const Uncertainty& Evaluation::of(Covariance method) const {
  if (const Uncertainty* found = find(method)) return *found;
  throw Error(ErrorCode::kBadOption, "the covariance " + std::string(to_string(method)) + " was not computed");
}

Evaluation evaluate(const Calibration& calibration, const EvaluateOptions& options) {
  require_enough(calibration);
  Evaluation result;
  const Progress asked = uncounted(options.progress);
  const TileFits tiles = fit_tiles(calibration, options.threads, asked);
  result.bias = bias_ratio(calibration, tiles,
                           {.resamples = options.bias_resamples,
                            .plain = options.plain_bias,
                            .seed = options.seed,
                            .threads = options.threads,
                            .progress = asked});
  require_go_on(asked);
  result.source = bias_source(calibration);
  result.suspicions = frame_suspicions(calibration, tiles);
  result.sensitivity = mapping_sensitivity(*calibration.camera, options.mapping);
  result.corners_outside_domain = corners_outside_domain(calibration);
  result.histogram = residual_histogram(calibration.residuals.all());
  result.metrics.kld = residual_kld(calibration);
  const Eigen::MatrixXd& H = result.sensitivity.H;
  if (calibration.covariance_std.size() == 0) return result;  // fixed intrinsics that these data leave open
  const CovarianceOptions how{.samples = affordable_samples(calibration, options.abs_samples),
                              .seed = options.seed,
                              .threads = options.threads,
                              .progress = options.progress};
  EstimatorInput input(calibration, how);
  const SmallSample of_frames = small_sample(calibration, input.influences(), H, options.threads);
  const SmallSample of_residuals = residual_sample(calibration, input.influences(), H);
  for (CovarianceEstimate& estimate : quick_covariances(input)) {
    const SmallSample& sample = estimate.method == Covariance::kStd ? of_residuals : of_frames;
    result.uncertainty.push_back(with_mapping_error(std::move(estimate), H, sample));
  }
  if (options.bootstrap_samples > 0) {
    CovarianceOptions exact = how;
    exact.method = Covariance::kBs;
    exact.samples = options.bootstrap_samples;
    result.uncertainty.push_back(with_mapping_error(covariance(calibration, exact), H, of_frames));
  }
  require_go_on(asked);
  result.target = target_deformation(
      calibration, {&result.of(Covariance::kStd).covariance, &result.of(Covariance::kCr2).covariance});
  const Camera& camera = *calibration.camera;
  const Eigen::MatrixXd& std_matrix = result.of(Covariance::kStd).covariance.matrix;
  result.metrics.max_ere_px = number_or_nan(
      [&] { return sampled_max_expected_reprojection_error(camera, std_matrix, kMaxEreSamples, options.seed); });
  result.metrics.max_ere_closed_form_px =
      number_or_nan([&] { return max_expected_reprojection_error(camera, std_matrix); });
  require_go_on(asked);
  result.metrics.observability = observability(calibration, H);
  result.metrics.trace = std_matrix.trace();
  result.frames = frame_influence(calibration, input.influences(), H, options.outlier_ratio);
  const double bound = std::sqrt(result.of(Covariance::kCr2).bound95);
  for (FrameInfluence& frame : result.frames) frame.influential = frame.shift_px > bound;
  require_go_on(asked);
  result.map = uncertainty_map(camera, result.of(Covariance::kCr2).covariance.matrix, observed_pixels(calibration),
                               options.map_columns, options.map_rows, options.mapping);
  return result;
}

}  // namespace fiducia
