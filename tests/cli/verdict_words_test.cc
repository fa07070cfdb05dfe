// The sentences of a verdict; that they are the right ones for the data, tests/assess looks at.
#include "apps/fiducia/verdict_words.h"

#include "apps/fiducia/file_pattern.h"

#include <gmock/gmock.h>

#include "fiducia/camera/registry.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string reason(const Finding& finding) {
  const Calibration calibration{.model = make_model("radial2")};
  const Verdict verdict{.judgement = Judgement::kBad, .findings = {finding}};
  return verdict_words(verdict, calibration, Evaluation{}, 1).reason;
}

TEST(VerdictWords, SayWhatIsWrong) {
  EXPECT_EQ(
      reason(
          {.cause = Cause::kOtherCamera, .judgement = Judgement::kBad, .px = 2.5, .limit_px = 0.5, .total_px = 2.1234}),
      "the given intrinsics do not fit these images: the camera is off by about 2.12 px RMS over the image "
      "(95% bound: 2.5 px), where the tolerance is 0.5 px");
  EXPECT_EQ(reason({.cause = Cause::kOptimumUnknown, .problem = "too flat"}),
            "how wrong the given camera is cannot be told from these images: too flat");
  EXPECT_EQ(reason({.cause = Cause::kFoldOver, .corners = 3}),
            "3 corners lie where radial2 folds over: the model does not describe this lens");
  EXPECT_EQ(
      reason({.cause = Cause::kOpenParameters}),
      "these images do not determine the parameters of the model: nothing can be said about how wrong the camera is");
  EXPECT_EQ(reason({.cause = Cause::kNoRay, .without_ray = 0.123}), "the camera has no ray for 12% of the image");
  EXPECT_EQ(
      reason({.cause = Cause::kUnexplained, .px = 0.0321, .total_px = 0.3, .ratio = 0.51}),
      "the camera is expected to be off by 0.3 px RMS over the image, but its true error may be larger: of the "
      "residuals that the best explanation leaves, 0.032 px RMS per coordinate (51% of their square) are systematic");
  EXPECT_EQ(reason({.cause = Cause::kUnexplained, .px = 0.0321, .ratio = 0.51, .is_shown = false}),
            "of the residuals that the best explanation leaves, 0.032 px RMS per coordinate (51% of their square) seem "
            "to be systematic");
  EXPECT_EQ(reason({.cause = Cause::kFewFrames, .n_frames = 5}),
            "only 5 images: so few can hardly be compared, and how uncertain the result is remains a guess itself");
}

TEST(VerdictWords, CallNothingSystematicThatChanceExplains) {
  EXPECT_EQ(reason({.cause = Cause::kTotalError,
                    .judgement = Judgement::kBad,
                    .px = 2.8,
                    .limit_px = 1,
                    .total_px = 1.63,
                    .systematic_px = 1.63,
                    .is_shown = false}),
            "the camera seems to be off by 1.63 px RMS over the image, more than the tolerance of 1 px (95% bound: 2.8 "
            "px), though chance alone might explain it");
  EXPECT_EQ(
      reason({.cause = Cause::kUncertainty,
              .judgement = Judgement::kBad,
              .px = 10.4,
              .limit_px = 1,
              .total_px = 0,
              .systematic_px = 0,
              .known_to_px = 4.6}),
      "these images tell a camera to no more than 4.6 px RMS over the image: whether this one is off by less than "
      "the tolerance of 1 px they do not say (95% bound: 10.4 px)");
}

TEST(VerdictWords, SayHowWrongTheCameraIs) {
  Finding error{.cause = Cause::kTotalError,
                .judgement = Judgement::kBad,
                .px = 3.1,
                .limit_px = 1,
                .total_px = 2.92,
                .systematic_px = 2.9};
  EXPECT_EQ(reason(error),
            "the camera is expected to be off by 2.92 px RMS over the image (2.9 px of it systematic), more than the "
            "tolerance of 1 px (95% bound: 3.1 px)");
  error.judgement = Judgement::kUsable;
  error.limit_px = 3;
  EXPECT_EQ(reason(error),
            "the camera is expected to be off by 2.92 px RMS over the image (2.9 px of it systematic), within the "
            "tolerance of 3 px, but its 95% bound is 3.1 px");
  error.cause = Cause::kUncertainty;
  EXPECT_EQ(reason(error),
            "the camera is expected to be off by 2.92 px RMS over the image, within the tolerance of 3 px, but its 95% "
            "bound is 3.1 px");
}

