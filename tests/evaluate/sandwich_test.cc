#include "fiducia/evaluate/sandwich.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "tests/evaluate/synthetic_calibration.h"

namespace fiducia {
namespace {

using testing::difference_in_sigmas;
using ::testing::ElementsAre;
using testing::information_sum;
using ::testing::IsEmpty;
using testing::random_calibration;
using testing::rescaled;
using testing::with_information;

/// A^-1 (sum s_j s_j') A^-1 with gradients that `correct` may change.
template <class Correct>
Eigen::MatrixXd literal_sandwich(const Calibration& calibration, Correct correct) {
  const Eigen::MatrixXd inverse = information_sum(calibration).inverse();
  Eigen::MatrixXd middle = 0 * inverse;
  for (const FrameInformation& frame : calibration.information) {
    const Eigen::VectorXd s = correct(frame, inverse);
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

TEST(Sandwich, WithoutCorrectionIsTheOuterProductsOfTheGradients) {
  const Calibration calibration = random_calibration(10, 6, 1);
  const Sandwich cr0 = sandwich(frame_pairs(calibration), kCr0);
  const Eigen::MatrixXd expected =
      literal_sandwich(calibration, [](const FrameInformation& frame, const Eigen::MatrixXd&) { return frame.s; });
  EXPECT_LT(difference_in_sigmas(cr0.covariance, expected), 1e-11);
  EXPECT_THAT(cr0.alone, IsEmpty());
}

/// METHOD 4: s_j is replaced by S^1/2 (I - S^1/2 A^-1 S^1/2)^-1/2 S^-1/2 s_j.
TEST(Sandwich, Cr2IsTheFormulaWithSymmetricRoots) {
  for (const int frames : {3, 5, 20}) {
    const Calibration calibration = random_calibration(frames, 6, 2);
    const Eigen::MatrixXd expected = literal_sandwich(
        calibration, [](const FrameInformation& frame, const Eigen::MatrixXd& inverse) -> Eigen::VectorXd {
          const Eigen::MatrixXd root = root_of(frame.S);
          const Eigen::MatrixXd bracket = Eigen::MatrixXd::Identity(6, 6) - root * inverse * root;
          return root * inverse_root_of(bracket) * inverse_root_of(frame.S) * frame.s;
        });
    EXPECT_LT(difference_in_sigmas(sandwich(frame_pairs(calibration), kCr2).covariance, expected), 1e-9) << frames;
  }
}

/// d_j = -(A - S_j)^-1 s_j, (n - 1)/n sum (d_j - mean)(d_j - mean)'.
TEST(Sandwich, JackknifeLeavesOneFrameOut) {
  const Calibration calibration = random_calibration(9, 5, 3);
  const Eigen::MatrixXd a = information_sum(calibration);
  Eigen::MatrixXd steps(5, 9);
  for (int j = 0; j < 9; ++j) {
    const FrameInformation& frame = calibration.information[static_cast<std::size_t>(j)];
    steps.col(j) = -(a - frame.S).ldlt().solve(frame.s);
  }
  const Eigen::MatrixXd uncentred = steps * steps.transpose();
  const Eigen::VectorXd mean = steps.rowwise().mean();
  steps.colwise() -= mean;
  const FramePairs pairs = frame_pairs(calibration);
  EXPECT_LT(difference_in_sigmas(jackknife(pairs).covariance, 8.0 / 9 * steps * steps.transpose()), 1e-10);
  EXPECT_LT(difference_in_sigmas(sandwich(pairs, kCr3).covariance, uncentred), 1e-10);
}

TEST(Sandwich, TheMoreLeverageIsRemovedTheLargerItIs) {
  const FramePairs pairs = frame_pairs(random_calibration(6, 4, 4));
  const auto variances = [&](LeverageCorrection correction) { return sandwich(pairs, correction).covariance.trace(); };
  EXPECT_LT(variances(kCr0), variances(kCr2));
  EXPECT_LT(variances(kCr2), variances(kCr3));
}

TEST(Sandwich, CountsAFrameOfWeightTwoAsItsPairDoubled) {
  Calibration weighted = random_calibration(7, 4, 5);
  weighted.frames[3].weight = 2;
  testing::balance(&weighted);
  Calibration doubled = weighted;
  doubled.frames[3].weight = 1;
  doubled.information[3].S *= 2;
  doubled.information[3].s *= 2;
  const Eigen::MatrixXd expected =
      literal_sandwich(doubled, [](const FrameInformation& frame, const Eigen::MatrixXd&) { return frame.s; });
  EXPECT_LT(difference_in_sigmas(sandwich(frame_pairs(weighted), kCr0).covariance, expected), 1e-11);
  EXPECT_LT(difference_in_sigmas(sandwich(frame_pairs(weighted), kCr2).covariance,
                                 sandwich(frame_pairs(doubled), kCr2).covariance),
            1e-11);
  EXPECT_LT(
      difference_in_sigmas(jackknife(frame_pairs(weighted)).covariance, jackknife(frame_pairs(doubled)).covariance),
      1e-11);
}

TEST(Sandwich, FollowsTheUnitsOfTheParameters) {
  const Calibration calibration = random_calibration(8, 5, 6);
  Eigen::VectorXd scale(5);
  scale << 100, 1, 1e-4, 3e5, 0.02;
  const Eigen::VectorXd inverse = scale.cwiseInverse();
  const FramePairs here = frame_pairs(calibration);
  const FramePairs there = frame_pairs(rescaled(calibration, scale));
  const auto in_new_units = [&](const Eigen::MatrixXd& c) { return inverse.asDiagonal() * c * inverse.asDiagonal(); };
  for (const LeverageCorrection correction : {kCr0, kCr2, kCr3}) {
    EXPECT_LT(difference_in_sigmas(sandwich(there, correction).covariance,
                                   in_new_units(sandwich(here, correction).covariance)),
              1e-10);
  }
  EXPECT_LT(difference_in_sigmas(jackknife(there).covariance, in_new_units(jackknife(here).covariance)), 1e-10);
}

/// A direction that one frame alone determines fits its data exactly: no spread between frames tells of it.
TEST(Sandwich, NamesAFrameThatDeterminesADirectionAlone) {
  Calibration calibration = random_calibration(8, 4, 7);
  for (std::size_t j = 0; j < 8; ++j) {
    if (j == 5) continue;
    FrameInformation& frame = calibration.information[j];
    frame.S.row(1).setZero();
    frame.S.col(1).setZero();
    frame.s[1] = 0;
  }
  testing::balance(&calibration);
  const FramePairs pairs = frame_pairs(calibration);
  for (const Sandwich& result : {sandwich(pairs, kCr2), sandwich(pairs, kCr3), jackknife(pairs)}) {
    EXPECT_THAT(result.alone, ElementsAre(5U));
    EXPECT_TRUE(result.covariance.allFinite());
  }
  EXPECT_THAT(sandwich(frame_pairs(random_calibration(8, 4, 7)), kCr2).alone, IsEmpty());
}

/// Hundreds of parameters go another way to the same result.
TEST(Sandwich, OfManyParametersIsTheSame) {
  const FramePairs pairs = frame_pairs(random_calibration(30, 60, 11));
  for (const LeverageCorrection correction : {kCr2, kCr3}) {
    Eigen::MatrixXd steps(60, 30);
    for (std::size_t j = 0; j < 30; ++j) {
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(pairs.M[j]);
      const Eigen::VectorXd factor = (1 - eigen.eigenvalues().array()).pow(-correction.power).matrix();
      steps.col(static_cast<Eigen::Index>(j)) =
          eigen.eigenvectors() * factor.cwiseProduct(eigen.eigenvectors().transpose() * pairs.z[j]);
    }
    const Eigen::MatrixXd expected = pairs.in_parameters(steps * steps.transpose());
    EXPECT_LT(difference_in_sigmas(sandwich(pairs, correction).covariance, expected), 1e-7);
  }
}

}  // namespace
}  // namespace fiducia
