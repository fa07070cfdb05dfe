#include "fiducia/evaluate/bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "fiducia/camera/radial.h"
#include "fiducia/core/error.h"
#include "fiducia/solve/refit.h"
#include "tests/evaluate/noisy_views.h"
#include "tests/evaluate/synthetic_calibration.h"
#include "tests/solve/in_sigmas.h"

namespace fiducia {
namespace {

using testing::as_vector;
using testing::board;
using testing::largest_in_sigmas;
using testing::noisy_views;
using testing::ordinary_camera;
using testing::with_hidden_corners;

const std::vector<std::vector<std::uint32_t>> kDraws = {{2, 0, 1, 3, 0, 1, 1, 0}, {0, 4, 0, 0, 2, 1, 0, 1}};

TEST(Refit, IsACalibrationWithFrameWeights) {
  const Observations observations = noisy_views(8, 3);
  for (const std::vector<double>& given : {std::vector<double>(8, 1.0), {1, 2, 1, 0.5, 1, 3, 1, 1}}) {
    const Calibration calibration = calibrate(observations, {.model = "radial2", .frame_weights = given});
    ASSERT_TRUE(calibration.converged()) << calibration.message;
    const Refit refit(calibration);
    for (const std::vector<std::uint32_t>& draw : kDraws) {
      std::vector<double> weights;
      for (std::size_t j = 0; j < draw.size(); ++j) weights.push_back(draw[j] * given[j]);
      const Calibration anew = calibrate(observations, {.model = "radial2", .frame_weights = weights});
      ASSERT_TRUE(anew.converged()) << anew.message;
      const auto ours = refit(draw);
      ASSERT_TRUE(ours.has_value() && ours->converged);
      EXPECT_LT(largest_in_sigmas(calibration, ours->parameters, as_vector(anew.camera->parameters())), 1e-3);
    }
  }
}

Observations pinhole_views(int frames, std::uint64_t seed) {
  const Camera camera("pinhole", {{"f", 1500}, {"cx", 968}, {"cy", 608}}, {1936, 1216});
  return with_hidden_corners(simulate(camera, board(), {.frames = frames, .noise_px = 0.3, .seed = seed}).observations);
}

/// A homography holds 8 numbers: beside the pose's six, one view says two things about the three intrinsics. A minimum
/// along the third is an accident of rounding.
TEST(Refit, DoesNotConvergeWhereTheFramesLeaveADirectionOpen) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Observations observations = pinhole_views(8, seed);
    const Refit refit(calibrate(observations, {.model = "pinhole"}));
    for (std::size_t j = 0; j < 8; ++j) {
      std::vector<std::uint32_t> draw(8, 0);
      draw[j] = 8;
      const auto one = refit(draw);
      EXPECT_FALSE(one && one->converged) << "seed " << seed << ", frame " << j;
      draw[j] = draw[(j + 1) % 8] = 4;
      const auto two = refit(draw);
      EXPECT_TRUE(two && two->converged) << "seed " << seed << ", frame " << j;
    }
    EXPECT_FALSE(refit(std::vector<std::uint32_t>(8, 0)).has_value()) << "no frame at all";
  }
}

/// (sum m S) d = sum m s is the first step of a refit, and with little noise nearly all of it.
TEST(Refit, IsToFirstOrderTheStepOfTheApproximateBootstrap) {
  const Observations observations =
      simulate(ordinary_camera(), board(), {.frames = 8, .noise_px = 0.01, .seed = 6}).observations;
  const Calibration calibration = calibrate(observations, {.model = "radial2"});
  const Refit refit(calibration);
  for (std::size_t i = 0; i < kDraws.size(); ++i) {
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(6, 6);
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(6);
    for (std::size_t j = 0; j < 8; ++j) {
      a += kDraws[i][j] * calibration.information.frames[j].S();
      sum += kDraws[i][j] * calibration.information.frames[j].s();
    }
    const Eigen::VectorXd step = a.ldlt().solve(sum);
    const Eigen::VectorXd rest = refit(kDraws[i])->parameters - testing::parameters_of(*calibration.camera) - step;
    EXPECT_LT(rest.dot(a * rest), 1e-4 * step.dot(a * step)) << "a hundredth of its length";
  }
}

TEST(Bootstrap, IsTheScatterOfItsSamples) {
  const Observations observations = noisy_views(10, 5);
  const Calibration calibration = calibrate(observations, {.model = "radial2"});
  const Bootstrap result = bootstrap(calibration, {.samples = 60, .seed = 1});
  EXPECT_EQ(result.samples, 60);
  ASSERT_EQ(result.parameters.cols(), 60);
  ASSERT_EQ(result.parameters.rows(), 6);
  const Eigen::VectorXd mean = result.parameters.rowwise().mean();
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(6, 6);
  for (Eigen::Index i = 0; i < 60; ++i) {
    const Eigen::VectorXd step = result.parameters.col(i) - mean;
    covariance += step * step.transpose() / 59;
  }
  EXPECT_LT(testing::difference_in_sigmas(result.covariance, covariance), 1e-9);
  EXPECT_LT(largest_in_sigmas(calibration, mean, testing::parameters_of(*calibration.camera)), 2);
}

TEST(Bootstrap, IsAFunctionOfTheSeedAlone) {
  const Observations observations = noisy_views(10, 7);
  const Calibration calibration = calibrate(observations, {.model = "radial2"});
  const Bootstrap one = bootstrap(calibration, {.samples = 20, .seed = 3, .threads = 1});
  const Bootstrap four = bootstrap(calibration, {.samples = 20, .seed = 3, .threads = 4});
  const Bootstrap other = bootstrap(calibration, {.samples = 20, .seed = 4, .threads = 1});
  EXPECT_EQ(one.parameters, four.parameters);
  EXPECT_EQ(one.covariance, four.covariance);
  EXPECT_NE(one.parameters, other.parameters);
}

TEST(Bootstrap, ReportsEverySample) {
  const Observations observations = noisy_views(8, 8);
  const Calibration calibration = calibrate(observations, {.model = "radial2"});
  std::vector<std::pair<std::size_t, std::size_t>> calls;
  const Bootstrap result =
      bootstrap(calibration, {.samples = 25, .threads = 2}, [&](std::size_t done, std::size_t total) {
        if (total > 0) calls.emplace_back(done, total);
        return true;
      });
  ASSERT_EQ(calls.size(), 25U);
  for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(calls[i], std::pair(i + 1, std::size_t{25}));
  EXPECT_EQ(result.samples, 25);
}

/// Of 27 draws of three frames, three hold one frame only, and one view leaves a direction of a pinhole open.
TEST(Bootstrap, DrawsAgainAndCountsWhatCannotBeCalibrated) {
  const Observations observations = pinhole_views(3, 9);
  const Calibration calibration = calibrate(observations, {.model = "pinhole"});
  ASSERT_TRUE(calibration.converged()) << calibration.message;
  const Bootstrap result = bootstrap(calibration, {.samples = 400, .seed = 1});
  // A geometric distribution with the chance 1/9: mean 1/8, variance 9/64.
  EXPECT_NEAR(result.redrawn, 400 / 8.0, 4 * std::sqrt(400 * 9 / 64.0));
  EXPECT_TRUE(result.parameters.allFinite());
}

TEST(Bootstrap, RefusesFewerThanTwoSamples) {
  const Observations observations = noisy_views(6, 10);
  const Calibration calibration = calibrate(observations, {.model = "radial2"});
  EXPECT_THROW(static_cast<void>(bootstrap(calibration, {.samples = 1})), Error);
}

}  // namespace
}  // namespace fiducia
