#include "fiducia/solve/calibrate.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "fiducia/core/error.h"
#include "fiducia/core/statistics.h"
#include "fiducia/solve/camera_problem.h"
#include "fiducia/solve/check_calibrate_options.h"
#include "fiducia/solve/diagnosis.h"
#include "fiducia/solve/fit_effects.h"
#include "fiducia/solve/fit_poses.h"
#include "fiducia/solve/frame_solver.h"
#include "fiducia/solve/inverse_information.h"
#include "fiducia/solve/shape_problem.h"
#include "fiducia/solve/start/initial_values.h"
#include "fiducia/solve/usable_frames.h"

namespace fiducia {
namespace {

/// A target whose points stand out of their plane by more than this part of its size is not a board.
constexpr double kThickest = 0.1;

/// The information on the intrinsics, the first `count` of the unknowns, when the others are estimated as well; zero
/// where the whole is singular.
Eigen::MatrixXd intrinsic_information(const Information& information, std::span<const double> weights,
                                      const std::optional<InverseInformation>& inverse, int count) {
  if (information.size() == count) return information.matrix(weights);
  if (!inverse) return Eigen::MatrixXd::Zero(count, count);
  return inverse->block(0, count).llt().solve(Eigen::MatrixXd::Identity(count, count));
}

/// One optimisation from one set of initial values.
struct Attempt {
  std::vector<UsedFrame> used;
  std::vector<LeftOutFrame> left_out;
  bool with_shape = false;  // whether `basis` says where the points are
  ShapeBasis basis;
  EffectFit effects;
  FrameSolution solution;

  /// A frame more counts before a better fit of fewer; a minimum before a slightly better fit that is none.
  [[nodiscard]] bool better_than(const Attempt& other) const {
    const auto unusable = [](const Attempt& a) { return a.solution.status == SolverStatus::kNotComputable; };
    if (unusable(*this) != unusable(other)) return unusable(other);
    if (left_out.size() != other.left_out.size()) return left_out.size() < other.left_out.size();
    const double cost = solution.cost;
    const double other_cost = other.solution.cost;
    const bool alike = std::abs(cost - other_cost) < 0.01 * std::min(cost, other_cost);
    const auto converged = [](const Attempt& a) { return a.solution.status == SolverStatus::kConverged; };
    if (alike && converged(*this) != converged(other)) return converged(*this);
    return cost < other_cost;
  }
};

/// The state of one call of calibrate().
class Calibrator {
 public:
  Calibrator(std::shared_ptr<const Observations> observations, const CalibrateOptions& options)
      : shared_(std::move(observations)), observations_(*shared_), options_(options), model_(options.model.model()) {}

  Calibration run() {
    choose_frames();
    if (std::string problem = too_little_data(observations_, model_, used_); !problem.empty()) {
      return failure(CalibrationStatus::kDegenerate, std::move(problem));
    }
    const std::vector<InitialEstimate> estimates = initial_values();
    if (estimates.empty()) {
      return failure(CalibrationStatus::kNoInitialValues,
                     "no focal length explains the corners; are the target's size and the order of its corners right? "
                     "(target: " +
                         target_in_words(observations_.target) + ")");
    }
    std::optional<Attempt> best;
    for (const InitialEstimate& initial : estimates) {
      Attempt attempt = optimize(initial);
      if (!best || attempt.better_than(*best)) best = std::move(attempt);
    }
    left_out_.insert(left_out_.end(), best->left_out.begin(), best->left_out.end());
    if (std::string problem = too_little_data(observations_, model_, best->used); !problem.empty()) {
      return failure(CalibrationStatus::kDegenerate, std::move(problem));
    }
    if (options_.target_shape != TargetShape::kPlanar && best->solution.status != SolverStatus::kNotComputable) {
      const std::string problem = too_little_for_shape(*best);
      if (!problem.empty() && !options_.fix_intrinsics) return failure(CalibrationStatus::kDegenerate, problem);
      fit_target_shape(problem.empty() ? options_.target_shape : TargetShape::kPlanar, &*best);
    }
    if (!options_.effects.empty() && best->solution.status != SolverStatus::kNotComputable) {
      if (std::string problem = too_little_for_effects(*best); !problem.empty()) {
        return failure(CalibrationStatus::kDegenerate, std::move(problem));
      }
      add_effects(&*best);
    }
    if (best->solution.status == SolverStatus::kNotComputable) {
      return failure(CalibrationStatus::kNoInitialValues,
                     "the initial values put corners where the model cannot project them");
    }
    return summarize(*best);
  }

