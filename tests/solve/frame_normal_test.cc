#include "fiducia/solve/frame_normal.h"

#include <gtest/gtest.h>

#include "fiducia/camera/registry.h"
#include "setups.h"

namespace fiducia {
namespace {

/// The Jacobian [parameters | pose | residual] by central differences of the projection.
Eigen::MatrixXd numeric_columns(const Model& model, std::vector<double> theta, const Pose& pose, const Frame& frame,
                                const std::vector<Vector3>& points, const Loss& loss) {
  const int n = static_cast<int>(frame.corners.size());
  Eigen::MatrixXd j(2 * n, model.size() + 7);
  const auto predict = [&](const std::vector<double>& t, const Pose& p, int i) {
    const Corner& corner = frame.corners[static_cast<std::size_t>(i)];
    return model.project(t.data(), p * points[static_cast<std::size_t>(corner.id)]);
  };
  for (int i = 0; i < n; ++i) {
    for (int c = 0; c < model.size(); ++c) {
      const double h = 1e-3 * std::max(1.0, std::abs(theta[static_cast<std::size_t>(c)]));
      std::vector<double> up = theta;
      std::vector<double> down = theta;
      up[static_cast<std::size_t>(c)] += h;
      down[static_cast<std::size_t>(c)] -= h;
      j.block<2, 1>(2 * i, c) = (predict(up, pose, i) - predict(down, pose, i)) / (2 * h);
    }
    for (int c = 0; c < 6; ++c) {
      Vector6 step = Vector6::Zero();
      step[c] = 1e-6;
      j.block<2, 1>(2 * i, model.size() + c) =
          (predict(theta, pose.moved(step), i) - predict(theta, pose.moved(-step), i)) / 2e-6;
    }
    const Corner& corner = frame.corners[static_cast<std::size_t>(i)];
    const Vector2 r = corner.pixel - predict(theta, pose, i);
    j.block<2, 1>(2 * i, model.size() + 6) = r;
    j.middleRows<2>(2 * i) *= corner.weight * std::sqrt(loss.weight((corner.weight * r).squaredNorm()));
  }
  return j;
}

void expect_equal(const Eigen::MatrixXd& got, const Eigen::MatrixXd& expected, const std::string& what) {
  for (int r = 0; r < got.rows(); ++r) {
    for (int c = 0; c < got.cols(); ++c) {
      const double scale = std::sqrt(expected(r, r) * expected(c, c));
      EXPECT_NEAR(got(r, c), expected(r, c), 1e-5 * scale) << what << " at " << r << ", " << c;
    }
  }
}

/// Any number of corners: whole lanes, remainders, one block and several; with weights where the number is odd.
TEST(FrameNormal, EqualsTheProductOfNumericDerivativesForEveryModel) {
  const Target target = Target::chessboard(20, 14, 0.02);
  for (const std::shared_ptr<const Model>& model : all_models()) {
    const Camera camera(model, model->initial_parameters(700, 640, 480), {1280, 960});
    const Simulation simulation = simulate(camera, target, {.frames = 1, .noise_px = 0.5, .seed = 3});
    Frame frame = simulation.observations.frames[0];
    for (const std::size_t count : {4U, 7U, 80U, 97U, 280U}) {
      Frame part = frame;
      part.corners.resize(count);
      for (std::size_t i = 0; count % 2 == 1 && i < count; ++i) {
        part.corners[i].weight = 0.25 * static_cast<double>(1 + i % 7);
      }
      for (const Loss& loss : {Loss::none(), Loss::cauchy(0.5)}) {
        const CornerArrays arrays(part.corners, target.points);
        const FrameNormal normal(*model);
        Eigen::MatrixXd got(normal.size(), normal.size());
        double cost = 0;
        ASSERT_TRUE(normal.build(camera.parameters().data(), simulation.camera_from_target[0], arrays, loss, got.data(),
                                 &cost));
        const Eigen::MatrixXd j =
            numeric_columns(*model, camera.parameters(), simulation.camera_from_target[0], part, target.points, loss);
        expect_equal(got, j.transpose() * j, std::string(model->info().name) + " with " + std::to_string(count));
        double rho = 0;
        for (int i = 0; i < j.rows() / 2; ++i) {
          const Corner& corner = part.corners[static_cast<std::size_t>(i)];
          const Vector3 x = simulation.camera_from_target[0] * target.points[static_cast<std::size_t>(corner.id)];
          const Vector2 r = corner.pixel - model->project(camera.parameters().data(), x);
          rho += loss.rho((corner.weight * r).squaredNorm());
        }
        EXPECT_NEAR(cost, rho, 1e-9 * rho);
      }
    }
  }
}

TEST(FrameNormal, LeavesOutFixedParameters) {
  const Camera camera = testing::ordinary_camera();
  const Simulation simulation = simulate(camera, testing::board(), {.frames = 1, .noise_px = 0.5});
  const CornerArrays arrays(simulation.observations.frames[0].corners, simulation.observations.target.points);
  const FrameNormal all(camera.model());
  const FrameNormal some(camera.model(), {1, 4});
  Eigen::MatrixXd full(all.size(), all.size());
  Eigen::MatrixXd part(some.size(), some.size());
  double cost = 0;
  ASSERT_TRUE(all.build(camera.parameters().data(), simulation.camera_from_target[0], arrays, Loss::none(), full.data(),
                        &cost));
  ASSERT_TRUE(some.build(camera.parameters().data(), simulation.camera_from_target[0], arrays, Loss::none(),
                         part.data(), &cost));
  std::vector<int> kept = {1, 4};
  for (int i = camera.model().size(); i < all.size(); ++i) kept.push_back(i);
  for (int r = 0; r < some.size(); ++r) {
    for (int c = 0; c < some.size(); ++c) {
      EXPECT_NEAR(part(r, c), full(kept[static_cast<std::size_t>(r)], kept[static_cast<std::size_t>(c)]),
                  1e-12 * std::sqrt(part(r, r) * part(c, c)));
    }
  }
}

TEST(FrameNormal, RefusesPointsBehindAPinhole) {
  const Camera camera = testing::ordinary_camera();
  Simulation simulation = simulate(camera, testing::board(), {.frames = 1});
  simulation.camera_from_target[0].translation.z() -= 10;
  const CornerArrays arrays(simulation.observations.frames[0].corners, simulation.observations.target.points);
  const FrameNormal normal(camera.model());
  Eigen::MatrixXd matrix(normal.size(), normal.size());
  double cost = 0;
  EXPECT_FALSE(normal.build(camera.parameters().data(), simulation.camera_from_target[0], arrays, Loss::none(),
                            matrix.data(), &cost));
}

}  // namespace
}  // namespace fiducia
