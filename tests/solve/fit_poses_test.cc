#include "fiducia/solve/fit_poses.h"
#include "fiducia/solve/camera_problem.h"

#include <gtest/gtest.h>

#include "fiducia/core/error.h"
#include "fiducia/solve/calibrate.h"
#include "fiducia/solve/refine_pose.h"
#include "setups.h"

namespace fiducia {
namespace {

using testing::board;
using testing::ordinary_camera;

Observations partial_views() {
  return testing::with_hidden_corners(
      simulate(ordinary_camera(), board(), {.frames = 10, .noise_px = 0.3, .seed = 4}).observations);
}

CalibrateOptions fixed_at(const std::vector<double>& parameters, const Loss& loss = Loss::none()) {
  return {.model = "radial2", .loss = loss, .initial = {parameters, {}}, .fix_intrinsics = true};
}

/// Somewhat beside the best intrinsics.
std::vector<double> moved(std::vector<double> parameters, double part) {
  const std::vector<double> step = {4, -3, 5, 2, 0.01, -0.02};
  for (std::size_t i = 0; i < parameters.size(); ++i) parameters[i] += part * step[i];
  return parameters;
}

TEST(FitPoses, AreThePosesThatFitEachFrameBest) {
  const Observations data = partial_views();
  const std::vector<double> parameters = moved(ordinary_camera().parameters(), 1);
  for (const Loss& loss : {Loss::none(), Loss::cauchy(0.5)}) {
    const Calibration fixed = calibrate(data, fixed_at(parameters, loss));
    ASSERT_TRUE(fixed.converged()) << fixed.message;
    EXPECT_EQ(fixed.camera->parameters(), parameters);
    ASSERT_EQ(fixed.frames.size(), 10U);
    double cost = 0;
    for (const FrameFit& frame : fixed.frames) {
      const CornerArrays corners(data.frames[frame.index].corners, data.target.points);
      // From another start.
      const Pose start = frame.camera_from_target.moved((Vector6() << 0.02, -0.01, 0.03, 0.01, 0.01, -0.02).finished());
      const PoseFit fit = refine_pose(fixed.camera->model(), parameters.data(), corners, start, {.loss = loss});
      EXPECT_LT((fit.pose.translation - frame.camera_from_target.translation).norm(), 1e-6);
      EXPECT_LT((fit.pose.rotation - frame.camera_from_target.rotation).norm(), 1e-6);
      cost += fit.cost;
    }
    EXPECT_NEAR(fixed.fit.cost, cost, 1e-9 * cost);
  }
}

TEST(FitPoses, AtTheSolutionOfACalibrationIsThatCalibration) {
  const Observations data = partial_views();
  for (const Loss& loss : {Loss::none(), Loss::cauchy(0.5)}) {
    const Calibration free = calibrate(data, {.model = "radial2", .loss = loss});
    const Calibration fixed = calibrate(data, fixed_at(free.camera->parameters(), loss));
    ASSERT_TRUE(free.converged() && fixed.converged());
    EXPECT_TRUE(free.fit.at_minimum);
    EXPECT_TRUE(fixed.fit.at_minimum);
    EXPECT_EQ(fixed.fit.n_parameters, free.fit.n_parameters);
    EXPECT_EQ(fixed.fit.n_observations, free.fit.n_observations);
    EXPECT_NEAR(fixed.fit.cost, free.fit.cost, 1e-9 * free.fit.cost);
    // Under a robust loss the poses converge linearly, and end where a step is 1e-6 of a standard deviation.
    EXPECT_NEAR(fixed.fit.rmse, free.fit.rmse, 3e-9);
    EXPECT_NEAR(fixed.fit.mad, free.fit.mad, 1e-6);
    EXPECT_NEAR(fixed.fit.s_d, free.fit.s_d, 1e-6);
    EXPECT_LT((fixed.covariance_std - free.covariance_std).norm(), 1e-6 * free.covariance_std.norm());
    for (std::size_t j = 0; j < free.frames.size(); ++j) {
      EXPECT_LT((fixed.information.frames[j].S() - free.information.frames[j].S()).norm(),
                1e-5 * free.information.frames[j].S().norm());
      EXPECT_LT((fixed.information.frames[j].s() - free.information.frames[j].s()).norm(),
                1e-4 * free.information.frames[j].s().norm());
      EXPECT_LT((fixed.frames[j].camera_from_target.translation - free.frames[j].camera_from_target.translation).norm(),
                1e-7);
    }
  }
}

TEST(FitPoses, ElsewhereHasSixParametersAFrame) {
  const Observations data = partial_views();
  const Calibration fixed = calibrate(data, fixed_at(moved(ordinary_camera().parameters(), 1)));
  ASSERT_TRUE(fixed.converged()) << fixed.message;
  EXPECT_FALSE(fixed.fit.at_minimum);
  EXPECT_EQ(fixed.fit.n_parameters, 60);
  EXPECT_GT(fixed.fit.decrease, 0);
}

/// The cost is a parabola near its minimum: what the first step promises is what the whole way brings.
TEST(FitPoses, KnowHowMuchTheCostWouldFallWithTheIntrinsicsFree) {
  const Observations data = partial_views();
  const Calibration free = calibrate(data, {.model = "radial2"});
  EXPECT_LT(free.fit.decrease, 1e-9 * free.fit.cost);
  for (const double part : {0.02, 0.1, 0.3}) {
    const Calibration fixed = calibrate(data, fixed_at(moved(free.camera->parameters(), part)));
    const double fall = fixed.fit.cost - free.fit.cost;
    EXPECT_GT(fall, 0);
    EXPECT_NEAR(fixed.fit.decrease, fall, 0.02 * fall) << part;
  }
}

TEST(FitPoses, CountAFrameByItsWeight) {
  const Observations data = partial_views();
  CalibrateOptions options = fixed_at(moved(ordinary_camera().parameters(), 0.5));
  const Calibration once = calibrate(data, options);
  options.frame_weights.assign(10, 1.0);
  options.frame_weights[3] = 3;
  const Calibration weighted = calibrate(data, options);
  const double coordinates = 2 * static_cast<double>(data.frames[3].corners.size());
  const double more = 2 * once.frames[3].rmse * once.frames[3].rmse * coordinates;
  EXPECT_NEAR(weighted.fit.cost, once.fit.cost + more, 1e-9 * once.fit.cost);
}

TEST(FitPoses, GiveTheSameBitsOnOneThreadAndOnTwo) {
  const Observations data = partial_views();
  CalibrateOptions options = fixed_at(moved(ordinary_camera().parameters(), 0.5));
  const Calibration one = calibrate(data, options);
  options.threads = 2;
  const Calibration two = calibrate(data, options);
  EXPECT_EQ(one.fit.cost, two.fit.cost);
  EXPECT_EQ(one.fit.decrease, two.fit.decrease);
  EXPECT_EQ(one.covariance_std, two.covariance_std);
}

TEST(FitPoses, NeedTheIntrinsics) {
  EXPECT_THROW(calibrate(partial_views(), {.model = "radial2", .fix_intrinsics = true}), Error);
}

/// Behind the camera nothing can be projected.
TEST(FitPoses, SayWhereAStartCannotBeProjected) {
  const Observations data = partial_views();
  std::vector<CornerArrays> frames = {CornerArrays(data.frames[0].corners, data.target.points)};
  const Pose behind{Matrix3::Identity(), {0, 0, -1}};
  const Camera camera = ordinary_camera();
  const std::vector<double> weights = {1.0};
  const CameraProblem problem(camera.model(), frames, weights, Loss::none());
  const Eigen::VectorXd g = Eigen::Map<const Eigen::VectorXd>(camera.parameters().data(), camera.model().size());
  const FrameSolution solution = fit_poses(problem, camera.model(), g, frames, Loss::none(), {FrameState{behind}}, 1);
  EXPECT_EQ(solution.status, SolverStatus::kNotComputable);
}

}  // namespace
}  // namespace fiducia