 private:
  [[nodiscard]] Calibration failure(CalibrationStatus status, std::string message, int iterations = 0) {
    Calibration result{.status = status,
                       .message = std::move(message),
                       .model = options_.model.shared_model(),
                       .observations = shared_,
                       .left_out = std::move(left_out_),
                       .loss = options_.loss};
    result.fit.iterations = iterations;
    return result;
  }

  void choose_frames() {
    for (std::size_t i = 0; i < observations_.frames.size(); ++i) {
      const Frame& frame = observations_.frames[i];
      const double weight = options_.frame_weights.empty() ? 1 : options_.frame_weights[i];
      std::string reason = weight == 0 ? "its weight is zero" : unusable_reason(frame, observations_.target.points);
      if (!options_.leave_out.empty() && !options_.leave_out[i].empty()) reason = options_.leave_out[i];
      if (!reason.empty()) {
        left_out_.push_back({frame.name, i, reason});
        continue;
      }
      used_.push_back({i, weight});
      arrays_.emplace_back(frame.corners, observations_.target.points);
    }
  }

  /// The search for initial values has limits in pixels: for it, the largest weight counts as 1. Empty: it is 1.
  [[nodiscard]] std::vector<CornerArrays> relatively_weighted() const {
    double largest = 0;
    for (const UsedFrame& frame : used_) {
      for (const Corner& corner : observations_.frames[frame.index].corners) {
        largest = std::max(largest, corner.weight);
      }
    }
    std::vector<CornerArrays> arrays;
    if (largest == 1) return arrays;
    for (const UsedFrame& frame : used_) {
      arrays.emplace_back(observations_.frames[frame.index].corners, observations_.target.points, largest);
    }
    return arrays;
  }

  [[nodiscard]] std::vector<InitialEstimate> initial_values() const {
    InitialValueData data{
        observations_.image_size, &observations_.target.points, fit_board_plane(observations_.target.points), {}};
    if (data.plane.thickness_m > kThickest * data.plane.extent_m) {
      throw Error(ErrorCode::kBadData,
                  "the target's points do not lie in a plane; only flat targets (or nearly flat ones) are supported");
    }
    const std::vector<CornerArrays> relative = relatively_weighted();
    const std::vector<CornerArrays>& arrays = relative.empty() ? arrays_ : relative;
    for (std::size_t i = 0; i < used_.size(); ++i) {
      data.frames.push_back({&observations_.frames[used_[i].index], &arrays[i]});
    }
    data.progress = options_.progress;
    if (options_.initial.parameters.empty()) return find_initial_values(model_, data);
    InitialEstimate given{options_.initial.parameters, {}};
    if (options_.initial.poses.empty()) {
      given.frames = pose_frames(model_, given.parameters, data);
    } else {
      for (const UsedFrame& frame : used_) given.frames.push_back({options_.initial.poses[frame.index], 0, {}});
    }
    return {given};
  }

