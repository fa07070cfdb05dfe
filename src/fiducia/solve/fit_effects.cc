#include "fiducia/solve/fit_effects.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// Wider than any camera or board shakes: a turn of 3 degrees while the image is read, a focal length 5% off, ...
constexpr double kWidestTurn = 0.05;
constexpr double kWidestLogFocal = 0.05;
constexpr double kWidestShift = 0.02;  // of the image's diagonal
constexpr double kWidestBend = 0.02;   // of the target's
/// A width that is this part of the widest is none.
constexpr double kNarrowest = 1e-5;
constexpr int kMostRounds = 6;
/// The widths have settled when none changes by more than this part.
constexpr double kSettled = 0.1;
/// The solver's tolerance and steps until then.
constexpr double kRoughly = 1e-2;
constexpr int kRoughIterations = 12;

/// What the frames say about their effects at a solution: sums over them, one number per unknown.
struct Spread {
  VectorXd squares;
  VectorXd determined;  // the part of each number that the corners decide, and not its width
};

Spread spread_of(const EffectProblem& problem, const FrameSolution& solution, Index count) {
  Spread spread{VectorXd::Zero(count), VectorXd::Zero(count)};
  FrameLinearization frame;
  for (int j = 0; j < problem.frame_count(); ++j) {
    const FrameState& state = solution.states[static_cast<std::size_t>(j)];
    if (!problem.linearize(solution.g, j, state, &frame)) continue;
    const Index local = kPoseSize + count;
    const Index first = frame.product.rows() - 1 - local;
    const Eigen::MatrixXd inverse =
        frame.product.block(first, first, local, local).ldlt().solve(Eigen::MatrixXd::Identity(local, local));
    const VectorXd held = inverse.diagonal().tail(count).cwiseProduct(problem.stiffness().cwiseAbs2());
    const double weight = problem.weight(j);
    spread.squares += weight * state.effects.cwiseAbs2();
    spread.determined += weight * (VectorXd::Ones(count) - held).cwiseMax(0);
  }
  return spread;
}

double cost_at(const EffectProblem& problem, const VectorXd& g, const std::vector<FrameState>& states) {
  double cost = 0;
  FrameLinearization frame;
  for (int j = 0; j < problem.frame_count(); ++j) {
    if (problem.linearize(g, j, states[static_cast<std::size_t>(j)], &frame)) cost += problem.weight(j) * frame.cost;
  }
  return cost;
}

/// The noise that known effects were found with; 0: unknown. The cost with them is no measure of it, as long as poses
/// and lens have not followed.
double noise_of(const EffectFit& known) {
  return known.stiffness.size() > 0 ? known.stiffness.cwiseProduct(known.width).minCoeff() : 0;
}

}  // namespace

