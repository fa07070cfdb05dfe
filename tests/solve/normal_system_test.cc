#include "fiducia/solve/normal_system.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "fiducia/solve/elimination_order.h"
#include "fiducia/solve/local_first_system.h"
#include "fiducia/solve/points_first_system.h"
#include "tests/solve/random_problem.h"

namespace fiducia {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::RandomProblem;
using testing::RandomProblemOptions;

struct Linearized {
  explicit Linearized(const RandomProblem& problem)
      : prior(problem.prior()), g(VectorXd::LinSpaced(problem.global_size(), -1, 1)), states(problem.zero_states()) {
    frames.resize(states.size());
    for (std::size_t j = 0; j < frames.size(); ++j) {
      EXPECT_TRUE(problem.linearize(g, static_cast<int>(j), states[j], &frames[j]));
    }
    if (!prior.empty()) residual = prior.residual(g);
  }
  Prior prior;
  VectorXd g;
  std::vector<FrameState> states;
  std::vector<FrameLinearization> frames;
  VectorXd residual;
};

/// The step of all unknowns from the whole Jacobian, damped by lambda x diag(J'J).
VectorXd literal_step(const MatrixXd& rows, double lambda) {
  const MatrixXd j = rows.leftCols(rows.cols() - 1);
  MatrixXd normal = j.transpose() * j;
  normal.diagonal() *= 1 + lambda;
  return normal.ldlt().solve(j.transpose() * rows.rightCols(1));
}

void expect_literal_step(NormalSystem* system, const RandomProblem& problem, const Linearized& at, double lambda) {
  const MatrixXd rows = problem.all_rows(at.g, at.states);
  const VectorXd expected = literal_step(rows, lambda);
  const auto step = system->solve(at.frames, at.residual, lambda);
  ASSERT_TRUE(step.has_value());
  VectorXd all(expected.size());
  all << step->global, step->local;
  EXPECT_LT((all - expected).norm(), 1e-9 * expected.norm()) << "lambda " << lambda;
  const MatrixXd j = rows.leftCols(rows.cols() - 1);
  const VectorXd gradient = j.transpose() * rows.rightCols(1);
  EXPECT_NEAR(step->decrement, expected.dot(gradient), 1e-9 * step->decrement);
  const VectorXd diagonal = j.colwise().squaredNorm();
  EXPECT_NEAR(step->damped_norm, expected.cwiseAbs2().dot(diagonal), 1e-9 * step->damped_norm);
}

const std::vector<RandomProblemOptions> kProblems = {
    {},
    {.local = {6, 8, 9, 6}, .seed = 2},
    {.prior_rows = 3, .seed = 3},
    {.dense = 3, .points = 7, .corners = 14, .seed = 4},
    {.dense = 3, .points = 7, .local = {7, 6, 9}, .corners = 21, .prior_rows = 4, .seed = 5},
    // Frames that see different points, frames that see nearly all, and one with more unknowns than go together.
    {.dense = 3, .points = 20, .local = {6, 6, 7, 6, 6, 6, 6, 6}, .corners = 11, .further = 5, .seed = 8},
    {.dense = 2, .points = 4, .local = {6, 200, 6}, .corners = 120, .further = 1, .seed = 9},
};

TEST(NormalSystem, WithTheLocalBlocksFirstIsTheWholeSystem) {
  for (const RandomProblemOptions& options : kProblems) {
    const RandomProblem problem(options);
    const Linearized at(problem);
    LocalFirstSystem system(problem, at.prior);
    for (const double lambda : {0.0, 1e-3, 10.0}) expect_literal_step(&system, problem, at, lambda);
  }
}

TEST(NormalSystem, WithThePointsFirstIsTheWholeSystem) {
  for (const RandomProblemOptions& options : kProblems) {
    if (options.points == 0) continue;
    const RandomProblem problem(options);
    const Linearized at(problem);
    PointsFirstSystem system(problem, at.prior);
    for (const double lambda : {0.0, 1e-3, 10.0}) expect_literal_step(&system, problem, at, lambda);
  }
}

/// More local unknowns than are multiplied at once.
TEST(NormalSystem, OfManyFramesIsTheWholeSystem) {
  const RandomProblem problem({.dense = 2, .points = 4, .local = std::vector<int>(100, 6), .corners = 8, .seed = 6});
  const Linearized at(problem);
  LocalFirstSystem system(problem, at.prior);
  expect_literal_step(&system, problem, at, 1e-4);
}

TEST(NormalSystem, IsSingularWhereAParameterIsNotSeen) {
  const RandomProblem problem({.dense = 2, .points = 9, .corners = 8, .seed = 7});  // no corner sees the last point
  const Linearized at(problem);
  LocalFirstSystem local_first(problem, at.prior);
  EXPECT_FALSE(local_first.solve(at.frames, at.residual, 0).has_value());
  PointsFirstSystem points_first(problem, at.prior);
  EXPECT_FALSE(points_first.solve(at.frames, at.residual, 0).has_value());
}

TEST(NormalSystem, TakesThePointsFirstWhereThatLeavesTheSmallerSystem) {
  EXPECT_EQ(cheaper_order(8, 450, 6 * 20), EliminationOrder::kPointsFirst);
  EXPECT_EQ(cheaper_order(8, 100, 6 * 180), EliminationOrder::kLocalFirst);
  EXPECT_EQ(cheaper_order(8, 0, 6 * 20), EliminationOrder::kLocalFirst);
}

}  // namespace
}  // namespace fiducia
