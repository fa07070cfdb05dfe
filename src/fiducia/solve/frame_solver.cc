#include "fiducia/solve/frame_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/core/parallel.h"
#include "fiducia/solve/reduced_system.h"

namespace fiducia {
namespace {

constexpr double kFirstDamping = 1e-3;
constexpr double kLeastDamping = 1e-14;
constexpr double kMostDamping = 1e12;
/// A full step of this squared length (in standard deviations) no longer matters, where rounding stops the search.
constexpr double kFloorDecrement = 1e-3;
constexpr int kPolishingSteps = 4;
/// A decrement (in variances) under which there is nothing left to polish.
constexpr double kExactDecrement = 1e-12;
/// Relative changes of the cost that its summation cannot resolve.
constexpr double kRounding = 1e-13;
/// Under this RMS residual (px) nothing is left but rounding.
constexpr double kExact_px = 1e-11;

/// A point of the search with its normal equations.
struct Linearization {
  Eigen::VectorXd g;
  std::vector<Pose> poses;
  std::vector<double> normals;
  double cost = std::numeric_limits<double>::infinity();
};

class Search {
 public:
  Search(const FrameProblem& problem, const FrameSolverOptions& options)
      : problem_(problem),
        options_(options),
        weights_(weights(problem)),
        system_(problem.global_size(), weights_),
        costs_(weights_.size()) {}

  FrameSolution run(Eigen::VectorXd g, std::vector<Pose> poses) {
    now_.g = std::move(g);
    now_.poses = std::move(poses);
    linearize(&now_);
    if (!std::isfinite(now_.cost)) return finish(SolverStatus::kNotComputable);
    const SolverStatus status = iterate();
    return finish(status);
  }

 private:
  static std::vector<double> weights(const FrameProblem& problem) {
    std::vector<double> weights(static_cast<std::size_t>(problem.frame_count()));
    for (std::size_t j = 0; j < weights.size(); ++j) weights[j] = problem.weight(static_cast<int>(j));
    return weights;
  }

  void linearize(Linearization* point) {
    const auto block = static_cast<std::size_t>((problem_.global_size() + 7) * (problem_.global_size() + 7));
    point->normals.resize(block * weights_.size());
    parallel_for(weights_.size(), options_.threads, [&](std::size_t j) {
      if (!problem_.linearize(point->g, static_cast<int>(j), point->poses[j], point->normals.data() + j * block,
                              &costs_[j])) {
        costs_[j] = std::numeric_limits<double>::infinity();
      }
    });
    point->cost = 0;
    for (std::size_t j = 0; j < weights_.size(); ++j) point->cost += weights_[j] * costs_[j];
  }

  /// The variance of a residual coordinate.
  [[nodiscard]] double variance() const {
    const double unknowns = problem_.degrees_of_freedom() + 6.0 * static_cast<double>(weights_.size());
    return now_.cost / std::max(1.0, problem_.residual_count() - unknowns);
  }

  [[nodiscard]] bool small(double decrement) const {
    return decrement <= options_.tolerance * options_.tolerance * variance();
  }

  SolverStatus iterate() {
    double lambda = kFirstDamping;
    double growth = 2;
    for (; iterations_ < options_.max_iterations; ++iterations_) {
      if (now_.cost <= kExact_px * kExact_px * problem_.residual_count()) return SolverStatus::kConverged;
      auto step = system_.solve(now_.normals, lambda);
      if (!step) {
        if (lambda >= kMostDamping) return SolverStatus::kSingular;
        lambda = std::max(10 * lambda, 1e-12);
        continue;
      }
      if (small(step->decrement)) {
        auto undamped = system_.solve(now_.normals, 0);
        if (!undamped) return SolverStatus::kSingular;
        if (small(undamped->decrement)) {
          if (options_.polish) polish(std::move(*undamped));
          return SolverStatus::kConverged;
        }
        step = std::move(undamped);  // the damping hid a flat valley
        lambda = kLeastDamping;
      }
      try_step(*step);
      const double predicted = step->decrement + lambda * step->damped_norm;
      const double gained = now_.cost - trial_.cost;
      if (gained > 0) {
        // Nielsen's rule, but never down by more than a third: where the valley bends, the next step needs much the
        // same damping as this one.
        lambda = std::max(kLeastDamping, lambda * std::max(1.0 / 3, 1 - std::pow(2 * gained / predicted - 1, 3)));
        if (gained > 0.9 * predicted) lambda = std::max(kLeastDamping, 0.01 * lambda);
        growth = 2;
        std::swap(now_, trial_);
      } else if (predicted < kRounding * now_.cost) {
        return at_rounding_floor();
      } else {
        lambda *= growth;
        growth *= 2;
        if (lambda > kMostDamping) return at_rounding_floor();
      }
    }
    const auto undamped = system_.solve(now_.normals, 0);
    return undamped && undamped->decrement <= kFloorDecrement * variance() ? SolverStatus::kConverged
                                                                           : SolverStatus::kIterationLimit;
  }

  /// What is left to gain drowns in the rounding of the cost. That is a minimum, to the digits that there are, unless
  /// the full step is still one that matters.
  SolverStatus at_rounding_floor() {
    const auto undamped = system_.solve(now_.normals, 0);
    if (!undamped) return SolverStatus::kSingular;
    return undamped->decrement <= kFloorDecrement * variance() ? SolverStatus::kConverged : SolverStatus::kStalled;
  }

  /// Full steps beyond convergence, while each pays: an ordinary problem ends at the last digits, and what follows from
  /// the gradients of the frames (which vanish in sum only there) is then as exact.
  void polish(FrameStep step) {
    for (int i = 0; i < kPolishingSteps && step.decrement > kExactDecrement * variance(); ++i) {
      try_step(step);
      if (!std::isfinite(trial_.cost)) return;
      auto next = system_.solve(trial_.normals, 0);
      if (!next || next->decrement > 0.25 * step.decrement) return;
      std::swap(now_, trial_);
      ++iterations_;
      step = std::move(*next);
    }
  }

  void try_step(const FrameStep& step) {
    trial_.g = problem_.moved(now_.g, step.global);
    trial_.poses.resize(now_.poses.size());
    for (std::size_t j = 0; j < now_.poses.size(); ++j) trial_.poses[j] = now_.poses[j].moved(step.poses[j]);
    linearize(&trial_);
  }

  FrameSolution finish(SolverStatus status) {
    FrameSolution solution;
    solution.status = status;
    solution.cost = now_.cost;
    solution.iterations = iterations_;
    if (status != SolverStatus::kNotComputable) solution.information = system_.information(now_.normals);
    for (Pose& pose : now_.poses) pose.rotation = renormalized(pose.rotation);
    solution.g = std::move(now_.g);
    solution.poses = std::move(now_.poses);
    return solution;
  }

  const FrameProblem& problem_;
  const FrameSolverOptions& options_;
  std::vector<double> weights_;
  ReducedSystem system_;
  std::vector<double> costs_;
  Linearization now_;
  Linearization trial_;
  int iterations_ = 0;
};

}  // namespace

FrameSolution solve_frames(const FrameProblem& problem, Eigen::VectorXd g, std::vector<Pose> poses,
                           const FrameSolverOptions& options) {
  return Search(problem, options).run(std::move(g), std::move(poses));
}

}  // namespace fiducia
