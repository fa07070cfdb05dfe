#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "fiducia/evaluate/estimators.h"
#include "tests/evaluate/synthetic_calibration.h"

namespace fiducia {
namespace {

using testing::change_pairs;
using testing::difference_in_sigmas;
using ::testing::ElementsAre;
using testing::information_sum;
using ::testing::IsEmpty;
using testing::Pair;
using testing::pair_of;
using testing::random_calibration;
using testing::rescaled;

/// The whole block of parameters counts here, not the intrinsics alone.
Eigen::MatrixXd products(const Eigen::MatrixXd& influences) { return influences * influences.transpose(); }

Eigen::MatrixXd jackknife(const FrameInfluences& influences) {
  const auto count = static_cast<double>(influences.left_out.cols());
  const Eigen::MatrixXd scatter = influences.left_out.colwise() - influences.left_out.rowwise().mean();
  return (count - 1) / count * scatter * scatter.transpose();
}

/// A^-1 (sum s_j s_j') A^-1 with gradients that `correct` may change.
template <class Correct>
Eigen::MatrixXd literal_sandwich(const Calibration& calibration, Correct correct) {
  const Eigen::MatrixXd inverse = information_sum(calibration).inverse();
  Eigen::MatrixXd middle = 0 * inverse;
  for (const FrameInformation& frame : calibration.information.frames) {
    const Eigen::VectorXd s = correct(pair_of(frame), inverse);
    middle += s * s.transpose();
  }
  return inverse * middle * inverse;
}

Eigen::MatrixXd root_of(const Eigen::MatrixXd& m) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(m).operatorSqrt();
}
Eigen::MatrixXd inverse_root_of(const Eigen::MatrixXd& m) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(m).operatorInverseSqrt();
}

Eigen::VectorXd uncorrected(const Pair& pair, const Eigen::MatrixXd& /*inverse*/) { return pair.s; }

TEST(Sandwich, WithoutCorrectionIsTheOuterProductsOfTheGradients) {
  const Calibration calibration = random_calibration(10, 6, 1);
  const FrameInfluences influences = frame_influences(calibration);
  EXPECT_LT(difference_in_sigmas(products(influences.uncorrected), literal_sandwich(calibration, uncorrected)), 1e-11);
  EXPECT_THAT(influences.decisive, IsEmpty());
}

/// docs/method.md 4: s_j is replaced by S^1/2 (I - S^1/2 A^-1 S^1/2)^-1/2 S^-1/2 s_j.
TEST(Sandwich, Cr2IsTheFormulaWithSymmetricRoots) {
  for (const int frames : {3, 5, 20}) {
    const Calibration calibration = random_calibration(frames, 6, 2);
    const Eigen::MatrixXd expected =
        literal_sandwich(calibration, [](const Pair& pair, const Eigen::MatrixXd& inverse) -> Eigen::VectorXd {
          const Eigen::MatrixXd root = root_of(pair.S);
          const Eigen::MatrixXd bracket = Eigen::MatrixXd::Identity(6, 6) - root * inverse * root;
          return root * inverse_root_of(bracket) * inverse_root_of(pair.S) * pair.s;
        });
    EXPECT_LT(difference_in_sigmas(products(frame_influences(calibration).corrected), expected), 1e-9) << frames;
  }
}

/// d_j = (A - S_j)^-1 s_j, (n - 1)/n sum (d_j - mean)(d_j - mean)'.
TEST(Sandwich, JackknifeLeavesOneFrameOut) {
  const Calibration calibration = random_calibration(9, 5, 3);
  const Eigen::MatrixXd a = information_sum(calibration);
  Eigen::MatrixXd steps(5, 9);
  for (int j = 0; j < 9; ++j) {
    const Pair pair = pair_of(calibration.information.frames[static_cast<std::size_t>(j)]);
    steps.col(j) = (a - pair.S).ldlt().solve(pair.s);
  }
  const FrameInfluences influences = frame_influences(calibration);
  EXPECT_LT((influences.left_out - steps).norm(), 1e-10 * steps.norm());
  const Eigen::VectorXd mean = steps.rowwise().mean();
  steps.colwise() -= mean;
  EXPECT_LT(difference_in_sigmas(jackknife(influences), 8.0 / 9 * steps * steps.transpose()), 1e-10);
}

TEST(Sandwich, TheMoreLeverageIsRemovedTheLargerItIs) {
  const FrameInfluences influences = frame_influences(random_calibration(6, 4, 4));
  EXPECT_LT(influences.uncorrected.squaredNorm(), influences.corrected.squaredNorm());
  EXPECT_LT(influences.corrected.squaredNorm(), influences.left_out.squaredNorm());
}

TEST(Sandwich, CountsAFrameOfWeightTwoAsItsPairDoubled) {
  Calibration weighted = random_calibration(7, 4, 5);
  weighted.frames[3].weight = 2;
  testing::balance(&weighted);
  Calibration doubled = weighted;
  doubled.frames[3].weight = 1;
  change_pairs(&doubled, [](std::size_t j, Pair* pair) {
    if (j == 3) *pair = {2 * pair->S, 2 * pair->s};
  });
  const FrameInfluences a = frame_influences(weighted);
  const FrameInfluences b = frame_influences(doubled);
  EXPECT_LT(difference_in_sigmas(products(a.uncorrected), literal_sandwich(doubled, uncorrected)), 1e-11);
  EXPECT_LT(difference_in_sigmas(products(a.corrected), products(b.corrected)), 1e-11);
  EXPECT_LT(difference_in_sigmas(jackknife(a), jackknife(b)), 1e-11);
  EXPECT_NEAR(a.leverages[3], b.leverages[3], 1e-12);
}

TEST(Sandwich, FollowsTheUnitsOfTheParameters) {
  const Calibration calibration = random_calibration(8, 5, 6);
  Eigen::VectorXd scale(5);
  scale << 100, 1, 1e-4, 3e5, 0.02;
  const Eigen::VectorXd inverse = scale.cwiseInverse();
  const FrameInfluences here = frame_influences(calibration);
  const FrameInfluences there = frame_influences(rescaled(calibration, scale));
  const auto in_new_units = [&](const Eigen::MatrixXd& c) { return inverse.asDiagonal() * c * inverse.asDiagonal(); };
  for (const auto part : {&FrameInfluences::uncorrected, &FrameInfluences::corrected, &FrameInfluences::left_out}) {
    EXPECT_LT(difference_in_sigmas(products(there.*part), in_new_units(products(here.*part))), 1e-10);
  }
}

/// A direction that one frame alone determines fits its data exactly: no spread between frames tells of it.
TEST(Sandwich, NamesAFrameThatDeterminesADirectionAlone) {
  Calibration calibration = random_calibration(8, 4, 7);
  change_pairs(&calibration, [](std::size_t j, Pair* pair) {
    if (j == 5) return;
    pair->S.row(1).setZero();
    pair->S.col(1).setZero();
    pair->s[1] = 0;
  });
  testing::balance(&calibration);
  const FrameInfluences influences = frame_influences(calibration);
  EXPECT_THAT(influences.decisive, ElementsAre(5U));
  EXPECT_TRUE(influences.corrected.allFinite());
  EXPECT_TRUE(influences.left_out.allFinite());
  EXPECT_THAT(frame_influences(random_calibration(8, 4, 7)).decisive, IsEmpty());
}

}  // namespace
}  // namespace fiducia
