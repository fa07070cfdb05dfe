#include "fiducia/solve/shared_effects.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "fiducia/solve/fit_effects.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int kMostWidthRounds = 6;
/// The widths have settled when none changes by more than this part.
constexpr double kSettledWidth = 0.1;
/// The solver's tolerance and steps until then.
constexpr double kRoughTolerance = 1e-2;
constexpr int kRoughSteps = 12;

/// Sums over the instants, one number per unknown: squares, and how much of them the corners decide.
struct SharedSpread {
  VectorXd squares;
  VectorXd determined;
};

SharedSpread shared_spread(const RigProblem& problem, const FrameSolution& solution) {
  const Index count = problem.shared_effects();
  SharedSpread spread{VectorXd::Zero(count), VectorXd::Zero(count)};
  FrameLinearization here;
  for (int i = 0; i < problem.frame_count(); ++i) {
    const FrameState& state = solution.states[static_cast<std::size_t>(i)];
    if (!problem.linearize(solution.g, i, state, &here)) continue;
    const Index local = problem.local_size(i);
    const Index first = here.product.rows() - 1 - local;
    const Eigen::MatrixXd inverse =
        here.product.block(first, first, local, local).ldlt().solve(Eigen::MatrixXd::Identity(local, local));
    const VectorXd held =
        inverse.diagonal().segment(kPoseSize, count).cwiseProduct(problem.shared_stiffness().cwiseAbs2());
    spread.squares += state.effects.head(count).cwiseAbs2();
    spread.determined += (VectorXd::Ones(count) - held).cwiseMax(0);
  }
  return spread;
}

double noise_left(const RigProblem& problem, double cost) {
  double left = problem.residual_count() - problem.degrees_of_freedom();
  for (int i = 0; i < problem.frame_count(); ++i) left -= problem.local_size(i);
  return std::sqrt(std::max(cost, 1e-300) / std::max(1.0, left));
}

}  // namespace

FrameSolution solve_with_shared(RigProblem* problem, VectorXd g, std::vector<FrameState> states, double noise_px,
                                const VectorXd& widest, const FrameSolverOptions& options, SharedEffects* shared) {
  FrameSolverOptions rough = options;
  rough.polish = false;
  rough.information = false;
  rough.tolerance = std::max(options.tolerance, kRoughTolerance);
  rough.max_iterations = std::min(options.max_iterations, kRoughSteps);
  FrameSolution solution;
  solution.g = std::move(g);
  solution.states = std::move(states);
  int iterations = 0;
  bool last = false;
  for (int round = 0;; ++round) {
    problem->set_shared_stiffness(noise_px * shared->width.cwiseInverse());
    solution = solve_frames(*problem, std::move(solution.g), std::move(solution.states), last ? options : rough);
    iterations += solution.iterations;
    if (last || solution.status == SolverStatus::kNotComputable) break;
    const SharedSpread spread = shared_spread(*problem, solution);
    shared->freedom = spread.determined.sum();
    shared->determined = spread.determined / problem->frame_count();
    const VectorXd next = next_spread(spread.squares, spread.determined, widest);
    const bool settled = ((next - shared->width).cwiseAbs().array() <= kSettledWidth * shared->width.array()).all();
    noise_px = noise_left(*problem, solution.cost);
    last = settled || round == kMostWidthRounds - 1;
    shared->width = next;
  }
  solution.iterations = iterations;
  shared->stiffness = problem->shared_stiffness();
  return solution;
}

}  // namespace fiducia
