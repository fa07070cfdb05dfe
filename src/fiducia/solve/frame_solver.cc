#include "fiducia/solve/frame_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/core/parallel.h"
#include "fiducia/solve/local_blocks.h"
#include "fiducia/solve/normal_system.h"

namespace fiducia {
namespace {

constexpr double kFirstDamping = 1e-3;
constexpr double kLeastDamping = 1e-14;
constexpr double kMostDamping = 1e12;
/// A full step of this squared length (in standard deviations) no longer matters, where rounding stops the search.
constexpr double kFloorDecrement = 1e-3;
constexpr int kPolishingSteps = 4;
/// Of the tolerance, for a step along a valley that will do.
constexpr double kAlongValley = 20;
/// A decrement (in variances) under which there is nothing left to polish.
constexpr double kExactDecrement = 1e-12;
/// Relative changes of the cost that its summation cannot resolve.
constexpr double kRounding = 1e-13;
/// Under this RMS residual (px) nothing is left but rounding.
constexpr double kExact_px = 1e-11;

/// A point of the search with its normal equations.
struct Linearization {
  Eigen::VectorXd g;
  std::vector<FrameState> states;
  std::vector<FrameLinearization> frames;
  Eigen::VectorXd prior_residual;
  double cost = std::numeric_limits<double>::infinity();
};

class Search {
 public:
  Search(const FrameProblem& problem, const FrameSolverOptions& options)
      : problem_(problem),
        options_(options),
        prior_(problem.prior()),
        blocks_(problem),
        system_(make_normal_system(problem, prior_)) {}

  FrameSolution run(Eigen::VectorXd g, std::vector<FrameState> states) {
    now_.g = std::move(g);
    now_.states = std::move(states);
    linearize(&now_);
    if (!std::isfinite(now_.cost)) return finish(SolverStatus::kNotComputable);
    const SolverStatus status = iterate();
    return finish(status);
  }

 private:
  void linearize(Linearization* point) {
    point->frames.resize(blocks_.size.size());
    parallel_for(point->frames.size(), options_.threads, [&](std::size_t j) {
      FrameLinearization& frame = point->frames[j];
      if (!problem_.linearize(point->g, static_cast<int>(j), point->states[j], &frame)) {
        frame.cost = std::numeric_limits<double>::infinity();
      }
    });
    point->cost = 0;
    for (std::size_t j = 0; j < point->frames.size(); ++j) point->cost += blocks_.weight[j] * point->frames[j].cost;
    if (prior_.empty()) return;
    point->prior_residual = prior_.residual(point->g);
    point->cost += point->prior_residual.squaredNorm();
  }

  std::optional<FrameStep> solve(const Linearization& point, double lambda) {
    return system_->solve(point.frames, point.prior_residual, lambda);
  }

  /// The variance of a residual coordinate.
  [[nodiscard]] double variance() const {
    const double unknowns = problem_.degrees_of_freedom() + static_cast<double>(blocks_.total);
    return now_.cost / std::max(1.0, problem_.residual_count() - unknowns);
  }

  [[nodiscard]] bool small(double decrement) const {
    return decrement <= options_.tolerance * options_.tolerance * variance();
  }

  [[nodiscard]] bool gains_too_little() {
    if (!(options_.least_gain > 0)) return false;
    const std::optional<FrameStep> whole = solve(now_, 0);
    return whole && whole->decrement < options_.least_gain;
  }

