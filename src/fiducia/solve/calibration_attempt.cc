#include "fiducia/solve/calibration_attempt.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <memory>

#include "fiducia/solve/camera_problem.h"
#include "fiducia/solve/fit_effects.h"
#include "fiducia/solve/fit_poses.h"
#include "fiducia/solve/shape_problem.h"
#include "fiducia/solve/spline_problem.h"

namespace fiducia {
namespace {

/// Whether everything is given: the lens, the poses and, where it is unknown, the target's shape.
bool starts_beyond_camera(const CalibrateOptions& options) {
  const bool with_shape = options.target_shape != TargetShape::kPlanar && !options.initial.target_points.empty();
  return (with_shape || !options.effects.empty()) && !options.initial.parameters.empty() &&
         !options.initial.poses.empty() && !options.fix_intrinsics;
}

std::unique_ptr<const FrameProblem> shape_problem(const AttemptSetup& setup, const ShapeBasis& basis,
                                                  const std::vector<const Frame*>& frames,
                                                  const std::vector<double>& weights, const Eigen::VectorXd& g) {
  if (const SplineModel* spline = as_spline(setup.model)) {
    return std::make_unique<SplineProblem>(*spline, basis, frames, weights, setup.options.loss, g);
  }
  return std::make_unique<ShapeProblem>(setup.model, basis, frames, weights, setup.options.loss);
}

/// A loss that is no square falls by more than a step of its weighted squares tells.
double least_gain_of(const CalibrateOptions& options) { return options.loss.is_squared() ? options.least_gain : 0; }

FrameSolverOptions solver_options(const CalibrateOptions& options) {
  return {.max_iterations = options.max_iterations,
          .tolerance = options.tolerance,
          .valley_will_do = options.only_compared,
          .polish = !options.only_compared,
          .threads = options.threads,
          .progress = options.progress};
}

}  // namespace

bool CalibrationAttempt::better_than(const CalibrationAttempt& other) const {
  if (computable() != other.computable()) return computable();
  if (left_out.size() != other.left_out.size()) return left_out.size() < other.left_out.size();
  const double cost = solution.cost;
  const double other_cost = other.solution.cost;
  const bool alike = std::abs(cost - other_cost) < 0.01 * std::min(cost, other_cost);
  const auto converged = [](const CalibrationAttempt& a) { return a.solution.status == SolverStatus::kConverged; };
  if (alike && converged(*this) != converged(other)) return converged(*this);
  return cost < other_cost;
}

std::vector<const Frame*> frames_of(const AttemptSetup& setup, const CalibrationAttempt& attempt) {
  std::vector<const Frame*> frames;
  for (const UsedFrame& frame : attempt.used) frames.push_back(&setup.observations.frames[frame.index]);
  return frames;
}

CalibrationAttempt fit_camera(const AttemptSetup& setup, const std::vector<UsedFrame>& used,
                              const std::vector<CornerArrays>& arrays, const InitialEstimate& initial) {
  CalibrationAttempt attempt;
  const std::vector<std::string> reasons = unusable_frames(initial.frames, setup.observations.image_size);
  std::vector<CornerArrays> posed;
  std::vector<double> weights;
  std::vector<FrameState> states;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!reasons[i].empty()) {
      attempt.left_out.push_back({setup.observations.frames[used[i].index].name, used[i].index, reasons[i]});
      continue;
    }
    attempt.used.push_back(used[i]);
    posed.push_back(arrays[i]);
    weights.push_back(used[i].weight);
    states.push_back({*initial.frames[i].pose});
  }
  if (states.empty()) return attempt;
  const Eigen::VectorXd g = Eigen::Map<const Eigen::VectorXd>(initial.parameters.data(), setup.model.size());
  if (starts_beyond_camera(setup.options)) {  // a plain camera's minimum would lead away from what is given
    attempt.solution.status = SolverStatus::kConverged;
    attempt.solution.g = g;
    attempt.solution.states = std::move(states);
    return attempt;
  }
  const auto fit = [&](const FrameProblem& problem) {
    attempt.solution = setup.options.fix_intrinsics
                           ? fit_poses(problem, setup.model, g, posed, setup.options.loss, std::move(states),
                                       setup.options.threads, setup.options.progress)
                           : solve_frames(problem, g, std::move(states), solver_options(setup.options));
  };
  if (const SplineModel* spline = as_spline(setup.model)) {
    const std::vector<const Frame*> frames = frames_of(setup, attempt);
    const ShapeBasis as_given(TargetShape::kPlanar, setup.observations.target.points, frames);
    fit(SplineProblem(*spline, as_given, frames, weights, setup.options.loss, g));
  } else {
    fit(CameraProblem(setup.model, posed, weights, setup.options.loss));
  }
  return attempt;
}

