#include "fiducia/assess/assess.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fiducia/core/random.h"
#include "fiducia/simulate/simulate.h"
#include "tests/solve/setups.h"

namespace fiducia {
namespace {

using testing::board;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ordinary_camera;
using ::testing::StartsWith;

Observations some_views(int frames, double bend_m = 0) {
  return simulate(ordinary_camera(), board(), {.frames = frames, .bend_m = bend_m, .seed = 4}).observations;
}

TEST(Assess, IsEveryStepAfterTheOther) {
  Observations data = some_views(12);
  data.frames[2].corners[30].pixel += Vector2(12, -9);
  const Assessment all = assess(data, {.model = "radial2", .evaluation = {.seed = 3}});
  const CleanCalibration clean = calibrate_cleaned(data, {.model = "radial2"});
  ASSERT_TRUE(all.calibration.converged());
  EXPECT_EQ(all.calibration.camera->parameters(), clean.calibration.camera->parameters());
  ASSERT_EQ(all.left_out_corners.size(), 1U);
  EXPECT_EQ(all.left_out_corners.front().id, clean.left_out.front().id);
  const Evaluation evaluation = evaluate(clean.calibration, {.seed = 3});
  ASSERT_TRUE(all.evaluation && all.verdict);
  EXPECT_EQ(all.evaluation->bias.robust.ratio_ci95, evaluation.bias.robust.ratio_ci95);
  EXPECT_EQ(all.evaluation->of(Covariance::kCr2).bound95, evaluation.of(Covariance::kCr2).bound95);
  EXPECT_EQ(all.verdict->judgement, Judgement::kGood);
  EXPECT_FALSE(all.selection || all.remedies.better || all.optimum);
}

TEST(Assess, LooksForABetterModelWhereThereIsABias) {
  const Observations data = some_views(20);
  const Assessment wrong = assess(data, {.model = "radial1"});
  ASSERT_TRUE(wrong.remedies.better);
  EXPECT_EQ(wrong.remedies.better->name, "radial2");
  EXPECT_EQ(wrong.verdict->judgement, Judgement::kBad);
  EXPECT_EQ(wrong.verdict->findings.front().cause, Cause::kTotalError);
  EXPECT_EQ(wrong.verdict->action.code, ActionCode::kTakeModel);
  const Assessment taken = assess(data, {.model = wrong.verdict->action.model});
  EXPECT_EQ(taken.verdict->judgement, Judgement::kGood);
  EXPECT_NEAR(taken.trust->total_px, wrong.verdict->action.expected_total_px, 0.2 * taken.trust->total_px)
      << "as promised";
  const Assessment without = assess(data, {.model = "radial1", .look_for_better = false});
  EXPECT_FALSE(without.remedies.better);
  EXPECT_NE(without.verdict->action.code, ActionCode::kTakeModel);
}

TEST(Assess, TheErrorIsTheSameWhereNobodyAsksWhatWouldMakeItBetter) {
  const Observations data = some_views(20);
  const Assessment all = assess(data, {.model = "radial1"});
  const Assessment quick = assess(data, {.model = "radial1", .find_remedies = false});
  ASSERT_TRUE(all.trust && quick.trust);
  EXPECT_TRUE(all.remedies.better);
  EXPECT_FALSE(quick.remedies.better);
  EXPECT_EQ(quick.trust->total_px, all.trust->total_px);
  EXPECT_EQ(quick.trust->bound95_px, all.trust->bound95_px);
  EXPECT_EQ(quick.verdict->judgement, all.verdict->judgement);
}

TEST(Assess, FindsTheShapeOfATargetThatIsBent) {
  const Observations data = some_views(20, 0.0004);
  const Assessment flat = assess(data, {.model = "radial2", .target_shape = TargetShape::kPlanar});
  EXPECT_EQ(flat.verdict->judgement, Judgement::kBad);
  EXPECT_FALSE(flat.shape);
  EXPECT_EQ(flat.verdict->action.code, ActionCode::kFindTargetShape);
  const Assessment all = assess(data, {.model = "radial2"});
  ASSERT_TRUE(all.shape);
  EXPECT_EQ(all.shape->shape, TargetShape::kWarp);
  EXPECT_EQ(all.calibration.target.basis.shape(), TargetShape::kWarp);
  EXPECT_LT(all.shape->total_px, 0.3 * all.shape->planar_total_px);
  EXPECT_NEAR(all.shape->planar_total_px, flat.trust->total_px, 0.05 * flat.trust->total_px);
  EXPECT_EQ(all.verdict->judgement, Judgement::kGood);
  EXPECT_EQ(all.trust->unseen_bend_px, 0) << "a shape that was found is no doubt";
}

TEST(Assess, LeavesATargetThatIsFlatAsItIs) {
  const Assessment all = assess(some_views(20), {.model = "radial2"});
  ASSERT_TRUE(all.shape);
  EXPECT_EQ(all.shape->shape, TargetShape::kPlanar);
  EXPECT_EQ(all.calibration.target.basis.shape(), TargetShape::kPlanar);
}

/// Few frames that show no bend exclude none.
TEST(Assess, BoundsWhatABendThatIsNotSeenMayDo) {
  double before = 10;
  for (const int frames : {6, 12, 50}) {
    const Assessment all = assess(some_views(frames), {.model = "radial2"});
    EXPECT_GT(all.trust->unseen_bend_px, all.trust->total_px);
    EXPECT_GE(all.trust->bound95_px, all.trust->unseen_bend_px);
    EXPECT_LT(all.trust->unseen_bend_px, before) << frames;
    before = all.trust->unseen_bend_px;
  }
}

TEST(Assess, LeavesOutFramesByName) {
  const Observations data = some_views(12);
  const Assessment all = assess(data, {.model = "radial2", .leave_out = {data.frames[3].name}});
  EXPECT_EQ(all.calibration.frames.size(), 11U);
  ASSERT_EQ(all.calibration.left_out.size(), 1U);
  EXPECT_EQ(all.calibration.left_out[0].name, data.frames[3].name);
}

/// A frame of bad corners is advice where the camera gains by leaving it out.
TEST(Assess, AdvisesToLeaveOutAFrameThatSpoilsTheCamera) {
  Observations data = some_views(12);
  RandomStream random(5);
  for (Corner& corner : data.frames[7].corners) {
    corner.pixel += 6 * Vector2{random.normal(), random.normal()};
    corner.pixel = corner.pixel.cwiseMax(Vector2(0, 0)).cwiseMin(Vector2(1935, 1215));
  }
  AssessOptions options{.model = "radial2", .tolerance_px = 0.1, .outliers = {.sigmas = 0}};
  options.leave_out_outlying = false;
  const Assessment all = assess(data, options);
  const Action& action = all.verdict->action;
  ASSERT_EQ(action.frames, std::vector<std::string>{data.frames[7].name}) << to_string(action.code);
  const Assessment without = assess(data, {.model = "radial2", .outliers = {.sigmas = 0}, .leave_out = action.frames});
  EXPECT_LT(without.trust->total_px, 0.5 * all.trust->total_px);
  options.leave_out_outlying = true;
  const Assessment itself = assess(data, options);
  EXPECT_EQ(itself.trust->total_px, without.trust->total_px);
  ASSERT_EQ(itself.calibration.left_out.size(), 1U);
  EXPECT_EQ(itself.calibration.left_out[0].name, data.frames[7].name);
  EXPECT_THAT(itself.calibration.left_out[0].reason, HasSubstr("times the median frame's"));
}

TEST(Assess, WhatIsCommonIsNoOutlier) {
  Observations data = some_views(12);
  RandomStream random(5);
  for (const std::size_t j : {1, 4, 7}) {  // a quarter
    for (Corner& corner : data.frames[j].corners) {
      corner.pixel += 6 * Vector2{random.normal(), random.normal()};
      corner.pixel = corner.pixel.cwiseMax(Vector2(0, 0)).cwiseMin(Vector2(1935, 1215));
    }
  }
  const Assessment all = assess(data, {.model = "radial2", .tolerance_px = 0.1, .outliers = {.sigmas = 0}});
  EXPECT_EQ(all.calibration.frames.size(), 12U);
  EXPECT_EQ(all.verdict->action.code, ActionCode::kLookAtFrames);
  EXPECT_EQ(all.verdict->action.frames.size(), 3U);
}

TEST(Assess, LeavesTheModelToTheSelection) {
  const Assessment all = assess(some_views(12));
  ASSERT_TRUE(all.selection && all.selection->recommended);
  EXPECT_EQ(all.calibration.model->info().name, "radial2");
  EXPECT_TRUE(all.verdict);
}

TEST(Assess, OfDataThatCarryNothingHoldsTheReasons) {
  Observations lines = some_views(6);
  for (Frame& frame : lines.frames) frame.corners.resize(10);  // the first row
  for (const char* model : {"radial2", "auto"}) {
    const Assessment failed = assess(lines, {.model = model});
    EXPECT_EQ(failed.calibration.status, CalibrationStatus::kDegenerate);
    EXPECT_FALSE(failed.calibration.camera.has_value());
    EXPECT_THAT(failed.calibration.frames, IsEmpty());
    EXPECT_EQ(failed.calibration.left_out.size(), 6U);
    EXPECT_FALSE(failed.evaluation || failed.verdict || failed.remedies.better || failed.optimum);
  }
  EXPECT_THAT(assess(lines, {.model = "auto"}).calibration.message, StartsWith("none of 6 frames"))
      << "once, not per model";
}

TEST(Assess, UsesTheThresholdsForTheFramesThatStandOut) {
  Observations data = some_views(12);
  const Assessment all = assess(data, {.thresholds = {.outlier_ratio = 0.5}});
  ASSERT_TRUE(all.verdict);
  ASSERT_FALSE(all.verdict->findings.empty());
  EXPECT_EQ(all.verdict->findings.back().cause, Cause::kOutlyingFrames);
  EXPECT_EQ(all.thresholds.outlier_ratio, 0.5);
}

TEST(AssessCamera, HoldsTheCameraAgainstTheBestFit) {
  const Observations data = some_views(20);
  const Assessment right = assess_camera({ordinary_camera()}, data);
  ASSERT_TRUE(right.optimum && right.verdict);
  EXPECT_EQ(right.calibration.camera->parameters(), ordinary_camera().parameters());
  EXPECT_EQ(right.verdict->judgement, Judgement::kGood);
  const Camera other("radial2", {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.1}, {"k2", 0.1}},
                     {1936, 1216});
  const Assessment wrong = assess_camera({other}, data);
  EXPECT_EQ(wrong.verdict->findings.front().cause, Cause::kOtherCamera);
  EXPECT_EQ(wrong.verdict->action.code, ActionCode::kRecalibrate);
}

/// A camera that is not the one, and a bent board: each explains its part of one whole.
TEST(AssessCamera, CausesAreNoMoreThanTheWhole) {
  SimulateOptions how{.frames = 20, .noise_px = 0.05, .seed = 4};
  how.bend_m = 0.0006;
  const Observations data = simulate(ordinary_camera(), Target::chessboard(10, 8, 0.05), how).observations;
  std::vector<double> parameters = ordinary_camera().parameters();
  parameters[2] += 40;  // the principal point
  const Assessment wrong =
      assess_camera({Camera(ordinary_camera().shared_model(), parameters, ordinary_camera().image_size())}, data);
  ASSERT_TRUE(wrong.trust);
  double share = 0;
  int present = 0;
  for (const ErrorCause& cause : wrong.causes) {
    if (!cause.present) continue;
    ++present;
    share += cause.share;
    EXPECT_LE(cause.costs_px, acts_in_frames(cause.code) ? wrong.trust->random_px : wrong.trust->total_px)
        << to_string(cause.code);
  }
  EXPECT_GE(present, 2);
  EXPECT_LE(share, 1.01);
}

TEST(ModelRequest, IsAModelOrAuto) {
  EXPECT_TRUE(ModelRequest("auto").is_auto());
  EXPECT_EQ(ModelRequest("fisheye").choice()->model().info().name, "fisheye");
  EXPECT_EQ(ModelRequest(make_model("radial1")).choice()->shared_model(), make_model("radial1"));
}

}  // namespace
}  // namespace fiducia
