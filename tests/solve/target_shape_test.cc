#include "fiducia/solve/target_shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/solve/calibrate.h"
#include "fiducia/solve/refit.h"
#include "fiducia/solve/shape_problem.h"
#include "tests/solve/setups.h"

namespace fiducia {
namespace {

using ::testing::HasSubstr;
using testing::ordinary_camera;
using testing::with_hidden_corners;

const Target kSmall = Target::chessboard(6, 5, 0.06);

Simulation bent_views(double noise_px, double bend_m = 5e-4, int frames = 10) {
  return simulate(ordinary_camera(), kSmall, {.frames = frames, .noise_px = noise_px, .bend_m = bend_m, .seed = 3});
}

std::vector<const Frame*> pointers(const Observations& data) {
  std::vector<const Frame*> frames;
  for (const Frame& frame : data.frames) frames.push_back(&frame);
  return frames;
}

TEST(TargetShape, HasNames) {
  for (const TargetShape shape : {TargetShape::kPlanar, TargetShape::kWarp, TargetShape::kFree}) {
    EXPECT_EQ(target_shape_named(to_string(shape)), shape);
  }
  EXPECT_THROW(static_cast<void>(target_shape_named("round")), Error);
}

TEST(ShapeBasis, AWarpHasNoPartInMovesOfTheWholeTarget) {
  const Observations data = bent_views(0).observations;
  const ShapeBasis basis(TargetShape::kWarp, kSmall.points, pointers(data));
  ASSERT_EQ(basis.size(), 12);  // degrees 2, 3 and 4: 3 + 4 + 5
  EXPECT_EQ(basis.degrees_of_freedom(), 12);
  for (int k = 0; k < basis.size(); ++k) {
    double height = 0;
    double tilt_x = 0;
    double tilt_y = 0;
    for (std::size_t id = 0; id < kSmall.points.size(); ++id) {
      const double z = basis.heights_of(static_cast<int>(id))[k];
      height += z;
      tilt_x += z * kSmall.points[id].x();
      tilt_y += z * kSmall.points[id].y();
    }
    EXPECT_NEAR(height, 0, 1e-12);
    EXPECT_NEAR(tilt_x, 0, 1e-12);
    EXPECT_NEAR(tilt_y, 0, 1e-12);
  }
}

/// On two rows there is no bend across them.
TEST(ShapeBasis, AWarpHasOnlyHeightsThatTheCornersCanTellApart) {
  const Target two_rows = Target::chessboard(8, 2, 0.05);
  Frame all;
  for (int id = 0; id < 16; ++id) all.corners.push_back({id, Vector2::Zero()});
  const ShapeBasis basis(TargetShape::kWarp, two_rows.points, {&all});
  EXPECT_EQ(basis.size(), 6);  // x^2, x^3, x^4, and x, x^2, x^3 times y
}

TEST(ShapeBasis, FreeCornersAreThoseThatWereSeen) {
  Observations data = bent_views(0).observations;
  for (Frame& frame : data.frames) std::erase_if(frame.corners, [](const Corner& corner) { return corner.id == 7; });
  const ShapeBasis basis(TargetShape::kFree, kSmall.points, pointers(data));
  EXPECT_EQ(basis.size(), 3 * 29);
  EXPECT_EQ(basis.degrees_of_freedom(), 3 * 29 - 7);
  EXPECT_EQ(basis.first_of(7), -1);
  EXPECT_LT((basis.gauge().transpose() * basis.gauge() - Eigen::MatrixXd::Identity(7, 7)).norm(), 1e-12);
}

/// The normal equations, line by line: derivatives by differences, for a frame with hidden corners and a robust loss.
TEST(ShapeProblem, LinearizesWhatItSays) {
  const Observations data = with_hidden_corners(bent_views(0.3).observations);
  const std::vector<const Frame*> frames = pointers(data);
  const Camera camera = ordinary_camera();
  const std::vector<double> weights;
  for (const TargetShape shape : {TargetShape::kWarp, TargetShape::kFree}) {
    for (const Loss& loss : {Loss::none(), Loss::cauchy(0.4)}) {
      const ShapeBasis basis(shape, kSmall.points, frames);
      const ShapeProblem problem(camera.model(), basis, frames, weights, loss);
      const int size = problem.global_size();
      ASSERT_EQ(size, 6 + basis.size());
      Eigen::VectorXd g = Eigen::VectorXd::Constant(size, 1e-4);
      g.head(6) = Eigen::Map<const Eigen::VectorXd>(camera.parameters().data(), 6);
      if (shape == TargetShape::kFree)
        g.tail(basis.size()) -= basis.gauge() * (basis.gauge().transpose() * g.tail(basis.size()));
      const Pose pose = calibrate(data, {.model = "radial2"}).frames[0].camera_from_target;
      Eigen::MatrixXd normal(size + 7, size + 7);
      double cost = 0;
      ASSERT_TRUE(problem.linearize(g, 0, pose, normal.data(), &cost));
      EXPECT_LT((normal - normal.transpose()).norm(), 1e-9 * normal.norm());
      // Against the change of the cost: gradient = -2 F'r for a plain loss.
      if (!loss.plain()) continue;
      for (int k = 0; k < size; ++k) {
        const double step = k < 6 ? 1e-6 * std::max(1.0, std::abs(g[k])) : 1e-7;
        double up = 0;
        double down = 0;
        Eigen::MatrixXd scratch(size + 7, size + 7);
        Eigen::VectorXd moved = g;
        moved[k] += step;
        ASSERT_TRUE(problem.linearize(moved, 0, pose, scratch.data(), &up));
        moved[k] -= 2 * step;
        ASSERT_TRUE(problem.linearize(moved, 0, pose, scratch.data(), &down));
        const double slope = (up - down) / (2 * step);
        EXPECT_NEAR(-2 * normal(k, size + 6), slope, 1e-5 * std::sqrt(normal(k, k) * cost) + 1e-9) << k;
        // And the curvature, where residuals are small against the projection's bend: F'F.
        const double curvature = (up - 2 * cost + down) / (step * step);
        if (k >= 6) {
          EXPECT_NEAR(2 * normal(k, k), curvature,
                      0.06 * normal(k, k) + 1e-2 * normal.diagonal().segment(6, basis.size()).mean())
              << k;
        }
      }
    }
  }
}

TEST(TargetShape, WithoutNoiseTheBendIsFoundExactly) {
  const Simulation truth = bent_views(0);
  for (const TargetShape shape : {TargetShape::kWarp, TargetShape::kFree}) {
    const Calibration found = calibrate(truth.observations, {.model = "radial2", .target_shape = shape});
    ASSERT_TRUE(found.converged()) << found.message;
    EXPECT_LT(found.fit.rmse, 1e-8);
    for (std::size_t k = 0; k < 6; ++k) {
      EXPECT_NEAR(found.camera.parameters()[k], ordinary_camera().parameters()[k],
                  1e-6 * std::max(1.0, std::abs(ordinary_camera().parameters()[k])));
    }
    // The distances between corners, in the target's own scale.
    const auto distance = [&](const std::vector<Vector3>& points, int a, int b) {
      return (points[static_cast<std::size_t>(a)] - points[static_cast<std::size_t>(b)]).norm() /
             (points[0] - points[29]).norm();
    };
    for (const auto& [a, b] : {std::pair{0, 14}, std::pair{5, 24}, std::pair{2, 27}, std::pair{12, 15}}) {
      EXPECT_NEAR(distance(found.target.points, a, b), distance(truth.target_points, a, b), 1e-8);
    }
  }
  // A flat one does not fit.
  EXPECT_GT(calibrate(truth.observations, {.model = "radial2"}).fit.rmse, 0.02);
}

TEST(TargetShape, IsCountedAmongTheParameters) {
  const Observations data = bent_views(0.05).observations;
  const auto count = [&](TargetShape shape) {
    return calibrate(data, {.model = "radial2", .target_shape = shape}).fit.n_parameters;
  };
  EXPECT_EQ(count(TargetShape::kPlanar), 6 + 60);
  EXPECT_EQ(count(TargetShape::kWarp), 6 + 60 + 12);
  EXPECT_EQ(count(TargetShape::kFree), 6 + 60 + 3 * 30 - 7);
}

/// Displacements have no part that a move, a turn or a growth of the whole would be.
TEST(TargetShape, FavoursNoCorner) {
  const Observations data = bent_views(0.05).observations;
  const Calibration found = calibrate(data, {.model = "radial2", .target_shape = TargetShape::kFree});
  ASSERT_TRUE(found.converged()) << found.message;
  Vector3 shift = Vector3::Zero();
  Vector3 turn = Vector3::Zero();
  double growth = 0;
  for (std::size_t id = 0; id < kSmall.points.size(); ++id) {
    const Vector3 displacement = found.target.points[id] - kSmall.points[id];
    shift += displacement;
    turn += kSmall.points[id].cross(displacement);
    growth += kSmall.points[id].dot(displacement);
  }
  EXPECT_LT(shift.norm(), 1e-9);
  EXPECT_LT(turn.norm(), 1e-10);
  EXPECT_NEAR(growth, 0, 1e-10);
}

/// The size of the target is a matter of convention, and so is where its frame stands.
TEST(TargetShape, TheCameraDoesNotDependOnTheTargetsScale) {
  Observations data = bent_views(0.05).observations;
  const CalibrateOptions options{.model = "radial2", .target_shape = TargetShape::kFree};
  const Calibration here = calibrate(data, options);
  for (Vector3& point : data.target.points) point = 3 * point + Vector3(1, -2, 0);
  const Calibration there = calibrate(data, options);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_NEAR(here.camera.parameters()[k], there.camera.parameters()[k],
                1e-4 * std::sqrt(here.covariance_std(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k))));
  }
  EXPECT_NEAR((here.covariance_std - there.covariance_std).norm() / here.covariance_std.norm(), 0, 1e-5);
}