  SolverStatus iterate() {
    if (gains_too_little()) return SolverStatus::kGainsTooLittle;
    double lambda = kFirstDamping;
    double growth = 2;
    double decrement = std::numeric_limits<double>::infinity();  // of the last damped step
    double too_little = 0;           // the damping that failed last, more and more forgotten
    bool whole_step_failed = false;  // from where the search stands
    for (; iterations_ < options_.max_iterations; ++iterations_) {
      require_go_on(options_.progress);
      if (now_.cost <= kExact_px * kExact_px * problem_.residual_count()) return SolverStatus::kConverged;
      auto step = solve(now_, lambda);
      if (!step) {
        if (lambda >= kMostDamping) return SolverStatus::kSingular;
        lambda = std::max(10 * lambda, 1e-12);
        continue;
      }
      const double damping = lambda;
      decrement = step->decrement;
      bool whole_step = false;
      if (small(step->decrement) && !whole_step_failed) {
        auto undamped = solve(now_, 0);
        if (!undamped) return SolverStatus::kSingular;
        if (small(undamped->decrement)) {
          if (options_.polish) polish(std::move(*undamped));
          return SolverStatus::kConverged;
        }
        step = std::move(undamped);  // the damping hid a flat valley
        whole_step = true;
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
        lambda = std::max(lambda, too_little);
        too_little /= 3;
        growth = 2;
        whole_step_failed = false;
        std::swap(now_, trial_);
      } else if (whole_step) {  // the valley bends as well: on along it with the damping that it takes
        whole_step_failed = true;
        lambda = damping;
      } else if (predicted < kRounding * now_.cost) {
        return at_rounding_floor();
      } else {
        too_little = lambda;
        lambda *= growth;
        growth *= 2;
        if (lambda > kMostDamping) return at_rounding_floor();
      }
    }
    if (options_.valley_will_do && small(decrement / (kAlongValley * kAlongValley))) return SolverStatus::kConverged;
    const auto undamped = solve(now_, 0);
    return undamped && undamped->decrement <= kFloorDecrement * variance() ? SolverStatus::kConverged
                                                                           : SolverStatus::kIterationLimit;
  }

  /// What is left to gain drowns in the rounding of the cost. That is a minimum, to the digits that there are, unless
  /// the full step is still one that matters.
  SolverStatus at_rounding_floor() {
    const auto undamped = solve(now_, 0);
    if (!undamped) return SolverStatus::kSingular;
    return undamped->decrement <= kFloorDecrement * variance() ? SolverStatus::kConverged : SolverStatus::kStalled;
  }

  /// Full steps beyond convergence, while each pays: an ordinary problem ends at the last digits, and what follows from
  /// the gradients of the frames (which vanish in sum only there) is then as exact.
  void polish(FrameStep step) {
    for (int i = 0; i < kPolishingSteps && step.decrement > kExactDecrement * variance(); ++i) {
      require_go_on(options_.progress);
      try_step(step);
      if (!std::isfinite(trial_.cost)) return;
      auto next = solve(trial_, 0);
      if (!next || next->decrement > 0.25 * step.decrement) return;
      std::swap(now_, trial_);
      ++iterations_;
      step = std::move(*next);
    }
  }

  void try_step(const FrameStep& step) {
    trial_.g = problem_.moved(now_.g, step.global);
    trial_.states.resize(now_.states.size());
    for (std::size_t j = 0; j < now_.states.size(); ++j) {
      trial_.states[j] = now_.states[j].moved(step.local.segment(blocks_.first[j], blocks_.size[j]));
    }
    linearize(&trial_);
  }

  FrameSolution finish(SolverStatus status) {
    FrameSolution solution;
    solution.status = status;
    solution.cost = now_.cost;
    solution.iterations = iterations_;
    const bool wanted = status != SolverStatus::kNotComputable && status != SolverStatus::kGainsTooLittle;
    if (wanted && options_.information) {
      solution.information = information_of(now_.frames, blocks_, prior_, problem_.global_size());
    }
    for (FrameState& state : now_.states) {
      state.camera_from_target.rotation = renormalized(state.camera_from_target.rotation);
    }
    solution.g = std::move(now_.g);
    solution.states = std::move(now_.states);
    return solution;
  }

  const FrameProblem& problem_;
  const FrameSolverOptions& options_;
  Prior prior_;
  LocalBlocks blocks_;
  std::unique_ptr<NormalSystem> system_;
  Linearization now_;
  Linearization trial_;
  int iterations_ = 0;
};

}  // namespace

FrameSolution solve_frames(const FrameProblem& problem, Eigen::VectorXd g, std::vector<FrameState> states,
                           const FrameSolverOptions& options) {
  return Search(problem, options).run(std::move(g), std::move(states));
}

}  // namespace fiducia