VectorXd widest_spread(const EffectSetup& setup) {
  VectorXd width = VectorXd::Zero(setup.layout.frame_size());
  const auto set = [&](Effect effect, double value) {
    if (setup.layout.has(effect))
      width.segment(setup.layout.first_of(effect), frame_unknowns(effect)).setConstant(value);
  };
  set(Effect::kShutter, kWidestTurn);
  set(Effect::kShutterColumns, kWidestTurn);
  set(Effect::kFocus, kWidestLogFocal);
  set(Effect::kStabilisation, kWidestShift * std::hypot(setup.image_size.width, setup.image_size.height));
  Vector3 low = Vector3::Constant(std::numeric_limits<double>::infinity());
  Vector3 high = -low;
  for (const Vector3& point : setup.basis.points(VectorXd::Zero(setup.basis.size()))) {
    if (!point.allFinite()) continue;
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  set(Effect::kTargetBend, kWidestBend * (high - low).norm());
  return width;
}

VectorXd next_spread(const VectorXd& squares, const VectorXd& determined, const VectorXd& widest) {
  constexpr double kNothing = 1e-9;
  return squares.cwiseQuotient(determined.cwiseMax(kNothing))
      .cwiseSqrt()
      .cwiseMax(kNarrowest * widest)
      .cwiseMin(widest);
}

void carry_over(const EffectFit& known, const EffectLayout& layout, int intrinsics, VectorXd* g, VectorXd* width,
                std::vector<VectorXd>* frames) {
  if (known.frames.size() != frames->size()) return;
  for (const Effect effect : layout.effects()) {
    if (!known.layout.has(effect)) continue;
    const Index from = known.layout.first_of(effect);
    const Index to = layout.first_of(effect);
    if (const int shared = common_unknowns(effect); shared > 0) {
      g->segment(intrinsics + to, shared) = known.common.segment(from, shared);
    }
    const int count = frame_unknowns(effect);
    if (count == 0) continue;
    width->segment(to, count) = known.width.segment(from, count);
    for (std::size_t j = 0; j < frames->size(); ++j) {
      (*frames)[j].segment(to, count) = known.frames[j].segment(from, count);
    }
  }
}

FrameSolution fit_effects(const EffectSetup& setup, FrameSolution start, const EffectFit& known,
                          const FrameSolverOptions& options, EffectFit* fit) {
  const EffectLayout& layout = setup.layout;
  const Index count = layout.frame_size();
  EffectProblem problem(setup);
  const Index camera = setup.model.size();
  VectorXd g = VectorXd::Zero(problem.global_size());
  g.head(camera) = start.g.head(camera);
  g.tail(setup.basis.size()) = start.g.tail(setup.basis.size());
  int iterations = start.iterations;
  const VectorXd most = widest_spread(setup);
  VectorXd width = most;
  std::vector<VectorXd> amounts(start.states.size(), VectorXd::Zero(count));
  carry_over(known, layout, setup.model.size(), &g, &width, &amounts);
  for (std::size_t j = 0; j < amounts.size(); ++j) start.states[j].effects = amounts[j];
  const auto sigma = [&](double cost) {
    const double left = problem.residual_count() - problem.degrees_of_freedom() -
                        static_cast<double>(kPoseSize + count) * problem.frame_count();
    return std::sqrt(std::max(cost, 1e-300) / std::max(1.0, left));
  };
  double noise = noise_of(known);
  if (!(noise > 0)) {
    if (!(start.cost > 0)) start.cost = cost_at(problem, g, start.states);
    noise = sigma(start.cost);
  }
  FrameSolution solution = std::move(start);
  solution.g = std::move(g);
  FrameSolverOptions rough = options;  // until the widths have settled
  rough.polish = false;
  rough.information = false;
  rough.tolerance = std::max(options.tolerance, kRoughly);
  rough.max_iterations = std::min(options.max_iterations, kRoughIterations);
  FrameSolverOptions fine = options;
  bool last = count == 0;
  double frames = 0;
  for (int j = 0; j < problem.frame_count(); ++j) frames += problem.weight(j);
  for (int round = 0;; ++round) {
    problem.set_stiffness(noise * width.cwiseInverse());
    solution = solve_frames(problem, std::move(solution.g), std::move(solution.states), last ? fine : rough);
    iterations += solution.iterations;
    if (last || solution.status == SolverStatus::kNotComputable) break;
    if (solution.status == SolverStatus::kGainsTooLittle) break;
    fine.least_gain = rough.least_gain = 0;  // of what the first step found the rest is gone
    const Spread spread = spread_of(problem, solution, count);
    fit->freedom = spread.determined.sum();
    fit->determined = spread.determined / frames;
    const VectorXd next = next_spread(spread.squares, spread.determined, most);
    const bool settled = ((next - width).cwiseAbs().array() <= kSettled * width.array()).all();
    noise = sigma(solution.cost);
    last = settled || round == kMostRounds - 1;
    width = next;
  }
  solution.iterations = iterations;
  fit->layout = layout;
  fit->common = solution.g.segment(camera, layout.common_size());
  fit->stiffness = problem.stiffness();
  fit->width = width;
  fit->frames.clear();
  for (const FrameState& state : solution.states) fit->frames.push_back(state.effects);
  return solution;
}

}  // namespace fiducia
