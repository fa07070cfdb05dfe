#include "fiducia/solve/frame_solver.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <limits>

#include "tests/solve/random_problem.h"

namespace fiducia {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::RandomProblem;

TEST(FrameSolver, SolvesALinearProblemInAFewSteps) {
  const RandomProblem problem({.local = {6, 8, 6, 10}, .seed = 1});
  const FrameSolution solution = solve_frames(problem, VectorXd::Zero(5), problem.zero_states());
  ASSERT_EQ(solution.status, SolverStatus::kConverged);
  EXPECT_LT(solution.iterations, 10);
  const MatrixXd rows = problem.all_rows(VectorXd::Zero(5), problem.zero_states());
  const VectorXd expected = rows.leftCols(rows.cols() - 1).householderQr().solve(rows.rightCols(1));
  EXPECT_LT((solution.g - expected.head(5)).norm(), 1e-8 * expected.norm());
  EXPECT_EQ(solution.states[1].effects.size(), 2);
  EXPECT_EQ(solution.states[3].effects.size(), 4);
}

/// At a minimum the gradient of all unknowns vanishes, whatever was eliminated first.
TEST(FrameSolver, EndsAtAMinimumOfACurvedProblem) {
  for (const testing::RandomProblemOptions& options :
       {testing::RandomProblemOptions{.local = {6, 9, 7, 6}, .curvature = 0.3, .seed = 2},
        {.dense = 4, .points = 30, .local = {6, 7, 6}, .corners = 60, .prior_rows = 5, .curvature = 0.3, .seed = 3},
        {.dense = 4, .points = 4, .local = std::vector<int>(12, 6), .corners = 12, .curvature = 0.3, .seed = 4}}) {
    const RandomProblem problem(options);
    const FrameSolution solution = solve_frames(problem, VectorXd::Zero(problem.global_size()), problem.zero_states());
    ASSERT_EQ(solution.status, SolverStatus::kConverged);
    const MatrixXd rows = problem.all_rows(solution.g, solution.states);
    const MatrixXd j = rows.leftCols(rows.cols() - 1);
    // Rotations are perturbed on the left, not as vectors: their columns are left out.
    const VectorXd gradient = j.leftCols(problem.global_size()).transpose() * rows.rightCols(1);
    EXPECT_LT(gradient.norm(), 1e-3 * j.leftCols(problem.global_size()).norm() * rows.rightCols(1).norm());
    EXPECT_NEAR(solution.cost, rows.rightCols(1).squaredNorm(), 1e-9 * solution.cost);
  }
}

/// The prior pulls, and is no part of what the frames say.
TEST(FrameSolver, KeepsThePriorApartFromTheFrames) {
  const RandomProblem problem({.prior_rows = 2, .seed = 5});
  const FrameSolution solution = solve_frames(problem, VectorXd::Zero(5), problem.zero_states());
  ASSERT_EQ(solution.status, SolverStatus::kConverged);
  std::vector<double> weights;
  for (int j = 0; j < problem.frame_count(); ++j) weights.push_back(problem.weight(j));
  const VectorXd pull = solution.information.gradient(weights);
  EXPECT_GT(pull.norm(), 1e-3);
  const VectorXd of_prior = problem.prior().rows.transpose() * problem.prior().residual(solution.g);
  EXPECT_LT((pull + of_prior).norm(), 1e-7 * pull.norm());
  MatrixXd frames = MatrixXd::Zero(5, 5);
  for (std::size_t j = 0; j < weights.size(); ++j) frames += weights[j] * solution.information.frames[j].S();
  const MatrixXd a = solution.information.matrix(weights);
  EXPECT_LT((a - frames - problem.prior().rows.transpose() * problem.prior().rows).norm(), 1e-11 * a.norm());
}

TEST(FrameSolver, SaysWhereTheProblemIsSingular) {
  const RandomProblem problem({.dense = 2, .points = 9, .corners = 8, .seed = 6});  // no corner sees the last point
  const FrameSolution solution = solve_frames(problem, VectorXd::Zero(problem.global_size()), problem.zero_states());
  EXPECT_EQ(solution.status, SolverStatus::kSingular);
}

TEST(FrameSolver, SaysWhereTheInitialValuesHaveNoResidual) {
  const RandomProblem problem({.seed = 7});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const FrameSolution solution = solve_frames(problem, VectorXd::Constant(5, nan), problem.zero_states());
  EXPECT_EQ(solution.status, SolverStatus::kNotComputable);
  EXPECT_TRUE(solution.information.empty());
}

/// Of a linear problem the first step gains all that there is to gain.
TEST(FrameSolver, EndsWhereTheFirstStepGainsTooLittle) {
  const RandomProblem problem({.local = {6, 8, 6, 10}, .seed = 1});
  const auto solved = [&](double least) {
    return solve_frames(problem, VectorXd::Zero(5), problem.zero_states(), {.least_gain = least});
  };
  const double at_first = problem.all_rows(VectorXd::Zero(5), problem.zero_states()).rightCols(1).squaredNorm();
  const double gain = at_first - solved(0).cost;
  EXPECT_EQ(solved(0.99 * gain).status, SolverStatus::kConverged);
  const FrameSolution ended = solved(1.01 * gain);
  EXPECT_EQ(ended.status, SolverStatus::kGainsTooLittle);
  EXPECT_EQ(ended.iterations, 0);
  EXPECT_NEAR(ended.cost, at_first, 1e-9 * at_first);
}

TEST(FrameSolver, StopsAtTheLimitOfIterations) {
  const RandomProblem problem({.curvature = 0.8, .seed = 8});
  const FrameSolution solution =
      solve_frames(problem, VectorXd::Constant(5, 3), problem.zero_states(), {.max_iterations = 1});
  EXPECT_EQ(solution.status, SolverStatus::kIterationLimit);
}

TEST(FrameSolver, GivesTheSameBitsOnOneThreadAndOnTwo) {
  const RandomProblem problem(
      {.dense = 4, .points = 30, .local = {6, 7, 6}, .corners = 60, .curvature = 0.2, .seed = 9});
  const VectorXd g = VectorXd::Zero(problem.global_size());
  const FrameSolution one = solve_frames(problem, g, problem.zero_states(), {.threads = 1});
  const FrameSolution two = solve_frames(problem, g, problem.zero_states(), {.threads = 2});
  EXPECT_EQ(one.g, two.g);
}

}  // namespace
}  // namespace fiducia
