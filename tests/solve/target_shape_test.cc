#include "fiducia/solve/target_shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/solve/calibrate.h"
#include "fiducia/solve/refit.h"
#include "fiducia/solve/shape_problem.h"
#include "fiducia/solve/warm_start.h"
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

/// The columns [d p / d g | d p / d pose | r] of one frame by central differences, rows u, v, u, v, ...
Eigen::MatrixXd literal_columns(const Model& model, const ShapeBasis& basis, const Frame& frame,
                                const Eigen::VectorXd& g, const Pose& pose) {
  const auto rows = 2 * static_cast<Eigen::Index>(frame.corners.size());
  const auto project = [&](const Eigen::VectorXd& at, const Pose& from) {
    const std::vector<Vector3> points = basis.points(at.tail(basis.size()));
    Eigen::VectorXd pixels(rows);
    for (std::size_t i = 0; i < frame.corners.size(); ++i) {
      pixels.segment<2>(2 * static_cast<Eigen::Index>(i)) =
          model.project(at.data(), from * points[static_cast<std::size_t>(frame.corners[i].id)]);
    }
    return pixels;
  };
  Eigen::MatrixXd columns(rows, g.size() + 7);
  for (Eigen::Index k = 0; k < g.size(); ++k) {
    const Eigen::VectorXd step = 1e-6 * std::max(1.0, std::abs(g[k])) * Eigen::VectorXd::Unit(g.size(), k);
    columns.col(k) = (project(g + step, pose) - project(g - step, pose)) / (2 * step[k]);
  }
  for (Eigen::Index k = 0; k < 6; ++k) {
    const Vector6 step = 1e-6 * Vector6::Unit(k);
    columns.col(g.size() + k) = (project(g, pose.moved(step)) - project(g, pose.moved(-step))) / 2e-6;
  }
  const Eigen::VectorXd now = project(g, pose);
  for (std::size_t i = 0; i < frame.corners.size(); ++i) {
    const auto at = 2 * static_cast<Eigen::Index>(i);
    columns.col(g.size() + 6).segment<2>(at) = frame.corners[i].pixel - now.segment<2>(at);
  }
  return columns;
}

/// J'J of the columns [global | pose | r].
Eigen::MatrixXd written_out(const FrameLinearization& frame, Eigen::Index size) {
  if (frame.scattered.size() == 0) return frame.product;
  const Eigen::Index dense = frame.rows.cols() - 7;
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(frame.rows.rows(), size + 7);
  rows.leftCols(dense) = frame.rows.leftCols(dense);
  rows.rightCols(7) = frame.rows.rightCols(7);
  for (Eigen::Index row = 0; row < rows.rows(); ++row) {
    for (Eigen::Index i = 0; i < 3; ++i) {
      rows(row, frame.places[static_cast<std::size_t>(row / 2 * 3 + i)]) = frame.scattered(row, i);
    }
  }
  EXPECT_LT((frame.rows.transpose() * frame.rows - frame.product).norm(), 1e-12 * frame.product.norm());
  return rows.transpose() * rows;
}

/// The gauge is held by a prior of its own, which does not pull where the shape has no part in it.
TEST(ShapeProblem, HoldsTheGaugeByAPrior) {
  const Observations data = bent_views(0).observations;
  const std::vector<const Frame*> frames = pointers(data);
  const std::vector<double> weights;
  const Camera camera = ordinary_camera();
  for (const TargetShape shape : {TargetShape::kWarp, TargetShape::kFree}) {
    const ShapeBasis basis(shape, kSmall.points, frames);
    const ShapeProblem problem(camera.model(), basis, frames, weights, Loss::none());
    const Prior prior = problem.prior();
    EXPECT_EQ(prior.empty(), shape == TargetShape::kWarp);
    if (prior.empty()) continue;
    EXPECT_EQ(prior.rows.rows(), 7);
    EXPECT_EQ(prior.rows.leftCols(6).norm(), 0);
    Eigen::VectorXd g = Eigen::VectorXd::LinSpaced(problem.global_size(), -1, 1);
    EXPECT_GT(prior.residual(g).norm(), 0);
    const Eigen::VectorXd q = g.tail(basis.size());
    g.tail(basis.size()) -= basis.gauge() * (basis.gauge().transpose() * q);
    EXPECT_LT(prior.residual(g).norm(), 1e-10 * prior.rows.norm());
  }
}