TEST(VerdictWords, OfAGoodCameraGiveTheBoundAndWhatElseThereIs) {
  const Calibration calibration{.model = make_model("radial2")};
  const Trust trust{.bound95_px = 0.28};
  const Verdict good{
      .findings = {
          {.cause = Cause::kBias, .judgement = Judgement::kGood, .px = 0.0321, .ratio = 0.51, .noise_px = 0.031},
          {.cause = Cause::kOutlyingFrames, .judgement = Judgement::kGood, .frames = {"a", "b"}},
          {.cause = Cause::kOtherCamera, .judgement = Judgement::kGood, .total_px = 0.2}}};
  const VerdictWords words = verdict_words(good, calibration, Evaluation{}, 1, &trust);
  EXPECT_EQ(
      words.reason,
      "with 95% confidence the camera is off by less than 0.28 px RMS over the image, within the tolerance of 1 px");
  EXPECT_THAT(
      words.also,
      ElementsAre("0.032 px RMS per coordinate of the residuals, 51% of their square, are not noise (noise: "
                  "0.031 px); what that does to the camera is in its error",
                  "images with residuals several times those of the others: a and b",
                  "the given intrinsics are not quite those that these images ask for: the camera is off by 0.2 px RMS "
                  "over the image, within the tolerance"));
}

TEST(VerdictWords, SayWhatToDo) {
  EXPECT_EQ(action_in_words({.code = ActionCode::kNone, .place = ImagePlace::kUpperRight}),
            "nothing is needed; the camera is least certain towards the upper right corner");
  EXPECT_EQ(action_in_words({.code = ActionCode::kRecalibrate, .expected_total_px = 0.12}),
            "calibrate anew with these images: the camera is then expected to be off by 0.12 px RMS; or find out what "
            "changed (another camera, focus, zoom, crop, image size)");
  EXPECT_EQ(action_in_words({.code = ActionCode::kChooseModel}), "choose another model; 'fiducia select' finds one");
  EXPECT_EQ(action_in_words(
                {.code = ActionCode::kTakeModel, .model = "radial2", .expected_total_px = 0.12, .other_model = true}),
            "take the model radial2 (calibrate with --model radial2): the camera is then expected to be off by 0.12 px "
            "RMS");
  EXPECT_EQ(action_in_words({.code = ActionCode::kFindTargetShape,
                             .model = "radial2",
                             .target_shape = TargetShape::kFree,
                             .expected_eps_px = 0.01,
                             .expected_ratio = 0.04,
                             .other_shape = true}),
            "the target is not what it is said to be: find its shape with the camera (calibrate with --target-shape "
            "free): the systematic part of the residuals is then 0.01 px (BR 0.04); or mount the target on something "
            "flat");
  EXPECT_EQ(action_in_words({.code = ActionCode::kFindTargetShape,
                             .model = "fisheye",
                             .target_shape = TargetShape::kWarp,
                             .expected_total_px = 0.12,
                             .other_model = true,
                             .other_shape = true}),
            "take the model fisheye and find the target's shape with the camera (calibrate with --model fisheye "
            "--target-shape warp): the camera is then expected to be off by 0.12 px RMS; or mount the target on "
            "something flat");
  EXPECT_EQ(
      action_in_words({.code = ActionCode::kFreeOfEffects,
                       .model = "fisheye",
                       .effects = {Effect::kShutter},
                       .expected_total_px = 0.12}),
      "free the camera of what changes from image to image (calibrate with --effects shutter): the camera is then "
      "expected to be off by 0.12 px RMS; or hold camera and target still for every image");
  EXPECT_EQ(action_in_words({.code = ActionCode::kLookAtFrames, .expected_total_px = 0.12, .frames = {"a", "b"}}),
            "look at a and b (blurred, moved, wrong corners?) and leave them out (--leave-out a,b): the camera is then "
            "expected to be off by 0.12 px RMS");
  EXPECT_EQ(
      action_in_words({.code = ActionCode::kCheckTarget, .out_of_plane_m = 0.0002}),
      "nothing that was tried with these images helps; check the target: its corners seem to be displaced (out of "
      "the plane by 0.2 mm RMS, if its size is given in metres); mount it on something flat and rigid, or measure "
      "it");
  EXPECT_EQ(
      action_in_words(
          {.code = ActionCode::kTakeImages, .expected_total_px = 0.12, .images = 12, .place = ImagePlace::kLower}),
      "take more images, with the board at the lower edge above all (where the camera is least certain), tilted by 30 "
      "to 45 degrees in different directions ('fiducia guide' proposes each one). Of the kind there are, roughly 12 "
      "more bring the 95% bound within the tolerance: the camera is then "
      "expected to be off by 0.12 px RMS");
  EXPECT_THAT(action_in_words({.code = ActionCode::kCheckCorners}), HasSubstr("not refined to parts of a pixel?"));
  EXPECT_THAT(action_in_words({.code = ActionCode::kCheckCorners}, true),
              AllOf(HasSubstr("fiducia detect --draw"), Not(HasSubstr("refined"))));
  EXPECT_THAT(action_in_words({.code = ActionCode::kTakeImages, .images = 173}), HasSubstr("roughly 170 more"));
  EXPECT_EQ(action_in_words({.code = ActionCode::kTakeVariedImages}),
            "take more images, tilted in different directions and up to the image's corners ('fiducia guide' proposes "
            "each one)");
}

