#include "fiducia/assess/rig_assessment.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "fiducia/core/error.h"
#include "tests/solve/rig_setups.h"

namespace fiducia {
namespace {

using ::testing::Contains;
using testing::near_poses;
using testing::rig_board;
using testing::stereo;

RigObservations seen_by_pair(double bend_m, std::uint64_t seed, int instants = 20) {
  return simulate_rig(stereo(), rig_board(),
                      {.instants = instants, .bend_m = bend_m, .seed = seed, .poses = near_poses()})
      .observations;
}

RigAssessOptions planar_radial2() {
  RigAssessOptions how;
  how.models = {"radial2"};
  how.target_shape = TargetShape::kPlanar;
  how.distances_m = {1};
  return how;
}

TEST(RigAssessment, OfACleanPairIsGoodAndHasNoCauses) {
  const RigAssessment found = assess_rig(seen_by_pair(0, 1), planar_radial2());
  ASSERT_TRUE(found.calibration.converged()) << found.calibration.message;
  EXPECT_TRUE(found.steps.empty()) << to_string(found.steps.front().cause);
  EXPECT_EQ(found.best, nullptr);
  EXPECT_EQ(found.verdict.judgement, Judgement::kGood);
  EXPECT_EQ(found.verdict.action.code, RigActionCode::kNone);
  for (const RigCameraAssessment& camera : found.cameras) {
    EXPECT_EQ(camera.error.systematic, 0);
    EXPECT_FALSE(camera.is_lower_bound);
    EXPECT_LT(camera.error.bound95, 0.5);
  }
  // What is good enough is for the application to say.
  EXPECT_EQ(rig_verdict(found, 1e-3).judgement, Judgement::kBad);
}

TEST(RigAssessment, TellsWhatABentBoardCostsAndThatItsShapeHelps) {
  const RigObservations seen = seen_by_pair(1.5e-3, 2);
  const RigAssessment flat = assess_rig(seen, planar_radial2());
  ASSERT_TRUE(flat.calibration.converged()) << flat.calibration.message;
  ASSERT_FALSE(flat.steps.empty());
  EXPECT_EQ(flat.steps.front().cause, CauseCode::kTarget);
  EXPECT_GT(flat.cameras[0].error.systematic, flat.cameras[0].error.random);
  EXPECT_GT(flat.pairs[0].triangulation[0].calibration.systematic, 0);
  // The truth is within the bounds.
  const Pose is = stereo()[1].camera_from_rig;
  EXPECT_LT(std::abs(flat.pairs[0].baseline_m - is.translation.norm()), flat.pairs[0].baseline.bound95);
  EXPECT_NE(flat.verdict.judgement, Judgement::kGood);
  ASSERT_EQ(flat.verdict.action.code, RigActionCode::kTakeParts);
  ASSERT_TRUE(flat.verdict.action.target_shape);
  // Following the advice gives what was promised.
  RigAssessOptions as_advised = planar_radial2();
  as_advised.target_shape = flat.verdict.action.target_shape;
  const RigAssessment then = assess_rig(seen, as_advised);
  EXPECT_EQ(then.verdict.judgement, Judgement::kGood);
  double worst = 0;
  for (const RigCameraAssessment& camera : then.cameras) worst = std::max(worst, camera.error.total);
  EXPECT_NEAR(flat.verdict.action.expected_total_px, worst, 0.5 * worst);
  // Left open, the shape is found.
  RigAssessOptions open = planar_radial2();
  open.target_shape.reset();
  EXPECT_NE(assess_rig(seen, open).calibration.target.basis.shape(), TargetShape::kPlanar);
}

TEST(RigAssessment, LooksOnlyWhereLightReachesTheImage) {
  RigObservations seen = seen_by_pair(0, 1);
  const RigAssessment whole = assess_rig(seen, planar_radial2());
  seen.cameras[0].image_circle = ImageCircle{{640, 480}, 350};
  const RigAssessment lit = assess_rig(seen, planar_radial2());
  ASSERT_TRUE(lit.calibration.converged()) << lit.calibration.message;
  EXPECT_EQ(lit.calibration.g, whole.calibration.g);  // the corners are the same
  // Far from the axis a camera is least certain, and there is no light.
  EXPECT_LT(lit.cameras[0].error.total, 0.7 * whole.cameras[0].error.total);
  EXPECT_DOUBLE_EQ(lit.cameras[1].error.total, whole.cameras[1].error.total);
  EXPECT_LT(lit.pairs[0].row_points, 0.7 * whole.pairs[0].row_points);
  EXPECT_LT(lit.pairs[0].triangulation[0].calibration.total, whole.pairs[0].triangulation[0].calibration.total);
}

TEST(RigAssessment, LeavesOutAnInstantThatDoesNotBelong) {
  RigObservations seen = seen_by_pair(0, 3, 24);
  for (Corner& corner : seen.instants[7].frames[1]->corners) corner.pixel.x() += 1.5;
  const RigAssessment found = assess_rig(seen, planar_radial2());
  EXPECT_THAT(found.left_out_instants, Contains("instant007"));
  EXPECT_EQ(found.verdict.judgement, Judgement::kGood);
  RigAssessOptions keep = planar_radial2();
  keep.leave_out_deviating = false;
  const RigAssessment all = assess_rig(seen, keep);
  EXPECT_TRUE(all.left_out_instants.empty());
  EXPECT_NE(all.verdict.judgement, Judgement::kGood);
  EXPECT_EQ(all.verdict.action.code, RigActionCode::kLeaveOutInstants);
  EXPECT_EQ(all.verdict.action.instants.front(), "instant007");
}

TEST(RigAssessment, NamesARollingShutterThatNoCommonPartOfTheImagesStandsFor) {
  SimulateRigOptions scene{.instants = 25, .effects = {{Effect::kShutter, 3}}, .seed = 1, .poses = near_poses()};
  const RigAssessment found = assess_rig(simulate_rig(stereo(), rig_board(), scene).observations, planar_radial2());
  ASSERT_TRUE(found.calibration.converged()) << found.calibration.message;
  ASSERT_EQ(found.steps.size(), 1U);
  EXPECT_EQ(found.steps.front().cause, CauseCode::kShutter);
  ASSERT_EQ(found.verdict.action.code, RigActionCode::kTakeParts);
  EXPECT_EQ(found.verdict.action.effects, std::vector{Effect::kShutter});
}

TEST(RigAssessment, NamesABoardThatBendsAndWhatItCosts) {
  SimulateRigOptions scene{.instants = 20, .effects = {{Effect::kTargetBend, 1e-3}}, .seed = 4, .poses = near_poses()};
  const RigObservations seen = simulate_rig(stereo(), rig_board(), scene).observations;
  const RigAssessment found = assess_rig(seen, planar_radial2());
  ASSERT_TRUE(found.calibration.converged()) << found.calibration.message;
  ASSERT_EQ(found.steps.size(), 1U);
  EXPECT_EQ(found.steps.front().cause, CauseCode::kTargetBend);
  EXPECT_GT(found.steps.front().costs_px, 0);
  EXPECT_FALSE(found.cameras[0].is_lower_bound);
}

TEST(RigAssessment, OfAMountThatMovedIsBad) {
  SimulateRigOptions scene{.instants = 24, .seed = 2, .poses = near_poses()};
  scene.loose_mount = LooseMount{1, 15, (Vector6() << 0.004, 0.003, 0, 0.001, 0, 0.001).finished()};
  const RigAssessment found = assess_rig(simulate_rig(stereo(), rig_board(), scene).observations, planar_radial2());
  ASSERT_TRUE(found.calibration.converged()) << found.calibration.message;
  EXPECT_EQ(found.verdict.judgement, Judgement::kBad);
  EXPECT_EQ(found.verdict.findings.front().cause, RigCause::kNotOneRig);
  EXPECT_EQ(found.verdict.action.code, RigActionCode::kFixMount);
}

GivenRig as_given(const std::vector<SimulatedRigCamera>& cameras) {
  GivenRig given;
  for (const SimulatedRigCamera& one : cameras) {
    given.cameras.push_back(one.camera);
    given.camera_from_rig.push_back(one.camera_from_rig);
  }
  return given;
}

TEST(GivenRig, ThatIsTheTrueOneIsGood) {
  const RigAssessment found = assess_given_rig(as_given(stereo()), seen_by_pair(0, 5), planar_radial2());
  ASSERT_TRUE(found.calibration.converged()) << found.calibration.message;
  EXPECT_TRUE(found.is_given);
  EXPECT_EQ(found.verdict.judgement, Judgement::kGood);
  EXPECT_NEAR(found.calibration.fit.rmse, 0.05, 0.003);
  EXPECT_EQ(found.pairs[0].baseline_m, stereo()[1].camera_from_rig.translation.norm());
  EXPECT_LT(found.pairs[0].baseline.bound95, 5e-4);
}

TEST(GivenRig, ThatIsAnotherOneIsBadInWhatDiffers) {
  std::vector<SimulatedRigCamera> bumped = stereo();
  bumped[1].camera_from_rig = bumped[1].camera_from_rig.moved((Vector6() << 0.004, 0, 0, 0, 0, 0).finished());
  const RigAssessment found = assess_given_rig(as_given(bumped), seen_by_pair(0, 5), planar_radial2());
  ASSERT_TRUE(found.calibration.converged()) << found.calibration.message;
  EXPECT_EQ(found.verdict.judgement, Judgement::kBad);
  EXPECT_EQ(found.verdict.findings.front().cause, RigCause::kRows);
  EXPECT_EQ(found.verdict.action.code, RigActionCode::kRecalibrate);
  // Each camera is as good as before; the rows are off by 0.004 rad.
  for (const RigCameraAssessment& camera : found.cameras) EXPECT_LT(camera.error.bound95, 1);
  EXPECT_NEAR(found.pairs[0].rows.total, 0.004 * 905, 0.5);
  EXPECT_NEAR(found.pairs[0].angle.total, 0.004 * 180 / 3.14159, 0.02);

  std::vector<SimulatedRigCamera> longer = stereo();
  longer[1].camera_from_rig.translation *= 1.01;
  const RigAssessment wide = assess_given_rig(as_given(longer), seen_by_pair(0, 5), planar_radial2());
  EXPECT_NEAR(wide.pairs[0].baseline.total, 0.0012, 2e-4);
  EXPECT_GT(wide.pairs[0].triangulation[0].calibration.total, 5);  // 1% of a metre
}

TEST(GivenRig, OfOtherImagesIsRefused) {
  GivenRig given = as_given(stereo());
  given.cameras[1] = Camera(given.cameras[1].shared_model(), given.cameras[1].parameters(), {640, 480});
  EXPECT_THROW(static_cast<void>(assess_given_rig(given, seen_by_pair(0, 5), planar_radial2())), Error);
  given.cameras.pop_back();
  EXPECT_THROW(static_cast<void>(assess_given_rig(given, seen_by_pair(0, 5), planar_radial2())), Error);
}

TEST(RigAssessment, OfASplinedLensTellsWhereItHasNoRay) {
  RigAssessOptions how = planar_radial2();
  how.models = {"spline:9x8", "radial2"};
  const RigAssessment found = assess_rig(seen_by_pair(0, 5, 25), how);
  ASSERT_TRUE(found.calibration.converged()) << found.calibration.message;
  EXPECT_GT(found.cameras[0].without_ray, 0.02);  // boards do not reach the image's edges
  EXPECT_EQ(found.cameras[1].without_ray, 0);
  const auto no_ray = std::find_if(found.verdict.findings.begin(), found.verdict.findings.end(),
                                   [](const RigVerdictFinding& one) { return one.cause == RigCause::kNoRay; });
  ASSERT_NE(no_ray, found.verdict.findings.end());
  EXPECT_EQ(no_ray->cameras, std::vector<std::size_t>{0});
  EXPECT_NE(found.verdict.judgement, Judgement::kGood);
  const double truth = stereo()[1].camera_from_rig.translation.norm();
  EXPECT_LT(std::abs(found.pairs[0].baseline_m - truth), found.pairs[0].baseline.bound95);
}

TEST(RigAssessment, ChoosesTheKnotsOfASplinedLens) {
  RigAssessOptions how = planar_radial2();
  how.models = {"radial2", "spline"};
  const RigAssessment found = assess_rig(seen_by_pair(0, 6, 25), how);
  ASSERT_TRUE(found.calibration.converged()) << found.calibration.message;
  EXPECT_EQ(found.calibration.cameras[1].camera.model().info().name.substr(0, 7), "spline:");
}

}  // namespace
}  // namespace fiducia
