#include "fiducia/solve/information.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "fiducia/solve/inverse_information.h"
#include "tests/solve/random_problem.h"

namespace fiducia {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::RandomProblem;

/// A problem with what its frames say at g = 0.
struct Known {
  explicit Known(const testing::RandomProblemOptions& options) : problem(options) {
    const LocalBlocks blocks(problem);
    std::vector<FrameLinearization> frames(blocks.size.size());
    const VectorXd g = VectorXd::Zero(problem.global_size());
    for (std::size_t j = 0; j < frames.size(); ++j) {
      EXPECT_TRUE(problem.linearize(g, static_cast<int>(j), problem.zero_states()[j], &frames[j]));
    }
    information = information_of(frames, blocks, problem.prior(), problem.global_size());
    weights = blocks.weight;
    rows = problem.all_rows(g, problem.zero_states());
  }

  /// The Schur complement of all local unknowns in J'J, and the reduced gradient without the prior's.
  [[nodiscard]] MatrixXd literal_matrix() const {
    const Eigen::Index size = problem.global_size();
    const MatrixXd j = rows.leftCols(rows.cols() - 1);
    const MatrixXd normal = j.transpose() * j;
    const Eigen::Index local = normal.rows() - size;
    return normal.topLeftCorner(size, size) -
           normal.topRightCorner(size, local) *
               normal.bottomRightCorner(local, local).ldlt().solve(normal.bottomLeftCorner(local, size));
  }

