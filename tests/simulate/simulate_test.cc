#include "fiducia/simulate/simulate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

Camera camera() {
  return {"radial2", {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0.1}}, {1936, 1216}};
}

TEST(Simulate, IsAFunctionOfTheSeedAlone) {
  const Target target = Target::chessboard(10, 8, 0.05);
  const Simulation one = simulate(camera(), target, {.frames = 20, .seed = 7, .threads = 1});
  const Simulation two = simulate(camera(), target, {.frames = 20, .seed = 7, .threads = 2});
  const Simulation more = simulate(camera(), target, {.frames = 30, .seed = 7, .threads = 2});
  const Simulation other = simulate(camera(), target, {.frames = 20, .seed = 8, .threads = 1});
  for (std::size_t j = 0; j < 20; ++j) {
    for (std::size_t i = 0; i < 80; ++i) {
      const Vector2& pixel = one.observations.frames[j].corners[i].pixel;
      EXPECT_EQ(pixel, two.observations.frames[j].corners[i].pixel);
      EXPECT_EQ(pixel, more.observations.frames[j].corners[i].pixel);
      EXPECT_NE(pixel, other.observations.frames[j].corners[i].pixel);
    }
  }
}

TEST(Simulate, ObservationsAreTheProjectionsPlusNoise) {
  const Target target = Target::chessboard(10, 8, 0.05);
  const Simulation simulation =
      simulate(camera(), target, {.frames = 100, .noise_px = 0.05, .bend_m = 0.002, .seed = 1});
  double sum = 0;
  double squares = 0;
  double count = 0;
  for (std::size_t j = 0; j < 100; ++j) {
    for (const Corner& corner : simulation.observations.frames[j].corners) {
      const Vector3& point = simulation.target_points[static_cast<std::size_t>(corner.id)];
      const Vector2 error = corner.pixel - *camera().project(simulation.camera_from_target[j] * point);
      sum += error.sum();
      squares += error.squaredNorm();
      count += 2;
    }
  }
  // Five standard errors of a mean and of a variance.
  EXPECT_NEAR(sum / count, 0, 5 * 0.05 / std::sqrt(count));
  EXPECT_NEAR(squares / count, 0.05 * 0.05, 5 * 0.05 * 0.05 * std::sqrt(2 / count));
}

TEST(Simulate, PosesAreWithinTheSampledRangesAndTheTargetInView) {
  const Target target = Target::chessboard(10, 8, 0.05);
  const Simulation simulation = simulate(camera(), target, {.frames = 200, .noise_px = 0, .seed = 1});
  const Vector3 centre(0.225, 0.175, 0);
  double nearest = 10;
  double farthest = 0;
  for (std::size_t j = 0; j < 200; ++j) {
    const Vector3 at = simulation.camera_from_target[j] * centre;
    EXPECT_LE(std::abs(at.x()), 0.5);
    EXPECT_LE(std::abs(at.y()), 0.5);
    nearest = std::min(nearest, at.z());
    farthest = std::max(farthest, at.z());
    for (const Corner& corner : simulation.observations.frames[j].corners) {
      EXPECT_TRUE(corner.pixel.x() >= -0.5 && corner.pixel.x() <= 1935.5 && corner.pixel.y() >= -0.5 &&
                  corner.pixel.y() <= 1215.5);
    }
  }
  EXPECT_GE(nearest, 0.5);
  EXPECT_LE(farthest, 2.5);
  EXPECT_GT(farthest, 2.2);  // of 200 draws, all below would be a chance of (1.7/2)^200 or less
}

TEST(Simulate, BendsTheBoardByTheGivenHeight) {
  const Target target = Target::chessboard(11, 9, 0.05);
  const std::vector<Vector3> points = bent_points(target, 0.001);
  EXPECT_NEAR(points[4 * 11 + 5].z(), 0.001, 1e-15);  // the middle
  for (const std::size_t corner : {0U, 10U, 88U, 98U}) EXPECT_NEAR(points[corner].z(), 0, 1e-15);
  EXPECT_NEAR(points[5].z(), 0.0005, 1e-15);  // the middle of a side
}

TEST(Simulate, RefusesWhatCannotBe) {
  const auto message = [](const Target& target, const SimulateOptions& options) -> std::string {
    try {
      (void)simulate(camera(), target, options);
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  const Target huge = Target::chessboard(10, 8, 5);
  SimulateOptions few;
  few.poses.max_draws = 100;
  EXPECT_NE(message(huge, few).find("smaller target"), std::string::npos);
  const Target target = Target::chessboard(10, 8, 0.05);
  EXPECT_NE(message(target, {.frames = 0}).find("frames"), std::string::npos);
  EXPECT_NE(message(target, {.noise_px = -1}).find("noise"), std::string::npos);
  SimulateOptions backwards;
  backwards.poses.min_distance_m = 3;
  EXPECT_NE(message(target, backwards).find("distances"), std::string::npos);
}

/// For images: the paper round the points is in view too, and never from behind.
TEST(Simulate, BoardIsInViewFromItsFrontWhereAMarginIsAskedFor) {
  constexpr double kMargin = 0.08;
  for (const Target& target : {Target::chessboard(10, 8, 0.05), Target::tag_grid(5, 4, 0.08, 0.3)}) {
    SimulateOptions options{.frames = 50, .noise_px = 0, .bend_m = 0.003, .seed = 1};
    options.poses.max_angle_rad = 3;
    options.poses.board_margin_m = kMargin;
    const Simulation simulation = simulate(camera(), target, options);
    const TargetSurface surface(target, options.bend_m);
    const Vector3 last = target.points.back().cwiseMax(target.points[target.points.size() - 2]);
    for (const Pose& pose : simulation.camera_from_target) {
      for (const double x : {-kMargin, 0.5 * last.x(), last.x() + kMargin}) {
        for (const double y : {-kMargin, 0.5 * last.y(), last.y() + kMargin}) {
          const auto pixel = camera().project(pose * surface.at(x, y));
          ASSERT_TRUE(pixel);
          EXPECT_TRUE(pixel->x() >= -0.5 && pixel->x() <= 1935.5 && pixel->y() >= -0.5 && pixel->y() <= 1215.5);
          EXPECT_LT((pose * surface.at(x, y)).dot(pose.rotation * surface.front_normal(x, y)), 0);
        }
      }
    }
  }
}

/// x right; y down on a board, but up on a tag grid, as Kalibr has it.
TEST(Simulate, TargetWithoutRotationIsUprightAndShowsItsFront) {
  SimulateOptions options{.frames = 1};
  options.poses.max_angle_rad = 0;
  const Matrix3 board = simulate(camera(), Target::chessboard(10, 8, 0.05), options).camera_from_target[0].rotation;
  const Matrix3 grid = simulate(camera(), Target::tag_grid(5, 4, 0.08, 0.3), options).camera_from_target[0].rotation;
  EXPECT_EQ(board, Matrix3::Identity());
  EXPECT_EQ(grid, Matrix3(Vector3(1, -1, -1).asDiagonal()));
}

}  // namespace
}  // namespace fiducia
