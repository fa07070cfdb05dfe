#include "fiducia/solve/summarize_fit.h"

#include <Eigen/Cholesky>
#include <cmath>
#include <optional>

#include "fiducia/core/statistics.h"
#include "fiducia/solve/diagnosis.h"
#include "fiducia/solve/inverse_information.h"
#include "fiducia/solve/spline_support.h"

namespace fiducia {
namespace {

/// With so many the inverse that is there is not calculated again.
constexpr int kManyParameters = 100;
/// A full step of the intrinsics shorter than this many standard deviations is no step.
constexpr double kNoStep = 1e-2;

/// The information on the intrinsics, the first `count` of the unknowns, when the others are estimated as well; zero
/// where the whole is singular.
Eigen::MatrixXd intrinsic_information(const Information& information, std::span<const double> weights,
                                      const std::optional<InverseInformation>& inverse, int count) {
  if (information.size() == count) return information.matrix(weights);
  if (!inverse) return Eigen::MatrixXd::Zero(count, count);
  if (const Eigen::Index others = information.size() - count; count > kManyParameters && others < count) {
    const Eigen::MatrixXd all = information.matrix(weights);
    const Eigen::MatrixXd across = all.topRightCorner(count, others);
    return all.topLeftCorner(count, count) -
           across * all.bottomRightCorner(others, others).ldlt().solve(across.transpose());
  }
  return inverse->block(0, count).llt().solve(Eigen::MatrixXd::Identity(count, count));
}

/// RMSE, MAD and their kin.
/// global: what the intrinsics and the target's shape count for.
void summarize_residuals(const CalibrateOptions& options, int global, Calibration* result) {
  double squares = 0;
  double weighted_squares = 0;
  double count = 0;
  for (std::size_t j = 0; j < result->frames.size(); ++j) {
    FrameFit& frame = result->frames[j];
    const std::span<const double> r = result->residuals.frame(j);
    double sum = 0;
    for (std::size_t i = 0; i < r.size(); i += 2) {
      const double square = r[i] * r[i] + r[i + 1] * r[i + 1];
      sum += square;
      weighted_squares += frame.weight * options.loss.weight(square) * square;
    }
    frame.rmse = std::sqrt(sum / static_cast<double>(r.size()));
    squares += frame.weight * sum;
    count += frame.weight * static_cast<double>(r.size());
  }
  FitSummary& fit = result->fit;
  fit.n_observations = static_cast<int>(std::lround(count));
  fit.n_parameters = global + 6 * static_cast<int>(result->frames.size()) + result->effects.layout.common_size() +
                     static_cast<int>(std::lround(result->effects.freedom));
  const double variance = weighted_squares / (count - fit.n_parameters);
  fit.at_minimum = !options.fix_intrinsics || fit.decrease <= kNoStep * kNoStep * variance;
  if (!fit.at_minimum) fit.n_parameters -= global;
  fit.rmse = std::sqrt(squares / count);
  fit.mad = mad_sigma(result->residuals.all());
  fit.s_d = fit.mad / std::sqrt(1 - fit.n_parameters / count);
  fit.variance = weighted_squares / (count - fit.n_parameters);
}

/// intrinsics: the information on them; covariance: its inverse where there are many, else empty.
void judge_fit(const CalibrateOptions& options, SolverStatus status, const Eigen::MatrixXd& intrinsics,
               const Eigen::MatrixXd& covariance, Calibration* result) {
  Diagnosis diagnosis = diagnose(*result, intrinsics, result->fit.variance, !options.only_compared);
  if (!diagnosis.open.empty() && options.fix_intrinsics) {
    result->status = CalibrationStatus::kConverged;
    result->message = "converged";
    result->warnings = {"the uncertainty is not known: " + diagnosis.open};
  } else if (!diagnosis.open.empty()) {
    result->status = CalibrationStatus::kDegenerate;
    result->message = std::move(diagnosis.open);
  } else if (status != SolverStatus::kConverged) {
    result->status = CalibrationStatus::kIterationLimit;
    result->message = not_converged_message(status, *result);
  } else {
    result->status = CalibrationStatus::kConverged;
    result->message = "converged";
    result->warnings = std::move(diagnosis.warnings);
    result->covariance_std = result->fit.variance *
                             (covariance.size() > 0 ? covariance
                                                    : Eigen::MatrixXd(intrinsics.ldlt().solve(Eigen::MatrixXd::Identity(
                                                          result->model->size(), result->model->size()))));
  }
}

}  // namespace

Calibration summarize_fit(std::shared_ptr<const Observations> observations, const CalibrateOptions& options,
                          CalibrationAttempt* attempt) {
  FrameSolution& solution = attempt->solution;
  Calibration result{.model = options.model.shared_model(), .observations = std::move(observations)};
  const int intrinsics = result.model->size();
  result.camera.emplace(result.model, std::vector(solution.g.data(), solution.g.data() + intrinsics),
                        result.observations->image_size);
  if (attempt->with_shape) result.target.points = attempt->basis.points(solution.g.tail(attempt->basis.size()));
  result.target.basis = std::move(attempt->basis);
  result.effects = std::move(attempt->effects);
  for (std::size_t i = 0; i < attempt->used.size(); ++i) {
    const UsedFrame& frame = attempt->used[i];
    result.frames.push_back({result.observations->frames[frame.index].name, frame.index,
                             solution.states[i].camera_from_target, 0, frame.weight});
    result.residuals.add_frame(*result.camera, solution.states[i].camera_from_target,
                               corners_of(result, result.frames.back()), target_points(result));
  }
  result.information = std::move(solution.information);
  result.loss = options.loss;
  result.fit.cost = solution.cost;
  result.fit.iterations = solution.iterations;
  const std::vector<double> weights = frame_weights(result);
  const std::optional<InverseInformation> inverse = InverseInformation::of(result.information, weights);
  Eigen::VectorXd gradient = result.information.gradient(weights);
  if (const Prior& prior = result.information.prior; !prior.empty() && solution.g.size() == gradient.size()) {
    gradient += prior.rows.transpose() * prior.residual(solution.g);  // which it balances at a minimum
  }
  result.fit.decrease = inverse ? gradient.dot(inverse->times(gradient).col(0)) : 0;
  Eigen::MatrixXd covariance;
  if (inverse && intrinsics > kManyParameters) covariance = inverse->block(0, inverse->size());
  int global = intrinsics + result.target.basis.degrees_of_freedom();
  if (const SplineModel* spline = as_spline(*result.model); spline != nullptr && inverse) {
    const Prior& prior = result.information.prior;
    const Eigen::Index size = result.information.size() - result.effects.layout.common_size();
    global = static_cast<int>(size - std::lround(held_by_prior(prior, *inverse)));
    if (!options.fix_intrinsics) {
      result.camera =
          Camera(spline->with_determined(determined_cells(
                     *spline, prior, covariance.size() > 0 ? covariance : inverse->block(0, inverse->size()))),
                 result.camera->parameters(), result.camera->image_size());
    }
  }
  summarize_residuals(options, global, &result);
  if (covariance.size() > 0) covariance = covariance.topLeftCorner(intrinsics, intrinsics).eval();
  judge_fit(options, solution.status, intrinsic_information(result.information, weights, inverse, intrinsics),
            covariance, &result);
  return result;
}

}  // namespace fiducia