TEST(ActionInWords, NamesWhatToAvoidInNewImages) {
  const std::vector<Effect> effects = {Effect::kShutter, Effect::kTargetBend};
  const std::string avoid =
      "hold camera and target still for every image, mount the target on something rigid: that is what makes the "
      "present ones disagree";
  for (const ActionCode code : {ActionCode::kCheckTarget, ActionCode::kCheckImages, ActionCode::kCheckCorners}) {
    EXPECT_EQ(action_in_words({.code = code, .effects = effects}),
              "nothing that was tried with these images helps; take new ones and " + avoid);
  }
  EXPECT_EQ(action_in_words({.code = ActionCode::kNothingHelps, .effects = effects}),
            "nothing that can be done with these images makes the camera better; where it must be, take new ones and " +
                avoid);
  EXPECT_THAT(action_in_words({.code = ActionCode::kTakeVariedImages, .effects = effects}),
              HasSubstr("each one); for these, " + avoid));
}

TEST(PatternOf, MeansTheNamesAndNoOthers) {
  EXPECT_EQ(pattern_of({"B_10.png", "B_11.png", "B_12.png"}, {"A_10.png", "A_11.png"}), "B_*");
  EXPECT_EQ(pattern_of({"a.png", "b.png", "c.png"}, {"a.jpg", "b.jpg"}), "*.png");
  EXPECT_EQ(pattern_of({"x1.png", "x2.png", "x3.png"}, {"x1.jpg", "y1.png"}), "x*.png");
  EXPECT_EQ(pattern_of({"B_1.png", "B_2.png", "B_3.png"}, {"B_4.png"}), "") << "it would mean the fourth too";
  EXPECT_EQ(pattern_of({"left11.jpg", "left12.jpg", "left13.jpg"}, {"left01.jpg"}), "") << "numbers that start alike";
  EXPECT_EQ(pattern_of({"B_1.png", "B_2.png"}, {"A_1.png"}), "") << "two names are short enough";
  EXPECT_EQ(pattern_of({"1.png", "2.png", "3.png"}, {}), "*.png");
  EXPECT_EQ(pattern_of({"a", "b", "c"}, {}), "") << "never everything";
}

}  // namespace
}  // namespace fiducia
