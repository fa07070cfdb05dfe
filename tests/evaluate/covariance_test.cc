#include "fiducia/evaluate/covariance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/approximate_bootstrap.h"
#include "fiducia/evaluate/bootstrap.h"
#include "fiducia/evaluate/estimators.h"
#include "tests/evaluate/synthetic_calibration.h"
#include "tests/io/error_message.h"

namespace fiducia {
namespace {

using testing::board;
using testing::difference_in_sigmas;
using ::testing::ElementsAre;
using testing::error_message;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ordinary_camera;

Observations views(int frames, std::uint64_t seed) {
  return simulate(ordinary_camera(), board(), {.frames = frames, .noise_px = 0.2, .seed = seed}).observations;
}

TEST(Covariance, GivesWhatItsEstimatorsGive) {
  const Observations data = views(10, 1);
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  const FrameInfluences influences = frame_influences(calibration);
  const auto matrix = [&](Covariance method) {
    return covariance(calibration, {.method = method, .samples = 40, .seed = 5}).matrix;
  };
  EXPECT_EQ(matrix(Covariance::kStd), calibration.covariance_std);
  EXPECT_EQ(matrix(Covariance::kAbs),
            approximate_bootstrap(calibration, influences, 6, {.samples = 40, .seed = 5}).covariance);
  EXPECT_EQ(matrix(Covariance::kBs), bootstrap(calibration, {.samples = 40, .seed = 5}).covariance);
  EXPECT_EQ(matrix(Covariance::kCr0), influences.uncorrected * influences.uncorrected.transpose());
  EXPECT_EQ(matrix(Covariance::kCr2), influences.corrected * influences.corrected.transpose());
  const Eigen::MatrixXd scatter = influences.left_out.colwise() - influences.left_out.rowwise().mean();
  EXPECT_LT(difference_in_sigmas(matrix(Covariance::kJackknife), 0.9 * scatter * scatter.transpose()), 1e-12);
}

TEST(Covariance, IsCr2UnlessAskedOtherwise) {
  const Observations data = views(8, 2);
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  const CovarianceEstimate estimate = covariance(calibration);
  EXPECT_EQ(estimate.method, Covariance::kCr2);
  EXPECT_EQ(estimate.matrix, covariance(calibration, {.method = Covariance::kCr2}).matrix);
}

TEST(Covariance, TellsMethodSamplesAndFrames) {
  const Observations data = views(9, 3);
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  for (const Covariance method : quick_estimators()) {
    const CovarianceEstimate estimate = covariance(calibration, {.method = method, .samples = 300});
    EXPECT_EQ(estimate.method, method);
    EXPECT_EQ(estimate.samples, method == Covariance::kAbs ? 300 : 9) << to_string(method);
    EXPECT_EQ(estimate.matrix.rows(), 6);
    EXPECT_THAT(estimate.decisive_frames, IsEmpty());
  }
  EXPECT_EQ(covariance(calibration, {.method = Covariance::kBs, .samples = 10}).samples, 10);
}

TEST(Covariance, HasNamesForAllMethods) {
  EXPECT_EQ(to_string(Covariance::kStd), "std");
  EXPECT_EQ(to_string(Covariance::kAbs), "abs");
  EXPECT_EQ(to_string(Covariance::kCr0), "cr0");
  EXPECT_EQ(to_string(Covariance::kCr2), "cr2");
  EXPECT_EQ(to_string(Covariance::kJackknife), "jackknife");
  EXPECT_EQ(to_string(Covariance::kBs), "bs");
}

TEST(Covariance, GivesStandardDeviationsAndCorrelations) {
  CovarianceEstimate estimate{Covariance::kStd, (Eigen::Matrix2d() << 4, -3, -3, 9).finished()};
  EXPECT_EQ(estimate.sigma(), Eigen::Vector2d(2, 3));
  EXPECT_LT((estimate.correlation() - (Eigen::Matrix2d() << 1, -0.5, -0.5, 1).finished()).norm(), 1e-15);
  const Observations data = views(8, 4);
  const Calibration calibration = calibrate(data, {.model = "opencv5"});
  for (const Covariance method : quick_estimators()) {
    const Eigen::MatrixXd correlation = covariance(calibration, {.method = method}).correlation();
    EXPECT_LT((correlation.diagonal().array() - 1).abs().maxCoeff(), 1e-12) << to_string(method);
    EXPECT_LE(correlation.cwiseAbs().maxCoeff(), 1 + 1e-9) << to_string(method);
    EXPECT_LT((correlation - correlation.transpose()).norm(), 1e-9) << to_string(method);
  }
}

TEST(Covariance, RefusesToCompareTwoFrames) {
  const Observations data = views(2, 5);
  const Calibration calibration = calibrate(data, {.model = "radial1"});
  ASSERT_TRUE(calibration.converged()) << calibration.message;
  for (const Covariance method :
       {Covariance::kAbs, Covariance::kCr0, Covariance::kCr2, Covariance::kJackknife, Covariance::kBs}) {
    const std::string message = error_message([&] { static_cast<void>(covariance(calibration, {.method = method})); });
    EXPECT_THAT(message, HasSubstr("and 2 cannot be compared"));
    EXPECT_THAT(message, HasSubstr(std::string(to_string(method))));
  }
  EXPECT_EQ(covariance(calibration, {.method = Covariance::kStd}).matrix, calibration.covariance_std);
}

TEST(Covariance, RefusesACalibrationThatDidNotConverge) {
  const Observations data = views(8, 6);
  const Calibration stopped =
      calibrate(data, {.model = "radial2", .initial = {{1000, 1000, 900, 600, 0, 0}, {}}, .max_iterations = 1});
  ASSERT_FALSE(stopped.converged());
  for (const Covariance method : {Covariance::kStd, Covariance::kCr2, Covariance::kBs}) {
    EXPECT_THAT(error_message([&] { static_cast<void>(covariance(stopped, {.method = method})); }),
                HasSubstr(stopped.message));
  }
}

TEST(Covariance, NamesAFrameThatDeterminesADirectionAlone) {
  Calibration calibration = testing::random_calibration(6, 6, 7);
  testing::change_pairs(&calibration, [](std::size_t j, testing::Pair* pair) {
    if (j == 4) return;
    pair->S.row(0).setZero();
    pair->S.col(0).setZero();
    pair->s[0] = 0;
  });
  calibration.covariance_std = Eigen::MatrixXd::Identity(6, 6);
  for (const Covariance method : {Covariance::kCr2, Covariance::kJackknife}) {
    EXPECT_THAT(covariance(calibration, {.method = method}).decisive_frames, ElementsAre("frame4"));
  }
}

/// The block of unknowns may hold a target's shape behind the intrinsics.
TEST(Covariance, IsThatOfTheIntrinsics) {
  Calibration calibration = testing::random_calibration(12, 9, 8);
  calibration.covariance_std = testing::information_sum(calibration).inverse();
  for (const Covariance method : quick_estimators()) {
    EXPECT_EQ(covariance(calibration, {.method = method}).matrix.rows(), 6) << to_string(method);
  }
  const Eigen::MatrixXd of_intrinsics = frame_influences(calibration).uncorrected.topRows(6);
  EXPECT_EQ(covariance(calibration, {.method = Covariance::kCr0}).matrix, of_intrinsics * of_intrinsics.transpose());
}

TEST(Covariance, FollowsTheUnitsOfTheParameters) {
  Calibration calibration = testing::random_calibration(9, 6, 9);
  calibration.covariance_std = testing::information_sum(calibration).inverse();
  Eigen::VectorXd scale(6);
  scale << 100, 1, 0.01, 1, 1000, 3;
  const Eigen::VectorXd inverse = scale.cwiseInverse();
  Calibration other = testing::rescaled(calibration, scale);
  other.covariance_std = testing::information_sum(other).inverse();
  for (const Covariance method : quick_estimators()) {
    const Eigen::MatrixXd here = covariance(calibration, {.method = method}).matrix;
    const Eigen::MatrixXd there = covariance(other, {.method = method}).matrix;
    EXPECT_LT(difference_in_sigmas(there, inverse.asDiagonal() * here * inverse.asDiagonal()), 1e-9)
        << to_string(method);
  }
}

/// Real frames: what one of them says about the distortion is many orders of magnitude from what it says about the
/// focal length, in pixels. Neither is nothing.
TEST(Covariance, FollowsTheUnitsOfTheParametersWhateverTheirScales) {
  const Observations data = views(12, 3);
  const Calibration calibration = calibrate(data, {.model = "opencv5"});
  for (const double unit : {100.0, 1e-2, 1e-4}) {
    Eigen::VectorXd scale = Eigen::VectorXd::Ones(9);
    scale.head(4).setConstant(unit);
    const Eigen::VectorXd inverse = scale.cwiseInverse();
    const Calibration other = testing::rescaled(calibration, scale);
    for (const Covariance method : {Covariance::kAbs, Covariance::kCr0, Covariance::kCr2, Covariance::kJackknife}) {
      const Eigen::MatrixXd here = covariance(calibration, {.method = method}).matrix;
      const Eigen::MatrixXd there = covariance(other, {.method = method}).matrix;
      EXPECT_LT(difference_in_sigmas(there, inverse.asDiagonal() * here * inverse.asDiagonal()), 1e-6)
          << to_string(method) << " in units of " << unit << " px";
    }
  }
}

/// Where the model is right and there are many frames, all estimators see the same.
TEST(Covariance, OfARightModelIsMuchTheSameByAllEstimators) {
  const Observations data = views(60, 10);
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  for (const Covariance method : quick_estimators()) {
    const Eigen::VectorXd ratio = covariance(calibration, {.method = method}).sigma().array() /
                                  calibration.covariance_std.diagonal().cwiseSqrt().array();
    // The spread of 60 frames is known to sqrt(1/120) = 9 %, more for the parameters that few frames carry.
    EXPECT_LT((ratio.array() - 1).abs().maxCoeff(), 0.4) << to_string(method);
  }
}

TEST(Covariance, CarriesARobustLossThrough) {
  Observations data = views(15, 11);
  for (std::size_t j = 0; j < data.frames.size(); ++j) data.frames[j].corners[5 * j].pixel += Vector2(20, -15);
  const Calibration plain = calibrate(data, {.model = "radial2"});
  const Calibration robust = calibrate(data, {.model = "radial2", .loss = Loss::cauchy(0.5)});
  ASSERT_TRUE(plain.converged() && robust.converged());
  for (const Covariance method : {Covariance::kStd, Covariance::kAbs, Covariance::kCr2, Covariance::kJackknife}) {
    const Eigen::VectorXd with = covariance(robust, {.method = method}).sigma();
    const Eigen::VectorXd without = covariance(plain, {.method = method}).sigma();
    EXPECT_LT((with.array() / without.array()).maxCoeff(), 0.5) << to_string(method);
  }
  const Eigen::VectorXd with = covariance(robust, {.method = Covariance::kBs, .samples = 60}).sigma();
  const Eigen::VectorXd without = covariance(plain, {.method = Covariance::kBs, .samples = 60}).sigma();
  EXPECT_LT((with.array() / without.array()).maxCoeff(), 0.5);
}

}  // namespace
}  // namespace fiducia