TEST(TargetShape, CornersThatAreHardlySeenAreDiagnosed) {
  Observations data = bent_views(0.05).observations;
  for (std::size_t j = 2; j < data.frames.size(); ++j) {
    std::erase_if(data.frames[j].corners, [](const Corner& corner) { return corner.id == 11; });
  }
  const Calibration found = calibrate(data, {.model = "radial2", .target_shape = TargetShape::kFree});
  EXPECT_EQ(found.status, CalibrationStatus::kDegenerate);
  EXPECT_THAT(found.message, AllOf(HasSubstr("corner 11"), HasSubstr("warp")));
  EXPECT_TRUE(calibrate(data, {.model = "radial2", .target_shape = TargetShape::kWarp}).converged());
}

/// A calibration held against the data that it was made from is at its minimum, and everything is counted as before.
TEST(TargetShape, CanBeHeldFixed) {
  const Observations data = bent_views(0.05).observations;
  const Calibration made = calibrate(data, {.model = "radial2", .target_shape = TargetShape::kFree});
  CalibrateOptions held{.model = "radial2", .target_shape = TargetShape::kFree, .fix_intrinsics = true};
  held.start.parameters = made.camera.parameters();
  held.start.target_points = made.target.points;
  const Calibration again = calibrate(data, held);
  ASSERT_TRUE(again.converged()) << again.message;
  EXPECT_TRUE(again.at_minimum());
  EXPECT_EQ(again.fit.n_parameters, made.fit.n_parameters);
  EXPECT_NEAR(again.fit.rmse, made.fit.rmse, 1e-9);
  EXPECT_NEAR((again.covariance_std - made.covariance_std).norm() / made.covariance_std.norm(), 0, 1e-6);
  held.start.target_points.pop_back();
  EXPECT_THROW(static_cast<void>(calibrate(data, held)), Error);
}

TEST(TargetShape, IsRefittedWithTheCamera) {
  const Observations data = bent_views(0.05).observations;
  const Calibration all = calibrate(data, {.model = "radial2", .target_shape = TargetShape::kFree});
  const Refit refit(all, data);
  std::vector<std::uint32_t> multiplicities(data.frames.size(), 1);
  multiplicities[0] = 0;
  multiplicities[1] = 3;
  const auto found = refit(multiplicities);
  ASSERT_TRUE(found && found->converged);
  CalibrateOptions options{.model = "radial2", .target_shape = TargetShape::kFree};
  options.frame_weights.assign(multiplicities.begin(), multiplicities.end());
  const Calibration weighted = calibrate(data, options);
  for (Eigen::Index k = 0; k < 6; ++k) {
    EXPECT_NEAR(found->parameters[k], weighted.camera.parameters()[static_cast<std::size_t>(k)],
                1e-3 * std::sqrt(weighted.covariance_std(k, k)));
  }
  EXPECT_TRUE(refit.squares_of(0, found->parameters).has_value());
}

}  // namespace
}  // namespace fiducia
