#include "fiducia/solve/rig_problem.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/core/random.h"
#include "fiducia/simulate/simulate.h"
#include "fiducia/solve/effect_problem.h"
#include "fiducia/solve/shape_gauge.h"
#include "fiducia/solve/shape_problem.h"

namespace fiducia {
namespace {

TEST(ComposedMotion, IsThatOfTheComposedPose) {
  const Pose outer = Pose::from_vectors({0.3, -0.8, 0.2}, {0.1, 0.02, -0.05});
  const Pose inner = Pose::from_vectors({-0.5, 0.1, 1.2}, {0.2, -0.3, 1.5});
  const Eigen::Matrix<double, 6, 12> map = composed_motion(outer, inner);
  const double h = 1e-6;
  for (int i = 0; i < 12; ++i) {
    const Vector6 step = h * Vector6::Unit(i % 6);
    const Pose there = i < 6 ? outer.moved(step) * inner : outer * inner.moved(step);
    const Pose here = outer * inner;
    Vector6 motion;
    motion << rotation_log(there.rotation * here.rotation.transpose()), there.translation - here.translation;
    EXPECT_LT((motion / h - map.col(i)).norm(), 1e-5) << i;
  }
}

/// Three cameras of different kinds, one of them with effects, of which one instant is seen by two.
class RigDerivatives : public ::testing::TestWithParam<TargetShape> {};

TEST_P(RigDerivatives, EqualThoseByDifferences) {
  const Target target = Target::chessboard(6, 4, 0.06);
  const std::vector<Camera> lenses = {
      {"radial2", {{"fx", 900}, {"fy", 905}, {"cx", 640}, {"cy", 470}, {"k1", -0.2}, {"k2", 0.05}}, {1280, 960}},
      {"fisheye",
       {{"fx", 420}, {"fy", 421}, {"cx", 640}, {"cy", 480}, {"k1", 0.03}, {"k2", -0.01}, {"k3", 0.002}, {"k4", -5e-4}},
       {1280, 960}},
      {"pinhole", {{"f", 800}, {"cx", 600}, {"cy", 500}}, {1280, 960}}};
  const std::vector<Pose> poses = {{},
                                   Pose::from_vectors({0.05, -0.1, 0.02}, {-0.1, 0.01, 0.02}),
                                   Pose::from_vectors({-0.1, 0.2, 0.4}, {0.1, -0.03, 0.05})};
  const Pose rig_from_target = Pose::from_vectors({0.3, -0.2, 0.1}, {-0.1, -0.05, 0.9});
  RandomStream random(4);
  std::vector<std::vector<Frame>> frames(3);
  const EffectLayout layout({Effect::kShutter, Effect::kPupil});
  for (std::size_t c = 0; c < 3; ++c) {
    for (int j = 0; j < 2; ++j) {
      Frame& frame = frames[c].emplace_back();
      for (std::size_t id = 0; id < target.points.size(); ++id) {
        const auto u = lenses[c].project(poses[c] * (rig_from_target * target.points[id]));
        ASSERT_TRUE(u);
        const double du = random.normal();
        const double dv = random.normal();
        frame.corners.push_back({static_cast<int>(id), *u + Vector2(du, dv)});
      }
    }
  }
  std::vector<std::vector<const Frame*>> shown(3);
  std::vector<const Frame*> all;
  for (std::size_t c = 0; c < 3; ++c) {
    for (const Frame& frame : frames[c]) shown[c].push_back(&frame);
    all.insert(all.end(), shown[c].begin(), shown[c].end());
  }
  const ShapeBasis basis(GetParam(), target.points, all);
  const std::vector<double> weights;
  const ShapeProblem first(lenses[0].model(), basis, shown[0], weights, Loss::cauchy(2));
  EffectProblem second({lenses[1].model(), lenses[1].image_size(), basis, layout, shown[1], weights, Loss::none()});
  second.set_stiffness(Eigen::VectorXd::Constant(layout.frame_size(), 3));
  const ShapeProblem third(lenses[2].model(), basis, shown[2], weights, Loss::none());
  const int common = layout.common_size();
  const RigLayout where({6, 8 + common, 3}, basis.size());
  const RigProblem problem(where, {{first, {0, 1}}, {second, {0, -1}}, {third, {0, 1}}},
                           shape_gauge(basis, all, weights, where.global_size()), basis.degrees_of_freedom());
  EXPECT_EQ(problem.local_size(0), 6 + layout.frame_size());
  EXPECT_EQ(problem.local_size(1), 6);
  EXPECT_EQ(problem.global_size(), where.global_size());

  Eigen::VectorXd g = Eigen::VectorXd::Zero(problem.global_size());
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t i = 0; i < lenses[c].parameters().size(); ++i) {
      g[where.first[c] + static_cast<int>(i)] = lenses[c].parameters()[i];
    }
    if (c > 0) where.set_pose(c, poses[c], &g);
  }
  for (Eigen::Index i = 0; i < basis.size(); ++i) g[where.shape_first + i] = 1e-4 * random.normal();
  FrameState state{rig_from_target, Eigen::VectorXd::Constant(layout.frame_size(), 0.01)};

  FrameLinearization here;
  ASSERT_TRUE(problem.linearize(g, 0, state, &here));
  const Eigen::Index dense = problem.dense_size();
  const Eigen::Index local = problem.local_size(0);
  const auto cost = [&](const Eigen::VectorXd& at, const FrameState& moved) {
    FrameLinearization there;
    EXPECT_TRUE(problem.linearize(at, 0, moved, &there));
    return there.cost;
  };
  // d cost / d x = -2 J'r.
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(g.size());
  gradient.head(dense) = here.product.col(dense + local).head(dense);
  for (Eigen::Index row = 0; row < here.rows.rows(); ++row) {
    for (Eigen::Index axis = 0; axis < 3; ++axis) {
      const auto place = static_cast<std::size_t>(3 * (row / 2) + axis);
      gradient[here.places[place]] += here.scattered(row, axis) * here.rows(row, dense + local);
    }
  }
  for (Eigen::Index i = 0; i < g.size(); ++i) {
    const double h = 1e-6 * std::max(1.0, std::abs(g[i]));
    const Eigen::VectorXd step = h * Eigen::VectorXd::Unit(g.size(), i);
    const double slope = (cost(problem.moved(g, step), state) - cost(problem.moved(g, -step), state)) / (2 * h);
    EXPECT_NEAR(-2 * gradient[i], slope, 1e-4 * std::max(1.0, std::abs(slope))) << "global " << i;
  }
  for (Eigen::Index i = 0; i < local; ++i) {
    const double h = 1e-6;
    const Eigen::VectorXd step = h * Eigen::VectorXd::Unit(local, i);
    const double slope = (cost(g, state.moved(step)) - cost(g, state.moved(-step))) / (2 * h);
    EXPECT_NEAR(-2 * here.product(dense + i, dense + local), slope, 1e-4 * std::max(1.0, std::abs(slope)))
        << "local " << i;
  }
  EXPECT_LT((here.product - here.product.transpose()).norm(), 1e-9 * here.product.norm());
  if (here.rows.rows() > 0) {
    EXPECT_LT((here.rows.transpose() * here.rows - here.product).norm(), 1e-9 * here.product.norm());
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, RigDerivatives,
                         ::testing::Values(TargetShape::kPlanar, TargetShape::kWarp, TargetShape::kFree));

}  // namespace
}  // namespace fiducia
