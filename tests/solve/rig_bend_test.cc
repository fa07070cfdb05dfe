// A target that bends from instant to instant, which the cameras of a rig see together.

#include <gmock/gmock.h>

#include <cmath>

#include "fiducia/core/random.h"
#include "fiducia/solve/calibrate_rig.h"
#include "fiducia/solve/effect_problem.h"
#include "fiducia/solve/rig_problem.h"
#include "fiducia/solve/shape_gauge.h"
#include "tests/solve/rig_setups.h"

namespace fiducia {
namespace {

using testing::near_poses;
using testing::rig_board;
using testing::stereo;

constexpr double kBend_m = 1e-3;

RigObservations seen_bending(double bend_m, std::uint64_t seed) {
  SimulateRigOptions scene{.instants = 20, .seed = seed, .poses = near_poses()};
  if (bend_m > 0) scene.effects = {{Effect::kTargetBend, bend_m}};
  return simulate_rig(stereo(), rig_board(), scene).observations;
}

class BendDerivatives : public ::testing::TestWithParam<TargetShape> {};

TEST_P(BendDerivatives, EqualThoseByDifferencesAndTheBendIsHeldOnce) {
  const RigObservations seen = seen_bending(kBend_m, 1);
  const std::vector<SimulatedRigCamera> rig = stereo();
  std::size_t both = 0;
  while (seen.instants[both].seen_by() < 2) ++both;
  std::vector<std::vector<const Frame*>> frames(2);
  std::vector<const Frame*> all;
  for (std::size_t c = 0; c < 2; ++c) {
    frames[c] = {&*seen.instants[both].frames[c]};
    all.push_back(frames[c].front());
  }
  const EffectLayout layout({Effect::kFocus, Effect::kTargetBend});
  const ShapeBasis basis(GetParam(), seen.target.points, all);
  const std::vector<double> weights;
  std::vector<std::unique_ptr<EffectProblem>> own;
  for (std::size_t c = 0; c < 2; ++c) {
    own.push_back(std::make_unique<EffectProblem>(EffectSetup{
        rig[c].camera.model(), rig[c].camera.image_size(), basis, layout, frames[c], weights, Loss::none(), {}, all}));
    own[c]->set_stiffness(Eigen::Vector4d(0, 0, 0, 5));
  }
  const RigLayout where({6, 6}, basis.size());
  RigProblem problem(where, {{*own[0], {0}}, {*own[1], {0}}}, shape_gauge(basis, all, weights, where.global_size()),
                     basis.degrees_of_freedom(), 3);
  problem.set_shared_stiffness(Eigen::Vector3d(30, 40, 50));
  ASSERT_EQ(problem.local_size(0), 6 + 3 + 2);  // pose, one bend, a focal length each

  Eigen::VectorXd g = Eigen::VectorXd::Zero(problem.global_size());
  for (std::size_t c = 0; c < 2; ++c) {
    for (int i = 0; i < 6; ++i) g[where.first[c] + i] = rig[c].camera.parameters()[static_cast<std::size_t>(i)];
  }
  where.set_pose(1, rig[1].camera_from_rig, &g);
  const RigCalibration known = calibrate_rig(seen, {.models = {"radial2"}});
  ASSERT_TRUE(known.converged());
  FrameState state;
  for (const InstantFit& instant : known.instants) {
    if (instant.index == both) state.camera_from_target = instant.rig_from_target;
  }
  state.effects.resize(5);
  state.effects << 1e-3, -5e-4, 8e-4, 0.002, -0.003;

  FrameLinearization here;
  ASSERT_TRUE(problem.linearize(g, 0, state, &here));
  // Both cameras have the bend as the first of their effects.
  for (std::size_t c = 0; c < 2; ++c) {
    const FrameState of_camera = problem.camera_state(g, state, 0, c);
    EXPECT_EQ(of_camera.effects.head<3>(), state.effects.head<3>());
    EXPECT_EQ(of_camera.effects[3], state.effects[3 + static_cast<Eigen::Index>(c)]);
  }
  // The cost of the bend itself is there once.
  double without = 0;
  for (std::size_t c = 0; c < 2; ++c) {
    FrameLinearization one;
    ASSERT_TRUE(own[c]->linearize(problem.camera_global(g, c), 0, problem.camera_state(g, state, 0, c), &one));
    without += one.cost;
  }
  EXPECT_NEAR(here.cost - without, std::pow(30e-3, 2) + std::pow(20e-3, 2) + std::pow(40e-3, 2), 1e-9);

  const Eigen::Index dense = problem.dense_size();
  const Eigen::Index local = problem.local_size(0);
  const auto cost = [&](const FrameState& moved) {
    FrameLinearization there;
    EXPECT_TRUE(problem.linearize(g, 0, moved, &there));
    return there.cost;
  };
  for (Eigen::Index i = 0; i < local; ++i) {
    const double h = 1e-6;
    const Eigen::VectorXd step = h * Eigen::VectorXd::Unit(local, i);
    const double slope = (cost(state.moved(step)) - cost(state.moved(-step))) / (2 * h);
    EXPECT_NEAR(-2 * here.product(dense + i, dense + local), slope, 1e-4 * std::max(1.0, std::abs(slope))) << i;
  }
  if (GetParam() != TargetShape::kFree) return;
  // Rows and product agree: what the points-first system sees is what the other one does.
  const Eigen::MatrixXd again = here.rows.transpose() * here.rows;
  EXPECT_LT((again - here.product).norm(), 1e-6 * here.product.norm());
  EXPECT_EQ(here.rows.rows() % 2, 0);
  EXPECT_EQ(here.places.size(), static_cast<std::size_t>(3 * here.rows.rows() / 2));
}

INSTANTIATE_TEST_SUITE_P(Shapes, BendDerivatives,
                         ::testing::Values(TargetShape::kPlanar, TargetShape::kWarp, TargetShape::kFree));

TEST(BendInRig, IsOneForAllCamerasOfAnInstant) {
  const RigObservations seen = seen_bending(kBend_m, 2);
  const RigCalibration flat = calibrate_rig(seen, {.models = {"radial2"}});
  const RigCalibration bent = calibrate_rig(seen, {.models = {"radial2"}, .effects = {Effect::kTargetBend}});
  ASSERT_TRUE(bent.converged()) << bent.message;
  EXPECT_GT(flat.fit.rmse, 0.1);
  EXPECT_NEAR(bent.fit.rmse, 0.05, 0.004);
  // Each camera's effects have the instant's.
  std::vector<std::size_t> next(2);
  for (const InstantFit& instant : bent.instants) {
    std::vector<Eigen::VectorXd> bends;
    for (const RigView& view : instant.views) {
      bends.push_back(bent.cameras[view.camera].effects.frames[next[view.camera]++]);
    }
    ASSERT_EQ(bends.front().size(), 3);
    for (const Eigen::VectorXd& one : bends) EXPECT_EQ(one, bends.front());
  }
  // Its width, RMS over the board and the instants, is what was simulated; each number is counted once.
  EXPECT_NEAR(bent.cameras[0].effects.width.norm(), kBend_m, 0.4 * kBend_m);
  EXPECT_EQ(bent.cameras[0].effects.width, bent.cameras[1].effects.width);
  const double counted = bent.cameras[0].effects.freedom + bent.cameras[1].effects.freedom;
  EXPECT_GT(counted, 2 * 20);
  EXPECT_LE(counted, 3 * 20);
  EXPECT_NEAR(bent.fit.n_parameters, 12 + 6 + 6 * 20 + counted, 1);
}

TEST(BendInRig, OfABoardThatKeepsItsShapeIsNone) {
  const RigCalibration found =
      calibrate_rig(seen_bending(0, 3), {.models = {"radial2"}, .effects = {Effect::kTargetBend}});
  ASSERT_TRUE(found.converged()) << found.message;
  EXPECT_LT(found.cameras[0].effects.width.norm(), 0.15 * kBend_m);
  EXPECT_NEAR(found.fit.rmse, 0.05, 0.004);
}

}  // namespace
}  // namespace fiducia