/// Every entry of the normal equations, for a frame with hidden and weighted corners, with and without a robust loss.
TEST(ShapeProblem, LinearizesWhatItSays) {
  const Observations data = testing::with_levels(with_hidden_corners(bent_views(0).observations), 0.3, 2);
  const std::vector<const Frame*> frames = pointers(data);
  const Camera camera = ordinary_camera();
  const Pose pose = calibrate(data, {.model = "radial2"}).frames[0].camera_from_target;
  const std::vector<double> weights;
  for (const TargetShape shape : {TargetShape::kWarp, TargetShape::kFree}) {
    for (const Loss& loss : {Loss::none(), Loss::cauchy(0.4)}) {
      const ShapeBasis basis(shape, kSmall.points, frames);
      const ShapeProblem problem(camera.model(), basis, frames, weights, loss);
      const Eigen::Index size = problem.global_size();
      ASSERT_EQ(size, 6 + basis.size());
      Eigen::VectorXd g(size);
      for (Eigen::Index k = 0; k < size; ++k) g[k] = 1e-4 * std::sin(static_cast<double>(k));
      g.head(6) = Eigen::Map<const Eigen::VectorXd>(camera.parameters().data(), 6);
      FrameLinearization linearized;
      ASSERT_TRUE(problem.linearize(g, 0, {pose}, &linearized));
      const Eigen::MatrixXd normal = written_out(linearized, size);
      const double cost = linearized.cost;

      Eigen::MatrixXd columns = literal_columns(camera.model(), basis, *frames[0], g, pose);
      double expected_cost = 0;
      for (Eigen::Index i = 0; i < columns.rows(); i += 2) {
        columns.middleRows<2>(i) *= frames[0]->corners[static_cast<std::size_t>(i / 2)].weight;
        const double square = columns.col(size + 6).segment<2>(i).squaredNorm();
        expected_cost += loss.rho(square);
        columns.middleRows<2>(i) *= std::sqrt(loss.weight(square));
      }
      const Eigen::MatrixXd expected = columns.transpose() * columns;
      EXPECT_NEAR(cost, expected_cost, 1e-9 * expected_cost);
      const Eigen::VectorXd scale = expected.diagonal().cwiseMax(1e-12).cwiseSqrt().cwiseInverse();
      const Eigen::MatrixXd difference = scale.asDiagonal() * (normal - expected) * scale.asDiagonal();
      EXPECT_LT(difference.cwiseAbs().maxCoeff(), 1e-6) << to_string(shape);
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
      EXPECT_NEAR(found.camera->parameters()[k], ordinary_camera().parameters()[k],
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
    EXPECT_NEAR(here.camera->parameters()[k], there.camera->parameters()[k],
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
TEST(TargetShape, ThatWouldNotFitIntoTheMemoryIsRefused) {
  const Target large = Target::chessboard(40, 40, 0.01);
  Observations data = simulate(ordinary_camera(), large, {.frames = 15, .seed = 1}).observations;
  EXPECT_TRUE(calibrate(data, {.model = "radial2", .target_shape = TargetShape::kFree}).converged());
  const std::vector<Frame> few = data.frames;
  data.target = Target::chessboard(110, 110, 0.01);
  data.frames.clear();
  for (int j = 0; j < 3000; ++j) {
    data.frames.push_back(few[static_cast<std::size_t>(j) % few.size()]);
    data.frames.back().name = std::to_string(j);
  }
  try {
    static_cast<void>(calibrate(data, {.model = "radial2", .target_shape = TargetShape::kFree}));
    FAIL() << "the memory was taken";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("about 31 GB"));
    EXPECT_THAT(error.what(), HasSubstr("shape warp"));
  }
}

/// From a flat target to one of its shape, alone and with effects: to first order a bend of half a millimetre gains
/// what it gains in the end.
TEST(TargetShape, EndsWhereItGainsTooLittle) {
  const auto bent = std::make_shared<const Observations>(bent_views(0.02).observations);
  for (const std::vector<Effect>& effects : {std::vector<Effect>{}, {Effect::kShutter}}) {
    const Calibration flat = calibrate(bent, {.effects = effects});
    ASSERT_TRUE(flat.converged());
    CalibrateOptions how = continued_from(flat);
    how.target_shape = TargetShape::kWarp;
    how.initial.target_points = target_points(flat);
    const Calibration shaped = calibrate(bent, how);
    ASSERT_TRUE(shaped.converged());
    const double gain = flat.fit.cost - shaped.fit.cost;
    how.least_gain = 0.7 * gain;
    EXPECT_TRUE(calibrate(bent, how).converged());
    how.least_gain = 1.5 * gain;
    const Calibration ended = calibrate(bent, how);
    EXPECT_EQ(ended.status, CalibrationStatus::kIterationLimit);
    EXPECT_FALSE(ended.camera);
  }
}

TEST(TargetShape, CanBeHeldFixed) {
  const Observations data = bent_views(0.05).observations;
  const Calibration made = calibrate(data, {.model = "radial2", .target_shape = TargetShape::kFree});
  CalibrateOptions held{.model = "radial2", .target_shape = TargetShape::kFree, .fix_intrinsics = true};
  held.initial.parameters = made.camera->parameters();
  held.initial.target_points = made.target.points;
  const Calibration again = calibrate(data, held);
  ASSERT_TRUE(again.converged()) << again.message;
  EXPECT_TRUE(again.fit.at_minimum);
  EXPECT_EQ(again.fit.n_parameters, made.fit.n_parameters);
  EXPECT_NEAR(again.fit.rmse, made.fit.rmse, 1e-9);
  EXPECT_NEAR((again.covariance_std - made.covariance_std).norm() / made.covariance_std.norm(), 0, 1e-6);
  held.initial.target_points.pop_back();
  EXPECT_THROW(static_cast<void>(calibrate(data, held)), Error);
}

TEST(TargetShape, IsRefittedWithTheCamera) {
  const Observations data = bent_views(0.05).observations;
  const Calibration all = calibrate(data, {.model = "radial2", .target_shape = TargetShape::kFree});
  const Refit refit(all);
  std::vector<std::uint32_t> multiplicities(data.frames.size(), 1);
  multiplicities[0] = 0;
  multiplicities[1] = 3;
  const auto found = refit(multiplicities);
  ASSERT_TRUE(found && found->converged);
  CalibrateOptions options{.model = "radial2", .target_shape = TargetShape::kFree};
  options.frame_weights.assign(multiplicities.begin(), multiplicities.end());
  const Calibration weighted = calibrate(data, options);
  for (Eigen::Index k = 0; k < 6; ++k) {
    EXPECT_NEAR(found->parameters[k], weighted.camera->parameters()[static_cast<std::size_t>(k)],
                1e-3 * std::sqrt(weighted.covariance_std(k, k)));
  }
  EXPECT_TRUE(refit.squares_of(0, found->parameters).has_value());
}

}  // namespace
}  // namespace fiducia