void fit_target_shape(const AttemptSetup& setup, TargetShape shape, CalibrationAttempt* attempt) {
  const std::vector<const Frame*> frames = frames_of(setup, *attempt);
  std::vector<double> weights;
  for (const UsedFrame& frame : attempt->used) weights.push_back(frame.weight);
  const std::vector<Vector3>& given = setup.options.initial.target_points;
  attempt->basis = ShapeBasis(
      shape, given.empty() || shape != TargetShape::kPlanar ? setup.observations.target.points : given, frames);
  attempt->with_shape = true;
  const ShapeBasis& basis = attempt->basis;
  const Eigen::VectorXd intrinsics = attempt->solution.g;
  Eigen::VectorXd g = Eigen::VectorXd::Zero(setup.model.size() + basis.size());
  g.head(setup.model.size()) = intrinsics;
  if (!given.empty()) g.tail(basis.size()) = basis.nearest(given);
  const std::unique_ptr<const FrameProblem> shared = shape_problem(setup, basis, frames, weights, g);
  const FrameProblem& problem = *shared;
  if (setup.options.fix_intrinsics) {
    const std::vector<Vector3> points = basis.points(g.tail(basis.size()));
    std::vector<CornerArrays> arrays;
    for (const Frame* frame : frames) arrays.emplace_back(frame->corners, points);
    attempt->solution = fit_poses(problem, setup.model, g, arrays, setup.options.loss,
                                  std::move(attempt->solution.states), setup.options.threads, setup.options.progress);
    return;
  }
  if (!setup.options.effects.empty() && !given.empty()) {  // the effects are fitted with it from there
    attempt->solution.g = std::move(g);
    return;
  }
  const int iterations = attempt->solution.iterations;
  FrameSolverOptions options = solver_options(setup.options);
  if (setup.options.effects.empty()) options.least_gain = least_gain_of(setup.options);
  attempt->solution = solve_frames(problem, std::move(g), std::move(attempt->solution.states), options);
  attempt->solution.iterations += iterations;
}

void add_effects(const AttemptSetup& setup, CalibrationAttempt* attempt) {
  const std::vector<const Frame*> frames = frames_of(setup, *attempt);
  std::vector<double> weights;
  for (const UsedFrame& frame : attempt->used) weights.push_back(frame.weight);
  if (!attempt->with_shape) attempt->basis = ShapeBasis(TargetShape::kPlanar, setup.observations.target.points, frames);
  const EffectLayout layout(setup.options.effects);
  EffectSetup effect_setup{setup.model,       setup.observations.image_size, attempt->basis, layout, frames, weights,
                           setup.options.loss};
  effect_setup.lens = attempt->solution.g.head(setup.model.size());
  FrameSolverOptions options = solver_options(setup.options);
  options.least_gain = least_gain_of(setup.options);
  attempt->solution = fit_effects(effect_setup, std::move(attempt->solution), setup.options.initial.effects, options,
                                  &attempt->effects);
  if (attempt->solution.status == SolverStatus::kNotComputable) return;
  if (attempt->solution.status == SolverStatus::kGainsTooLittle) return;
  const EffectProblem problem(effect_setup);
  attempt->effects.undisturbed.resize(setup.observations.frames.size());
  for (std::size_t j = 0; j < frames.size(); ++j) {
    attempt->effects.undisturbed[attempt->used[j].index] =
        problem.undisturbed(attempt->solution.g, static_cast<int>(j), attempt->solution.states[j]);
  }
}

}  // namespace fiducia
