// The sentences of a verdict; that they are the right ones for the data, tests/assess looks at.
#include "apps/fiducia/verdict_words.h"

#include <gtest/gtest.h>

#include "fiducia/camera/registry.h"

namespace fiducia {
namespace {

std::string reason(const Finding& finding) {
  const Calibration calibration{.model = make_model("radial2")};
  Verdict verdict;
  verdict.findings = {finding};
  return verdict_words(verdict, calibration, Evaluation{}).reason;
}

TEST(VerdictWords, SayWhatIsWrong) {
  EXPECT_EQ(reason({.cause = Cause::kOtherCamera, .px = 0.5, .limit_px = 0.123}),
            "these observations ask for another camera: it maps 0.5 px RMS away from the given one, where 0.12 px is "
            "what their own uncertainty explains");
  EXPECT_EQ(reason({.cause = Cause::kOptimumUnknown, .problem = "too flat"}),
            "the best fit of these observations is not known: too flat");
  EXPECT_EQ(reason({.cause = Cause::kFoldOver, .corners = 3}),
            "3 corners lie where radial2 folds over: the model does not describe this lens");
  EXPECT_EQ(reason({.cause = Cause::kBias, .px = 0.0321, .ratio = 0.51, .noise_px = 0.031}),
            "something is systematically wrong: 0.032 px RMS per coordinate, 51% of the squared residual, is not noise "
            "(noise: 0.031 px), and no covariance sees all that it does to the result");
  EXPECT_EQ(reason({.cause = Cause::kOpenParameters}),
            "these observations leave parameters of the model open: nothing can be said about how uncertain they are");
  EXPECT_EQ(reason({.cause = Cause::kUncertainty, .px = 2.34, .limit_px = 1}),
            "the images leave too much open: with 95% confidence the mapping is off by less than 2.3 px RMS, and 1 px "
            "is where good ends");
  EXPECT_EQ(reason({.cause = Cause::kTotalError, .px = 3.1, .limit_px = 1, .total_px = 2.92, .systematic_px = 2.9}),
            "the camera is off by 2.9 px RMS over the image, 2.9 px of it systematic; with 95% confidence less than "
            "3.1 px, and 1 px is where good ends");
  EXPECT_EQ(reason({.cause = Cause::kOutlyingFrames, .frames = {"a", "b"}}),
            "there are frames that do not fit in with the others, with residuals several times theirs: a and b");
  EXPECT_EQ(reason({.cause = Cause::kFewFrames, .n_frames = 5}),
            "only 5 frames: so few can hardly be compared, and how uncertain the result is remains a guess itself");
}

TEST(VerdictWords, OfNothingWrongGiveTheNumbers) {
  Evaluation evaluation;
  evaluation.bias.robust = {.ratio = 0.02, .eps_px = 0.004};
  evaluation.uncertainty.emplace_back();
  evaluation.uncertainty.back().covariance.method = Covariance::kCr2;
  evaluation.uncertainty.back().bound95 = 0.04;
  EXPECT_EQ(verdict_words({}, Calibration{}, evaluation).reason,
            "no systematic error to speak of (0.004 px, BR 0.02), and with 95% confidence the mapping is off by less "
            "than 0.28 px RMS");
}

TEST(VerdictWords, SayWhatToDo) {
  EXPECT_EQ(action_in_words({.code = ActionCode::kNone, .place = ImagePlace::kUpperRight}),
            "none needed; where the mapping must be surer, take more images with the board in the upper right corner");
  EXPECT_EQ(action_in_words({.code = ActionCode::kRecalibrate}),
            "calibrate anew with these images, or find out what changed (focus, zoom, crop, image size)");
  EXPECT_EQ(action_in_words({.code = ActionCode::kChooseModel}), "choose another model; 'fiducia select' finds one");
  EXPECT_EQ(action_in_words(
                {.code = ActionCode::kTakeModel, .model = "radial2", .expected_eps_px = 0.01, .expected_ratio = 0.04}),
            "take the model radial2: the systematic part of the residuals is then 0.01 px (BR 0.04)");
  EXPECT_EQ(action_in_words({.code = ActionCode::kFindTargetShape,
                             .model = "radial2",
                             .target_shape = TargetShape::kFree,
                             .expected_eps_px = 0.01,
                             .expected_ratio = 0.04}),
            "the target is not what it is said to be: find its shape with the camera (calibrate with --model "
            "radial2 --target-shape free): the systematic part of the residuals is then 0.01 px (BR 0.04); or mount "
            "the target on something flat");
  EXPECT_EQ(action_in_words({.code = ActionCode::kFindTargetShape,
                             .model = "fisheye",
                             .target_shape = TargetShape::kWarp,
                             .expected_eps_px = 0.01,
                             .expected_ratio = 0.04,
                             .expected_total_px = 0.12,
                             .other_model = true}),
            "take the model fisheye and find the target's shape with the camera (calibrate with --model fisheye "
            "--target-shape warp): the camera is then expected to be off by 0.12 px RMS, and the systematic part of "
            "the residuals is then 0.01 px (BR 0.04); or mount the target on something flat");
  EXPECT_EQ(action_in_words({.code = ActionCode::kLookAtFrames, .frames = {"a"}}),
            "look at a (blurred, moved, wrong corners?), leave it out");
  EXPECT_EQ(action_in_words({.code = ActionCode::kLookAtFrames, .frames = {"a", "b"}, .robust_loss_may_help = true}),
            "look at a and b (blurred, moved, wrong corners?), leave them out or calibrate with --loss cauchy:PX");
  EXPECT_EQ(action_in_words({.code = ActionCode::kCheckTarget, .out_of_plane_m = 0.0002, .shape_may_be_found = true}),
            "check the target: its corners seem to be displaced (out of the plane by 0.2 mm RMS, if its size is given "
            "in metres); mount it on something flat and rigid, or measure it, or take more images and find its shape "
            "with the camera (calibrate with --target-shape free)");
  EXPECT_EQ(action_in_words({.code = ActionCode::kTakeImages, .images = 12, .place = ImagePlace::kLower}),
            "take more images (about 12 of the kind there are; fewer that show more), with the board in the lower edge "
            "and tilted by 30 to 45 degrees in different directions");
  EXPECT_EQ(action_in_words({.code = ActionCode::kTakeImages, .images_in_all = 20}),
            "take more images, 20 or more in all, with the board in the middle and tilted by 30 to 45 degrees in "
            "different directions");
  EXPECT_EQ(action_in_words({.code = ActionCode::kTakeVariedImages}),
            "take more images, tilted in different directions and up to the image's corners, or a model with fewer "
            "parameters");
}

}  // namespace
}  // namespace fiducia