  /// With the frames that have a usable initial pose.
  [[nodiscard]] Attempt optimize(const InitialEstimate& initial) const {
    Attempt attempt;
    const std::vector<std::string> reasons = unusable_frames(initial.frames, observations_.image_size);
    std::vector<CornerArrays> arrays;
    std::vector<double> weights;
    std::vector<FrameState> states;
    for (std::size_t i = 0; i < used_.size(); ++i) {
      if (!reasons[i].empty()) {
        attempt.left_out.push_back({observations_.frames[used_[i].index].name, used_[i].index, reasons[i]});
        continue;
      }
      attempt.used.push_back(used_[i]);
      arrays.push_back(arrays_[i]);
      weights.push_back(used_[i].weight);
      states.push_back({*initial.frames[i].pose});
    }
    if (states.empty()) return attempt;
    const Eigen::VectorXd g = Eigen::Map<const Eigen::VectorXd>(initial.parameters.data(), model_.size());
    if (starts_beyond_camera()) {  // a plain camera's minimum would lead away from what is given
      attempt.solution.status = SolverStatus::kConverged;
      attempt.solution.g = g;
      attempt.solution.states = std::move(states);
      return attempt;
    }
    const CameraProblem problem(model_, arrays, weights, options_.loss);
    attempt.solution = options_.fix_intrinsics ? fit_poses(problem, model_, g, arrays, options_.loss, std::move(states),
                                                           options_.threads, options_.progress)
                                               : solve_frames(problem, g, std::move(states), solver_options());
    return attempt;
  }

  /// Whether everything is given: the lens, the poses and, where it is unknown, the target's shape.
  [[nodiscard]] bool starts_beyond_camera() const {
    const bool with_shape = options_.target_shape != TargetShape::kPlanar && !options_.initial.target_points.empty();
    return (with_shape || !options_.effects.empty()) && !options_.initial.parameters.empty() &&
           !options_.initial.poses.empty() && !options_.fix_intrinsics;
  }

  [[nodiscard]] FrameSolverOptions solver_options() const {
    return {.max_iterations = options_.max_iterations,
            .tolerance = options_.tolerance,
            .polish = options_.tolerance <= CalibrateOptions{}.tolerance,
            .threads = options_.threads,
            .progress = options_.progress};
  }

  /// From the camera that a flat target gives on to the camera and the target together.
  void fit_target_shape(TargetShape shape, Attempt* attempt) const {
    const std::vector<const Frame*> frames = frames_of(*attempt);
    std::vector<double> weights;
    for (const UsedFrame& frame : attempt->used) weights.push_back(frame.weight);
    const std::vector<Vector3>& given = options_.initial.target_points;
    attempt->basis =
        ShapeBasis(shape, given.empty() || shape != TargetShape::kPlanar ? observations_.target.points : given, frames);
    attempt->with_shape = true;
    const ShapeBasis& basis = attempt->basis;
    const Eigen::VectorXd intrinsics = attempt->solution.g;
    Eigen::VectorXd g = Eigen::VectorXd::Zero(model_.size() + basis.size());
    g.head(model_.size()) = intrinsics;
    if (!given.empty()) g.tail(basis.size()) = basis.nearest(given);
    const ShapeProblem problem(model_, basis, frames, weights, options_.loss);
    if (options_.fix_intrinsics) {
      const std::vector<Vector3> points = basis.points(g.tail(basis.size()));
      std::vector<CornerArrays> arrays;
      for (const Frame* frame : frames) arrays.emplace_back(frame->corners, points);
      attempt->solution = fit_poses(problem, model_, g, arrays, options_.loss, std::move(attempt->solution.states),
                                    options_.threads, options_.progress);
      return;
    }
    if (!options_.effects.empty() && !given.empty()) {  // the effects are fitted with it from there
      attempt->solution.g = std::move(g);
      return;
    }
    const int iterations = attempt->solution.iterations;
    attempt->solution = solve_frames(problem, std::move(g), std::move(attempt->solution.states), solver_options());
    attempt->solution.iterations += iterations;
  }

