#include "fiducia/solve/calibrate.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "fiducia/camera/model_list.h"
#include "fiducia/core/error.h"
#include "in_sigmas.h"
#include "setups.h"

namespace fiducia {
namespace {

using testing::board;
using testing::fisheye_camera;
using testing::largest_in_sigmas;
using testing::ordinary_camera;
using testing::with_all_weights;
using testing::with_levels;

/// Weights are relative to sigma, which is estimated: another unit for both changes nothing else.
TEST(Calibrate, DoesNotDependOnTheUnitOfTheWeights) {
  for (const Camera& camera : {ordinary_camera(), fisheye_camera()}) {
    const Observations data = simulate(camera, board(), {.frames = 10, .noise_px = 0.2, .seed = 3}).observations;
    const std::string model(camera.model().info().name);
    const Calibration plain = calibrate(data, {.model = model});
    ASSERT_TRUE(plain.converged());
    for (const double weight : {2.0, 0.01, 50.0}) {
      const Calibration weighted = calibrate(with_all_weights(weight, data), {.model = model});
      ASSERT_TRUE(weighted.converged()) << weight << ": " << weighted.message;
      EXPECT_LT(largest_in_sigmas(plain, weighted.camera->parameters()), 1e-6) << weight;
      const double relative = (weighted.covariance_std - plain.covariance_std).norm() / plain.covariance_std.norm();
      EXPECT_LT(relative, 1e-6) << weight;
      EXPECT_NEAR(weighted.fit.rmse, weight * plain.fit.rmse, 1e-8 * weight);
      EXPECT_NEAR(weighted.fit.mad, weight * plain.fit.mad, 1e-8 * weight);
      EXPECT_NEAR(weighted.fit.s_d, weight * plain.fit.s_d, 1e-8 * weight);
      EXPECT_NEAR(weighted.fit.cost, weight * weight * plain.fit.cost, 1e-8 * weight * weight * plain.fit.cost);
      EXPECT_NEAR(weighted.frames[3].rmse, weight * plain.frames[3].rmse, 1e-8 * weight);
      EXPECT_EQ(weighted.fit.n_observations, plain.fit.n_observations);
    }
  }
}

/// However wrong it is.
TEST(Calibrate, ACornerOfNoWeightIsACornerLeftOut) {
  Observations with = simulate(ordinary_camera(), board(), {.frames = 8, .noise_px = 0.2, .seed = 3}).observations;
  Observations without = with;
  for (std::size_t j = 0; j < with.frames.size(); ++j) {
    Corner& corner = with.frames[j].corners[9 * j + 2];
    corner.weight = 1e-6;
    corner.pixel = Vector2(968, 608);
    without.frames[j].corners.erase(without.frames[j].corners.begin() + static_cast<std::ptrdiff_t>(9 * j + 2));
  }
  for (const TargetShape shape : {TargetShape::kPlanar, TargetShape::kWarp}) {
    const Calibration expected = calibrate(without, {.model = "radial2", .target_shape = shape});
    const Calibration found = calibrate(with, {.model = "radial2", .target_shape = shape});
    ASSERT_TRUE(expected.converged() && found.converged()) << found.message;
    EXPECT_EQ(found.frames.size(), 8U);
    EXPECT_LT(largest_in_sigmas(expected, found.camera->parameters()), 1e-5);
    EXPECT_NEAR(found.fit.cost, expected.fit.cost, 1e-5 * expected.fit.cost);
  }
}

TEST(Calibrate, GivesWeightedResiduals) {
  Observations data = simulate(ordinary_camera(), board(), {.frames = 6, .noise_px = 0, .seed = 5}).observations;
  data = with_levels(data, 0.3, 7);
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  const std::span<const double> all = calibration.residuals.all();
  double squares = 0;
  for (const double r : all) squares += r * r;
  EXPECT_NEAR(squares, calibration.fit.cost, 1e-9 * squares);
  const Corner& corner = data.frames[0].corners[4];
  const Vector3 x = calibration.frames[0].camera_from_target * data.target.points[static_cast<std::size_t>(corner.id)];
  const Vector2 r = corner.pixel - *calibration.camera->project(x);
  EXPECT_NEAR(all[8], corner.weight * r.x(), 1e-9);
  EXPECT_NEAR(all[9], corner.weight * r.y(), 1e-9);
}

TEST(Calibrate, RecoversTheTruthExactlyWithoutNoise) {
  for (const Camera& camera : {ordinary_camera(), fisheye_camera()}) {
    const Simulation simulation = simulate(camera, board(), {.frames = 8, .noise_px = 0, .seed = 1});
    const Calibration calibration =
        calibrate(simulation.observations, {.model = std::string(camera.model().info().name)});
    ASSERT_TRUE(calibration.converged()) << calibration.message;
    EXPECT_LT(calibration.fit.rmse, 1e-8);
    for (std::size_t i = 0; i < camera.parameters().size(); ++i) {
      EXPECT_NEAR(calibration.camera->parameters()[i], camera.parameters()[i], 1e-5);
    }
    for (const FrameFit& frame : calibration.frames) {
      const Pose& truth = simulation.camera_from_target[frame.index];
      EXPECT_LT((frame.camera_from_target.translation - truth.translation).norm(), 1e-7);
      EXPECT_LT((frame.camera_from_target.rotation - truth.rotation).norm(), 1e-7);
    }
  }
}

/// A frame's multiplicity is a weight (docs/method.md 4).
TEST(Calibrate, AFrameWeightedTwiceIsAFrameGivenTwice) {
  const Observations data =
      simulate(ordinary_camera(), board(), {.frames = 8, .noise_px = 0.3, .seed = 2}).observations;
  Observations doubled = data;
  doubled.frames.push_back(data.frames[3]);
  doubled.frames.back().name = "again";
  doubled.frames.erase(doubled.frames.begin() + 5);
  std::vector<double> weights(8, 1.0);
  weights[3] = 2;
  weights[5] = 0;
  const Calibration weighted = calibrate(data, {.model = "radial2", .frame_weights = weights});
  const Calibration repeated = calibrate(doubled, {.model = "radial2"});
  ASSERT_TRUE(weighted.converged() && repeated.converged());
  EXPECT_NEAR(weighted.fit.cost, repeated.fit.cost, 1e-10 * repeated.fit.cost);
  EXPECT_LT(largest_in_sigmas(weighted, repeated.camera->parameters()), 1e-4);
  EXPECT_EQ(weighted.fit.n_observations, repeated.fit.n_observations);
  ASSERT_EQ(weighted.left_out.size(), 1U);
  EXPECT_EQ(weighted.left_out[0].name, "frame005");
}

/// S_j and s_j against the full Jacobian: A is the Schur complement of all poses, and the gradients cancel.
TEST(Calibrate, GivesTheInformationOfEveryFrame) {
  const Observations data =
      simulate(ordinary_camera(), board(), {.frames = 10, .noise_px = 0.3, .seed = 4}).observations;
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  ASSERT_TRUE(calibration.converged());
  ASSERT_EQ(calibration.information.frames.size(), 10U);
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(6, 6);
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(6);
  for (const FrameInformation& frame : calibration.information.frames) {
    a += frame.S();
    gradient += frame.s();
    EXPECT_LE(frame.rows(), 6);
  }
  const double variance = calibration.fit.cost / (calibration.fit.n_observations - calibration.fit.n_parameters);
  // In standard deviations, the step that is left.
  EXPECT_LT(std::sqrt(gradient.dot(a.ldlt().solve(gradient)) / variance), 1e-4);
  const Eigen::MatrixXd identity = calibration.covariance_std * a / variance;
  EXPECT_LT((identity - Eigen::MatrixXd::Identity(6, 6)).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(Calibrate, GivesTheSameBitsOnOneThreadAndOnTwo) {
  const Observations data =
      simulate(ordinary_camera(), board(), {.frames = 30, .noise_px = 0.3, .seed = 9}).observations;
  const Calibration one = calibrate(data, {.model = "opencv5", .threads = 1});
  const Calibration two = calibrate(data, {.model = "opencv5", .threads = 2});
  EXPECT_EQ(one.camera->parameters(), two.camera->parameters());
  EXPECT_EQ(one.fit.cost, two.fit.cost);
  EXPECT_EQ(one.covariance_std, two.covariance_std);
  for (std::size_t j = 0; j < one.frames.size(); ++j) {
    EXPECT_EQ(one.frames[j].camera_from_target.rotation, two.frames[j].camera_from_target.rotation);
  }
}

TEST(Calibrate, DoesNotDependOnTheTargetsOriginOrOrientation) {
  const Observations data =
      simulate(ordinary_camera(), board(), {.frames = 10, .noise_px = 0.3, .seed = 4}).observations;
  Observations moved = data;
  const Pose motion = Pose::from_vectors({0.3, -1.2, 0.7}, {2, -1, 5});
  for (Vector3& point : moved.target.points) point = motion * point;
  const Calibration here = calibrate(data, {.model = "radial2"});
  const Calibration there = calibrate(moved, {.model = "radial2"});
  ASSERT_TRUE(here.converged() && there.converged());
  EXPECT_LT(largest_in_sigmas(here, there.camera->parameters()), 1e-4);
}

TEST(Calibrate, StartsFromGivenValues) {
  const Simulation simulation = simulate(ordinary_camera(), board(), {.frames = 10, .noise_px = 0.3, .seed = 4});
  const Calibration from_nothing = calibrate(simulation.observations, {.model = "radial2"});
  const Calibration from_parameters =
      calibrate(simulation.observations, {.model = "radial2", .initial = {ordinary_camera().parameters(), {}}});
  const Calibration from_all =
      calibrate(simulation.observations,
                {.model = "radial2", .initial = {ordinary_camera().parameters(), simulation.camera_from_target}});
  EXPECT_LT(largest_in_sigmas(from_nothing, from_parameters.camera->parameters()), 1e-4);
  EXPECT_LT(largest_in_sigmas(from_nothing, from_all.camera->parameters()), 1e-4);
}

TEST(Calibrate, NamesAFrameWithScrambledCornersAndGoesOn) {
  Observations data = simulate(ordinary_camera(), board(), {.frames = 10, .noise_px = 0.1, .seed = 4}).observations;
  for (std::size_t i = 0; i < 40; ++i)
    std::swap(data.frames[6].corners[i].pixel, data.frames[6].corners[79 - 2 * (i % 7) - i].pixel);
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  ASSERT_TRUE(calibration.converged()) << calibration.message;
  ASSERT_EQ(calibration.left_out.size(), 1U);
  EXPECT_EQ(calibration.left_out[0].name, "frame006");
  EXPECT_NEAR(calibration.camera->parameter("fx"), 1500, 5);
}

TEST(Calibrate, SaysSoWhereItStopsEarly) {
  const Observations data =
      simulate(ordinary_camera(), board(), {.frames = 10, .noise_px = 0.3, .seed = 4}).observations;
  const Calibration calibration =
      calibrate(data, {.model = "radial2", .initial = {{1000, 1000, 900, 600, 0, 0}, {}}, .max_iterations = 1});
  EXPECT_EQ(calibration.status, CalibrationStatus::kIterationLimit);
  EXPECT_NE(calibration.message.find("not converged after 1 iterations"), std::string::npos) << calibration.message;
}

TEST(Calibrate, WarnsWhereTheModelFoldsOver) {
  const Observations data =
      simulate(fisheye_camera(), board(), {.frames = 15, .noise_px = 0.1, .seed = 3}).observations;
  const Calibration calibration = calibrate(data, {.model = "radial1"});
  ASSERT_TRUE(calibration.converged()) << calibration.message;
  EXPECT_FALSE(calibration.warnings.empty());
}

TEST(Calibrate, RefusesOptionsThatMakeNoSense) {
  const Observations data = simulate(ordinary_camera(), board(), {.frames = 5}).observations;
  EXPECT_THROW(calibrate(data, {.model = "no such model"}), Error);
  EXPECT_THROW(calibrate(data, {.frame_weights = {1, 1}}), Error);
  EXPECT_THROW(calibrate(data, {.frame_weights = {1, 1, 1, 1, -1}}), Error);
  EXPECT_THROW(calibrate(data, {.initial = {{1, 2, 3}, {}}}), Error);
  EXPECT_THROW(calibrate(data, {.initial = {{}, std::vector<Pose>(5)}}), Error);
  EXPECT_THROW(calibrate(data, {.max_iterations = 0}), Error);
  EXPECT_THROW(calibrate(data, {.loss = Loss::cauchy(-1)}), Error);
}

}  // namespace
}  // namespace fiducia
