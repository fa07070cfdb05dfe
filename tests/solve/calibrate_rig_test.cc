#include "fiducia/solve/calibrate_rig.h"

#include <gmock/gmock.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/data/board_turns.h"
#include "rig_setups.h"

namespace fiducia {
namespace {

using ::testing::HasSubstr;
using testing::near_poses;
using testing::rig_board;
using testing::rig_camera;
using testing::stereo;

/// How far the calibration is from the truth, in the metric of its own covariance: chi^2 with as many degrees of
/// freedom as there are numbers, those of a free shape left out.
double squared_sigmas(const RigCalibration& rig, const std::vector<SimulatedRigCamera>& truth) {
  const std::vector<double> weights(rig.instants.size(), 1.0);
  const Eigen::MatrixXd all = rig.fit.variance * rig.information.matrix(weights).ldlt().solve(
                                                     Eigen::MatrixXd::Identity(rig.g.size(), rig.g.size()));
  const Eigen::Index size = rig.layout.shape_first;
  Eigen::VectorXd error(size);
  for (std::size_t c = 0; c < truth.size(); ++c) {
    const auto& parameters = truth[c].camera.parameters();
    error.segment(rig.layout.first[c], rig.layout.size[c]) =
        rig.g.segment(rig.layout.first[c], rig.layout.size[c]) -
        Eigen::Map<const Eigen::VectorXd>(parameters.data(), rig.layout.size[c]);
    if (c == 0) continue;
    const Pose& found = rig.cameras[c].camera_from_rig;
    const Pose& true_pose = truth[c].camera_from_rig;
    error.segment<3>(rig.layout.pose_of(c)) = rotation_log(found.rotation * true_pose.rotation.transpose());
    error.segment<3>(rig.layout.pose_of(c) + 3) = found.translation - true_pose.translation;
  }
  return error.dot(all.topLeftCorner(size, size).ldlt().solve(error));
}

/// Four standard deviations of a chi^2.
void expect_true(const RigCalibration& rig, const std::vector<SimulatedRigCamera>& truth) {
  ASSERT_TRUE(rig.converged()) << rig.message;
  const double size = rig.layout.shape_first;
  const double found = squared_sigmas(rig, truth);
  EXPECT_LT(found, size + 4 * std::sqrt(2 * size));
  EXPECT_GT(found, 0);
}

TEST(CalibrateRig, FindsAPairWithinItsUncertainty) {
  const auto truth = stereo();
  const RigSimulation seen = simulate_rig(truth, rig_board(), {.instants = 20, .seed = 1, .poses = near_poses()});
  const RigCalibration rig = calibrate_rig(seen.observations);
  expect_true(rig, truth);
  EXPECT_NEAR(rig.fit.rmse, 0.05, 0.003);
  EXPECT_NEAR(rig.cameras[1].camera_from_rig.translation.norm(), truth[1].camera_from_rig.translation.norm(), 2e-4);
  EXPECT_EQ(rig.fit.n_parameters, 12 + 6 + 6 * 20);
}

TEST(CalibrateRig, OfOneCameraIsThatCamerasCalibration) {
  const std::vector<SimulatedRigCamera> one = {stereo()[0]};
  const RigSimulation seen = simulate_rig(one, rig_board(), {.instants = 12, .seed = 2, .poses = near_poses()});
  const RigCalibration rig = calibrate_rig(seen.observations);
  const Calibration alone = calibrate(camera_observations(seen.observations, 0));
  ASSERT_TRUE(rig.converged());
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(rig.cameras[0].camera.parameters()[i], alone.camera->parameters()[i], 1e-6);
  }
  EXPECT_NEAR(rig.fit.rmse, alone.fit.rmse, 1e-9);
}

/// Three cameras in a row, of different kinds; the outer ones never see the board together.
std::vector<SimulatedRigCamera> chain() {
  const Camera wide(
      "fisheye",
      {{"fx", 420}, {"fy", 421}, {"cx", 640}, {"cy", 480}, {"k1", 0.03}, {"k2", -0.01}, {"k3", 0.002}, {"k4", -5e-4}},
      {1280, 960});
  return {{"front", rig_camera()},
          {"middle", wide, Pose::from_vectors({0, -0.6, 0}, {-0.2, 0.01, 0.1})},
          {"rear", rig_camera(880), Pose::from_vectors({0.05, -1.4, 0.02}, {-0.4, 0.02, 0.3})}};
}

void hide_common_views(RigObservations* rig, std::size_t a, std::size_t b) {
  for (Instant& instant : rig->instants) {
    if (instant.frames[a] && instant.frames[b]) instant.frames[b].reset();
  }
}

TEST(CalibrateRig, JoinsCamerasThroughAThird) {
  RigSimulation seen = simulate_rig(chain(), rig_board(), {.instants = 60, .seed = 3, .poses = near_poses()});
  hide_common_views(&seen.observations, 0, 2);
  const RigCalibration rig = calibrate_rig(seen.observations, {.models = {"radial2", "fisheye", "radial2"}});
  expect_true(rig, chain());
}

TEST(CalibrateRig, FindsFourCamerasOfWhichSomeShareNoView) {
  std::vector<SimulatedRigCamera> ring;
  const std::vector<std::string> names = {"a", "b", "c", "d"};
  for (int i = 0; i < 4; ++i) {  // side by side, each turned by 23 degrees against the one before
    ring.push_back({names[static_cast<std::size_t>(i)], rig_camera(700 + 10 * i),
                    Pose::from_vectors({0, -0.4 * i, 0}, {-0.05 * i, 0.01 * i, 0})});
  }
  RigSimulation seen = simulate_rig(ring, rig_board(), {.instants = 60, .seed = 9, .poses = near_poses()});
  hide_common_views(&seen.observations, 0, 2);
  hide_common_views(&seen.observations, 0, 3);
  hide_common_views(&seen.observations, 1, 3);
  expect_true(calibrate_rig(seen.observations), ring);
}

TEST(CalibrateRig, NamesAMissingLink) {
  RigSimulation seen = simulate_rig(chain(), rig_board(), {.instants = 60, .seed = 3, .poses = near_poses()});
  hide_common_views(&seen.observations, 0, 2);
  hide_common_views(&seen.observations, 1, 2);
  const RigCalibration rig = calibrate_rig(seen.observations, {.models = {"radial2", "fisheye", "radial2"}});
  EXPECT_EQ(rig.status, CalibrationStatus::kDegenerate);
  EXPECT_EQ(rig.message,
            "front and rear never see the board together: take views that show it to both, or to a third camera that "
            "sees both");
}

/// Side by side, and parallel.
std::vector<SimulatedRigCamera> pinhole_pair() {
  const Camera pinhole("pinhole", {{"f", 900}, {"cx", 640}, {"cy", 470}}, {1280, 960});
  return {{"left", pinhole}, {"right", pinhole, Pose::from_vectors(Vector3::Zero(), {-0.12, 0, 0})}};
}

TEST(CalibrateRig, TakesACameraWhoseViewsSayTooLittleAlone) {
  // The right camera sees the board from the front alone, which leaves its focal length open; the left one tells the
  // distance.
  const auto truth = pinhole_pair();
  RigSimulation seen = simulate_rig(truth, rig_board(), {.instants = 15, .seed = 4, .poses = near_poses()});
  std::erase_if(seen.observations.instants, [](const Instant& instant) { return !instant.frames[0]; });
  for (Instant& instant : seen.observations.instants) instant.frames[1].reset();
  PoseSampling frontal = near_poses();
  frontal.max_angle_rad = 0;
  RigSimulation common = simulate_rig(truth, rig_board(), {.instants = 8, .seed = 5, .poses = frontal});
  for (Instant& instant : common.observations.instants) {
    if (instant.seen_by() < 2) continue;
    instant.name += " frontal";
    seen.observations.instants.push_back(instant);
  }
  ASSERT_EQ(calibrate(camera_observations(seen.observations, 1), {.model = "pinhole"}).status,
            CalibrationStatus::kDegenerate);
  expect_true(calibrate_rig(seen.observations, {.models = {"pinhole"}}), truth);
}

TEST(CalibrateRig, NamesTheCameraThatTheDataLeaveOpen) {
  RigSimulation seen = simulate_rig(pinhole_pair(), rig_board(), {.instants = 20, .seed = 4, .poses = near_poses()});
  int left = 1;
  for (Instant& instant : seen.observations.instants) {
    if (instant.seen_by() == 2 && left-- > 0) continue;
    if (instant.frames[0]) instant.frames[1].reset();
  }
  std::erase_if(seen.observations.instants, [](const Instant& instant) { return !instant.frames[0]; });
  const RigCalibration rig = calibrate_rig(seen.observations, {.models = {"pinhole"}});
  EXPECT_EQ(rig.status, CalibrationStatus::kDegenerate);
  EXPECT_THAT(rig.message, HasSubstr("camera 'right'"));
  EXPECT_TRUE(rig.cameras.empty());
}

TEST(CalibrateRig, NumbersABoardThatLooksTheSameTurnedAlike) {
  const Target board = Target::chessboard(9, 7, 0.04);
  ASSERT_EQ(ways_to_lie(board), 2);
  const auto truth = stereo();
  RigSimulation seen = simulate_rig(truth, board, {.instants = 20, .seed = 5, .poses = near_poses()});
  for (std::size_t i = 0; i < seen.observations.instants.size(); i += 3) {
    auto& frame = seen.observations.instants[i].frames[i % 2];
    if (frame) frame = turned(board, *frame, 1);
  }
  const RigCalibration rig = calibrate_rig(seen.observations);
  expect_true(rig, truth);
  EXPECT_NEAR(rig.fit.rmse, 0.05, 0.003);
}

/// Every camera numbers the board alike in its own frames, but one of them the other way round: that matters where the
/// board's shape is looked for, also at instants that it sees alone.
TEST(CalibrateRig, NumbersTheBoardAlikeWhereACameraSeesItAlone) {
  const Target board = Target::chessboard(9, 7, 0.04);
  const auto truth = stereo();
  RigSimulation seen =
      simulate_rig(truth, board, {.instants = 24, .alone_fraction = 0.4, .seed = 5, .poses = near_poses()});
  for (Instant& instant : seen.observations.instants) {
    if (instant.frames[1]) instant.frames[1] = turned(board, *instant.frames[1], 1);
  }
  const RigCalibration rig = calibrate_rig(seen.observations);
  ASSERT_TRUE(rig.converged()) << rig.message;
  int alone = 0;
  for (std::size_t i = 0; i < rig.instants.size(); ++i) {
    alone += rig.instants[i].views.size() == 1 && rig.instants[i].views[0].camera == 1 ? 1 : 0;
    const Matrix3 off = rig.instants[i].rig_from_target.rotation * seen.rig_from_target[i].rotation.transpose();
    EXPECT_LT(rotation_log(off).norm(), 0.05) << rig.instants[i].name;
  }
  EXPECT_GT(alone, 2);
}

TEST(CalibrateRig, FindsABentBoardWithTheCameras) {
  const auto truth = stereo();
  const RigSimulation seen =
      simulate_rig(truth, rig_board(), {.instants = 25, .bend_m = 5e-4, .seed = 6, .poses = near_poses()});
  const RigCalibration flat = calibrate_rig(seen.observations);
  const RigCalibration warp = calibrate_rig(seen.observations, {.target_shape = TargetShape::kWarp});
  const RigCalibration free = calibrate_rig(seen.observations, {.target_shape = TargetShape::kFree});
  ASSERT_TRUE(flat.converged());
  EXPECT_GT(flat.fit.rmse, 0.055);
  expect_true(warp, truth);
  EXPECT_NEAR(warp.fit.rmse, 0.05, 0.003);
  ASSERT_TRUE(free.converged()) << free.message;
  EXPECT_NEAR(free.fit.rmse, 0.05, 0.003);
  EXPECT_EQ(free.target.points.size(), 54U);
}

TEST(CalibrateRig, GivesEachCameraAViewOfItsOwn) {
  const RigSimulation seen =
      simulate_rig(stereo(), rig_board(), {.instants = 15, .alone_fraction = 0.3, .seed = 7, .poses = near_poses()});
  const RigCalibration rig = calibrate_rig(seen.observations);
  ASSERT_TRUE(rig.converged());
  int coordinates = 0;
  for (std::size_t c = 0; c < 2; ++c) {
    const Calibration view = camera_view(rig, c);
    EXPECT_EQ(view.frames.size(), view.residuals.frame_count());
    EXPECT_EQ(view.frames.size(), view.observations->frames.size());
    EXPECT_NEAR(view.fit.rmse, 0.05, 0.005);
    coordinates += view.fit.n_observations;
  }
  EXPECT_EQ(coordinates, rig.fit.n_observations);
}

TEST(CalibrateRig, SaysThatViewsContradictEachOther) {
  RigSimulation seen = simulate_rig(stereo(), rig_board(), {.instants = 12, .seed = 1, .poses = near_poses()});
  const RigSimulation other = simulate_rig(stereo(), rig_board(), {.instants = 12, .seed = 2, .poses = near_poses()});
  for (std::size_t i = 0; i < 12; ++i)
    seen.observations.instants[i].frames[1] = other.observations.instants[i].frames[1];
  const RigCalibration rig = calibrate_rig(seen.observations);
  if (!rig.converged()) {
    EXPECT_THAT(rig.message, HasSubstr("contradict each other"));
  } else {
    EXPECT_GT(rig.fit.rmse, 1);
  }
}

TEST(CalibrateRig, RefusesWhatItDoesNotFit) {
  const RigSimulation seen = simulate_rig(stereo(), rig_board(), {.instants = 5, .poses = near_poses()});
  EXPECT_THROW(static_cast<void>(calibrate_rig(seen.observations, {.models = {"radial2", "radial2", "radial2"}})),
               Error);
  EXPECT_THROW(static_cast<void>(calibrate_rig(RigObservations{})), Error);
}

TEST(CalibrateRig, FitsEffectsOfItsCameras) {
  const RigSimulation seen = simulate_rig(stereo(), rig_board(), {.instants = 15, .seed = 8, .poses = near_poses()});
  const RigCalibration plain = calibrate_rig(seen.observations);
  const RigCalibration rig = calibrate_rig(seen.observations, {.effects = {Effect::kFocus}});
  ASSERT_TRUE(rig.converged()) << rig.message;
  EXPECT_EQ(rig.cameras[1].effects.frames.size(), rig.residuals[1].frame_count());
  EXPECT_NEAR(rig.fit.rmse, plain.fit.rmse, 0.002);
  EXPECT_NEAR(rig.cameras[1].camera_from_rig.translation.norm(), plain.cameras[1].camera_from_rig.translation.norm(),
              3e-4);
}

}  // namespace
}  // namespace fiducia