  /// From there on to the camera and the effects together.
  void add_effects(Attempt* attempt) const {
    const std::vector<const Frame*> frames = frames_of(*attempt);
    std::vector<double> weights;
    for (const UsedFrame& frame : attempt->used) weights.push_back(frame.weight);
    if (!attempt->with_shape) attempt->basis = ShapeBasis(TargetShape::kPlanar, observations_.target.points, frames);
    const EffectLayout layout(options_.effects);
    const EffectSetup setup{model_, observations_.image_size, attempt->basis, layout, frames, weights, options_.loss};
    attempt->solution =
        fit_effects(setup, std::move(attempt->solution), options_.initial.effects, solver_options(), &attempt->effects);
    if (attempt->solution.status == SolverStatus::kNotComputable) return;
    const EffectProblem problem(setup);
    attempt->effects.undisturbed.resize(observations_.frames.size());
    for (std::size_t j = 0; j < frames.size(); ++j) {
      attempt->effects.undisturbed[attempt->used[j].index] =
          problem.undisturbed(attempt->solution.g, static_cast<int>(j), attempt->solution.states[j]);
    }
  }

  [[nodiscard]] std::vector<const Frame*> frames_of(const Attempt& attempt) const {
    std::vector<const Frame*> frames;
    for (const UsedFrame& frame : attempt.used) frames.push_back(&observations_.frames[frame.index]);
    return frames;
  }

  [[nodiscard]] std::string too_little_for_effects(const Attempt& attempt) const {
    return too_few_for_effects(EffectLayout(options_.effects), frames_of(attempt));
  }

  [[nodiscard]] std::string too_little_for_shape(const Attempt& attempt) const {
    return rarely_seen_corners(options_.target_shape, frames_of(attempt), observations_.target.points.size());
  }

  /// A full step of the intrinsics shorter than this many standard deviations is no step.
  static constexpr double kNoStep = 1e-2;

  [[nodiscard]] Calibration summarize(Attempt& attempt) {
    FrameSolution& solution = attempt.solution;
    Calibration result{.model = options_.model.shared_model(), .observations = shared_};
    result.camera.emplace(result.model, std::vector(solution.g.data(), solution.g.data() + model_.size()),
                          observations_.image_size);
    if (attempt.with_shape) result.target.points = attempt.basis.points(solution.g.tail(attempt.basis.size()));
    result.target.basis = std::move(attempt.basis);
    result.effects = std::move(attempt.effects);
    for (std::size_t i = 0; i < attempt.used.size(); ++i) {
      const UsedFrame& frame = attempt.used[i];
      result.frames.push_back({observations_.frames[frame.index].name, frame.index,
                               solution.states[i].camera_from_target, 0, frame.weight});
      result.residuals.add_frame(*result.camera, solution.states[i].camera_from_target,
                                 corners_of(result, result.frames.back()), target_points(result));
    }
    result.information = std::move(solution.information);
    result.loss = options_.loss;
    result.fit.cost = solution.cost;
    result.fit.iterations = solution.iterations;
    const std::vector<double> weights = frame_weights(result);
    const std::optional<InverseInformation> inverse = InverseInformation::of(result.information, weights);
    const Eigen::VectorXd gradient = result.information.gradient(weights);
    result.fit.decrease = inverse ? gradient.dot(inverse->times(gradient).col(0)) : 0;
    const double variance = summarize_residuals(&result);
    judge(solution.status, intrinsic_information(result.information, weights, inverse, model_.size()), variance,
          &result);
    // Numbers of a fit that failed would look like any others.
    if (!result.converged()) return failure(result.status, std::move(result.message), solution.iterations);
    result.left_out = std::move(left_out_);
    return result;
  }

