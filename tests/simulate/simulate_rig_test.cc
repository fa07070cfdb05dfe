#include "fiducia/simulate/simulate_rig.h"

#include <gtest/gtest.h>

#include "tests/solve/rig_setups.h"

namespace fiducia {
namespace {

using testing::near_poses;
using testing::rig_board;
using testing::stereo;

SimulateRigOptions rig_scene(int instants) { return {.instants = instants, .seed = 3, .poses = near_poses()}; }

/// How far the second camera is from where the rig has it, at an instant.
Pose displacement(const RigSimulation& seen, std::size_t instant) {
  return seen.views[instant][1].camera_from_target * seen.rig_from_target[instant].inverse() *
         stereo()[1].camera_from_rig.inverse();
}

TEST(SimulateRig, ViewsAreWhereTheRigHasThem) {
  const RigSimulation seen = simulate_rig(stereo(), rig_board(), rig_scene(6));
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_LT(displacement(seen, i).translation.norm(), 1e-12);
    for (std::size_t c = 0; c < 2; ++c) {
      const auto& frame = seen.observations.instants[i].frames[c];
      if (!frame) continue;
      for (const Corner& corner : frame->corners) {
        const auto pixel = stereo()[c].camera.project(seen.views[i][c].camera_from_target *
                                                      seen.target_points[static_cast<std::size_t>(corner.id)]);
        EXPECT_LT((corner.pixel - *pixel).norm(), 6 * 0.05 * 1.5);
      }
    }
  }
}

TEST(SimulateRig, AShakyMountMovesItsCameraAtEveryInstant) {
  SimulateRigOptions options = rig_scene(200);
  options.shaky_mounts = {{.camera = 1, .shift_m = 0.001, .turn_rad = 0.002}};
  const RigSimulation seen = simulate_rig(stereo(), rig_board(), options);
  double turns = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    turns += displacement(seen, i).rotation_vector().squaredNorm() / 600;
    EXPECT_LT((seen.views[i][0].camera_from_target.translation - seen.rig_from_target[i].translation).norm(), 1e-12);
  }
  EXPECT_NEAR(std::sqrt(turns), 0.002, 0.0002);  // 600 numbers: 3% at one standard deviation
}

TEST(SimulateRig, AMovedMountStaysWhereItWasPut) {
  SimulateRigOptions options = rig_scene(10);
  options.loose_mount = LooseMount{1, 4, (Vector6() << 0, 0.01, 0, 0.002, 0, 0).finished()};
  const RigSimulation seen = simulate_rig(stereo(), rig_board(), options);
  EXPECT_LT(displacement(seen, 3).rotation_vector().norm(), 1e-9);
  EXPECT_NEAR(displacement(seen, 4).rotation_vector().norm(), 0.01, 1e-9);
  EXPECT_NEAR(displacement(seen, 9).rotation_vector().norm(), 0.01, 1e-9);
}

TEST(SimulateRig, EffectsAreEachCamerasOwnAndTheBendIsTheBoards) {
  SimulateRigOptions options = rig_scene(5);
  options.effects = {{Effect::kShutter, 3}, {Effect::kTargetBend, 0.001}};
  const RigSimulation seen = simulate_rig(stereo(), rig_board(), options);
  for (const std::vector<SimulatedView>& views : seen.views) {
    EXPECT_NE(views[0].effects.disturbance.turn_rows, views[1].effects.disturbance.turn_rows);
    EXPECT_EQ(views[0].effects.bend, views[1].effects.bend);
    EXPECT_GT(views[0].effects.bend.norm(), 0);
  }
}

TEST(SimulateRig, TheWholeBoardIsInViewWhereImagesNeedIt) {
  SimulateRigOptions options = rig_scene(8);
  options.poses.board_margin_m = 0.06;
  const RigSimulation seen = simulate_rig(stereo(), rig_board(), options);
  const ImageSize size = stereo()[0].camera.image_size();
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t c = 0; c < 2; ++c) {
      if (!seen.observations.instants[i].frames[c]) continue;
      const auto corner = stereo()[c].camera.project(seen.views[i][c].camera_from_target * Vector3(-0.06, -0.06, 0));
      ASSERT_TRUE(corner.has_value());
      EXPECT_GE(corner->minCoeff(), -0.5);
      EXPECT_LE(corner->x(), size.width - 0.5);
    }
  }
}

}  // namespace
}  // namespace fiducia