  RandomProblem problem;
  Information information;
  std::vector<double> weights;
  MatrixXd rows;
};

const std::vector<testing::RandomProblemOptions> kKnown = {
    {.seed = 1},
    {.local = {6, 9, 7}, .prior_rows = 2, .seed = 2},
    {.dense = 3, .points = 40, .local = {6, 8, 6}, .corners = 80, .prior_rows = 4, .seed = 3},  // points first
    {.dense = 3, .points = 4, .local = std::vector<int>(20, 6), .corners = 12, .prior_rows = 3, .seed = 4},  // local
                                                                                                             // first
};

TEST(Information, IsTheSchurComplementOfTheLocalUnknowns) {
  for (const auto& options : kKnown) {
    const Known known(options);
    const MatrixXd expected = known.literal_matrix();
    const MatrixXd a = known.information.matrix(known.weights);
    EXPECT_LT((a - expected).norm(), 1e-10 * expected.norm());
    for (const Eigen::Index count : {static_cast<Eigen::Index>(options.dense), a.rows()}) {
      EXPECT_LT((known.information.leading_matrix(known.weights, count) - expected.topLeftCorner(count, count)).norm(),
                1e-10 * expected.norm());
    }
    MatrixXd sum = MatrixXd::Zero(a.rows(), a.cols());
    for (std::size_t j = 0; j < known.weights.size(); ++j) {
      sum += known.weights[j] * known.information.frames[j].S();
    }
    if (!known.information.prior.empty())
      sum += known.information.prior.rows.transpose() * known.information.prior.rows;
    EXPECT_LT((sum - expected).norm(), 1e-10 * expected.norm());
  }
}

TEST(FrameInformation, HasAFactorOfThePair) {
  for (const auto& options : kKnown) {
    const Known known(options);
    for (const FrameInformation& frame : known.information.frames) {
      const MatrixXd r = frame.times(MatrixXd::Identity(frame.size(), frame.size()));
      EXPECT_EQ(r.rows(), frame.rows());
      EXPECT_LT((r.transpose() * r - frame.S()).norm(), 1e-11 * frame.S().norm());
      EXPECT_LT((r.transpose() * frame.q() - frame.s()).norm(), 1e-11 * frame.s().norm());
      const MatrixXd w = MatrixXd::Random(frame.rows(), 2);
      EXPECT_LT((r.transpose() * w - frame.transposed_times(w)).norm(), 1e-11 * w.norm() * r.norm());
    }
  }
}

/// One flat view leaves directions open. How many does not depend on the parameters' units.
TEST(FrameInformation, HasTheRankOfThePairInAnyUnits) {
  std::srand(3);  // whatever ran before
  MatrixXd rows = MatrixXd::Random(3, 5);
  const MatrixXd S = rows.transpose() * rows;
  const VectorXd s = rows.transpose() * VectorXd::Random(3);
  VectorXd scale(5);
  scale << 1e6, 1, 1e-5, 20, 1e3;
  const FrameInformation here = FrameInformation::from_pair(S, s);
  const FrameInformation there =
      FrameInformation::from_pair(scale.asDiagonal() * S * scale.asDiagonal(), scale.asDiagonal() * s);
  EXPECT_EQ(here.rows(), 3);
  EXPECT_EQ(there.rows(), 3);
  EXPECT_LT((here.S() - S).norm(), 1e-13 * S.norm());
  EXPECT_LT((here.s() - s).norm(), 1e-13 * s.norm());
  EXPECT_LT((scale.cwiseInverse().asDiagonal() * there.s() - s).norm(), 1e-12 * s.norm());
}

TEST(InverseInformation, IsTheInverse) {
  for (const auto& options : kKnown) {
    const Known known(options);
    const auto inverse = InverseInformation::of(known.information, known.weights);
    ASSERT_TRUE(inverse.has_value());
    const MatrixXd expected = known.literal_matrix().inverse();
    const Eigen::Index size = expected.rows();
    EXPECT_LT((inverse->times(MatrixXd::Identity(size, size)) - expected).norm(), 1e-8 * expected.norm());
    EXPECT_LT((inverse->block(0, options.dense) - expected.topLeftCorner(options.dense, options.dense)).norm(),
              1e-8 * expected.norm());
    const std::vector<Eigen::Index> places = {0, 2, size - 5, size - 2, size - 1};
    EXPECT_LT((inverse->at(places) - expected(places, places)).norm(), 1e-8 * expected.norm());
    const MatrixXd v = MatrixXd::Random(2, static_cast<Eigen::Index>(places.size()));
    EXPECT_NEAR(inverse->trace_of(v, places), (v * expected(places, places) * v.transpose()).trace(),
                1e-8 * expected.norm() * v.squaredNorm());
    const VectorXd b = VectorXd::LinSpaced(size, -1, 2);
    const auto x = solve_information(known.information, known.weights, b);
    ASSERT_TRUE(x.has_value());
    EXPECT_LT((*x - expected * b).norm(), 1e-8 * x->norm());
  }
}

/// From some hundred unknowns on it is made in another way.
TEST(InverseInformation, IsTheInverseOfManyToo) {
  std::srand(5);
  constexpr Eigen::Index kSize = 450;
  const MatrixXd rows = MatrixXd::Random(3 * kSize, kSize);
  const MatrixXd S = rows.transpose() * rows;
  Information information;
  information.frames.push_back(FrameInformation::from_pair(S, VectorXd::Zero(kSize)));
  const auto inverse = InverseInformation::of(information, std::vector<double>{1});
  ASSERT_TRUE(inverse.has_value());
  const MatrixXd expected = S.inverse();
  EXPECT_LT((inverse->block(0, kSize) - expected).norm(), 1e-10 * expected.norm());
  EXPECT_LT((inverse->times(S) - MatrixXd::Identity(kSize, kSize)).norm(), 1e-9 * kSize);
  EXPECT_LT((inverse->X().triangularView<Eigen::StrictlyUpper>().toDenseMatrix()).norm(), 1e-300);
}

TEST(InverseInformation, LeavesOutFramesOfNoWeight) {
  Known known(kKnown[2]);
  known.weights[1] = 0;
  const MatrixXd expected = known.information.matrix(known.weights).inverse();
  const auto inverse = InverseInformation::of(known.information, known.weights);
  ASSERT_TRUE(inverse.has_value());
  EXPECT_LT((inverse->block(0, 3) - expected.topLeftCorner(3, 3)).norm(), 1e-7 * expected.topLeftCorner(3, 3).norm());
}

TEST(InverseInformation, IsNothingWhereAParameterIsOpen) {
  const Known known({.dense = 2, .points = 9, .corners = 8, .seed = 6});  // no corner sees the last point
  EXPECT_FALSE(InverseInformation::of(known.information, known.weights).has_value());
  EXPECT_FALSE(solve_information(known.information, known.weights, VectorXd::Ones(29)).has_value());
  EXPECT_FALSE(InverseInformation::of({}, {}).has_value());
}

}  // namespace
}  // namespace fiducia