  /// RMSE, MAD and their kin; returns the variance of a residual coordinate.
  double summarize_residuals(Calibration* result) const {
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
        weighted_squares += frame.weight * options_.loss.weight(square) * square;
      }
      frame.rmse = std::sqrt(sum / static_cast<double>(r.size()));
      squares += frame.weight * sum;
      count += frame.weight * static_cast<double>(r.size());
    }
    FitSummary& fit = result->fit;
    fit.n_observations = static_cast<int>(std::lround(count));
    const int global = model_.size() + result->target.basis.degrees_of_freedom();
    fit.n_parameters = global + 6 * static_cast<int>(result->frames.size()) + result->effects.layout.common_size() +
                       static_cast<int>(std::lround(result->effects.freedom));
    const double variance = weighted_squares / (count - fit.n_parameters);
    fit.at_minimum = !options_.fix_intrinsics || fit.decrease <= kNoStep * kNoStep * variance;
    if (!fit.at_minimum) fit.n_parameters -= global;
    fit.rmse = std::sqrt(squares / count);
    fit.mad = mad_sigma(result->residuals.all());
    fit.s_d = fit.mad / std::sqrt(1 - fit.n_parameters / count);
    fit.variance = weighted_squares / (count - fit.n_parameters);
    return fit.variance;
  }

  /// intrinsics: the information on them.
  void judge(SolverStatus status, const Eigen::MatrixXd& intrinsics, double variance, Calibration* result) const {
    Diagnosis diagnosis = diagnose(*result, intrinsics, variance);
    if (!diagnosis.open.empty() && options_.fix_intrinsics) {
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
      result->covariance_std =
          variance * intrinsics.ldlt().solve(Eigen::MatrixXd::Identity(model_.size(), model_.size()));
    }
  }

  std::shared_ptr<const Observations> shared_;
  const Observations& observations_;  // the same
  const CalibrateOptions& options_;
  const Model& model_;
  std::vector<UsedFrame> used_;
  std::vector<CornerArrays> arrays_;  // of the used frames
  std::vector<LeftOutFrame> left_out_;
};

}  // namespace

std::string_view to_string(CalibrationStatus status) {
  switch (status) {
    case CalibrationStatus::kNotRun: return "not run";
    case CalibrationStatus::kConverged: return "converged";
    case CalibrationStatus::kIterationLimit: return "not converged";
    case CalibrationStatus::kDegenerate: return "degenerate";
    case CalibrationStatus::kNoInitialValues: return "no start";
  }
  return "unknown";
}

std::vector<double> frame_weights(const Calibration& calibration) {
  std::vector<double> weights;
  for (const FrameFit& frame : calibration.frames) weights.push_back(frame.weight);
  return weights;
}

Eigen::VectorXd Calibration::global_parameters() const {
  require_converged(*this, "the vector of parameters");
  Eigen::VectorXd g(model->size() + effects.common.size() + target.basis.size());
  g.head(model->size()) = Eigen::Map<const Eigen::VectorXd>(camera->parameters().data(), model->size());
  g.segment(model->size(), effects.common.size()) = effects.common;
  if (target.basis.size() > 0) g.tail(target.basis.size()) = target.basis.nearest(target.points);
  return g;
}

void ModelChoice::require_model() const {
  if (model_ == nullptr) throw Error(ErrorCode::kBadOption, "a calibration needs a model");
}

Calibration calibrate(const Observations& observations, const CalibrateOptions& options) {
  return calibrate(std::make_shared<const Observations>(observations), options);
}

Calibration calibrate(std::shared_ptr<const Observations> observations, const CalibrateOptions& options) {
  if (observations == nullptr) throw Error(ErrorCode::kBadOption, "a calibration needs observations");
  validate(*observations);
  check_calibrate_options(*observations, options);
  return Calibrator(std::move(observations), options).run();
}

void require_converged(const Calibration& calibration, const std::string& what) {
  if (calibration.converged()) return;
  throw Error(ErrorCode::kNotConverged, what + " needs a calibration that succeeded; this one: " + calibration.message);
}

const std::vector<Vector3>& target_points(const Calibration& calibration) {
  return calibration.target.points.empty() ? calibration.observations->target.points : calibration.target.points;
}

const std::vector<Corner>& corners_of(const Calibration& calibration, const FrameFit& frame) {
  if (!calibration.effects.undisturbed.empty()) return calibration.effects.undisturbed[frame.index];
  return calibration.observations->frames[frame.index].corners;
}

}  // namespace fiducia
