#include "fiducia/guide/guide.h"

#include <gmock/gmock.h>

#include "fiducia/core/error.h"
#include "fiducia/guide/running_calibration.h"
#include "tests/guide/guided_camera.h"

namespace fiducia {
namespace {

using testing::frame_at;
using testing::guided_board;
using testing::guided_camera;
using testing::guided_fisheye;
using testing::guided_views;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

Guidance guided(const Observations& observations, const GuideOptions& options = {}) {
  RunningCalibration running(observations.target, observations.image_size);
  for (const Frame& frame : observations.frames) running.add(frame);
  return guide(running.calibration(), options);
}

TEST(Guide, ProposesViewsAndSaysWhatTheyWouldGive) {
  const Guidance guidance = guided(guided_views(6), {.suggestions = 3, .goal = {Goal::Kind::kEme, 0.03}});
  EXPECT_EQ(guidance.progress.frames, 6);
  ASSERT_TRUE(guidance.progress.expected);
  ASSERT_THAT(guidance.suggestions, SizeIs(3));
  double before = guidance.progress.expected->eme_px;
  for (const Suggestion& suggestion : guidance.suggestions) {
    ASSERT_TRUE(suggestion.expected);
    EXPECT_LT(suggestion.expected->eme_px, before);
    EXPECT_GT(suggestion.expected->error95_px, suggestion.expected->eme_px);
    before = suggestion.expected->eme_px;
    EXPECT_THAT(suggestion.corners, SizeIs(80));
    EXPECT_THAT(suggestion.words, HasSubstr("m away"));
    EXPECT_GT(suggestion.outline.size(), 8U);
  }
  EXPECT_EQ(guidance.advice.step, NextStep::kMoreViews);
  ASSERT_TRUE(guidance.forecast);
  EXPECT_TRUE(guidance.forecast->images);
}

TEST(Guide, BeforeTheFirstPictureProposesFirstViews) {
  for (const int frames : {0, 1}) {
    Observations observations = guided_views(2);
    observations.frames.resize(static_cast<std::size_t>(frames));
    const Guidance guidance = guided(observations, {.suggestions = 4});
    EXPECT_EQ(guidance.advice.step, NextStep::kFirstViews);
    EXPECT_FALSE(guidance.progress.expected);
    ASSERT_THAT(guidance.suggestions, SizeIs(4));
    EXPECT_FALSE(guidance.suggestions[0].expected);
    if (frames > 0) continue;
    EXPECT_THAT(guidance.suggestions[0].words, Not(HasSubstr("m away")));
  }
}

TEST(Guide, TheFirstViewsOfAnUnknownCameraCarryACalibration) {
  for (const Camera& truth : {guided_camera(), guided_fisheye()}) {
    const std::string model(truth.model().info().name);
    RunningCalibration running(guided_board(), truth.image_size(), {.model = model});
    for (int j = 0; j < 6; ++j) {
      const Guidance guidance =
          guide(running.calibration(), {.judge_bias = false, .seed = 7U + static_cast<unsigned>(j)});
      ASSERT_FALSE(guidance.suggestions.empty()) << model << " " << j;
      const Pose& pose = guidance.suggestions[0].camera_from_target;
      const Frame frame =
          frame_at(truth, guided_board(), pose, "view" + std::to_string(j), 40U + static_cast<unsigned>(j));
      if (frame.corners.size() == 80) running.add(frame);  // a guessed lens may put the board partly outside
    }
    EXPECT_TRUE(running.calibration().converged()) << model << ": " << running.calibration().message;
  }
}

TEST(Guide, StopsWhenItIsGoodEnough) {
  const Guidance guidance = guided(guided_views(15), {.goal = {Goal::Kind::kError95, 1}});
  EXPECT_EQ(guidance.advice.step, NextStep::kEnough) << guidance.advice.text;
  EXPECT_EQ(guidance.forecast->images, 0);
}

TEST(Guide, SaysThatMoreImagesDoNotMendABentBoard) {
  const Guidance guidance = guided(guided_views(15, 3, 0.002));
  EXPECT_EQ(guidance.advice.step, NextStep::kRemoveBias);
  EXPECT_THAT(guidance.advice.text, HasSubstr("more images will not help"));
  EXPECT_TRUE(guidance.bias);
}

GuideOptions assessed_options(const Assessment& assessment, int suggestions) {
  GuideOptions options{.suggestions = suggestions};
  options.assessed = assessed_for(options.goal, assessment);
  return options;
}

TEST(Guide, WithTheTotalErrorABoardWhoseShapeIsFoundIsNoBias) {
  const Assessment assessment = assess(guided_views(15, 3, 0.002), {.model = "radial2"});
  ASSERT_NE(assessment.calibration.target.basis.shape(), TargetShape::kPlanar);
  const Guidance guidance = guide(assessment.calibration, assessed_options(assessment, 3));
  EXPECT_EQ(guidance.advice.step, NextStep::kEnough) << guidance.advice.text;
  EXPECT_DOUBLE_EQ(guidance.progress.expected->bound95_px, assessment.trust->bound95_px);
  EXPECT_LT(guidance.suggestions.back().expected->bound95_px, assessment.trust->bound95_px);
}

TEST(Guide, WithTheTotalErrorABentBoardTakenAsPlanarStaysWrong) {
  const Assessment assessment =
      assess(guided_views(15, 3, 0.0004), {.model = "radial2", .target_shape = TargetShape::kPlanar});
  const Guidance guidance = guide(assessment.calibration, assessed_options(assessment, 3));
  EXPECT_EQ(guidance.advice.step, NextStep::kRemoveBias) << guidance.advice.text;
  ASSERT_TRUE(guidance.action);
  EXPECT_EQ(guidance.action->code, ActionCode::kFindTargetShape);
  const ExpectedMapping& last = *guidance.suggestions.back().expected;
  EXPECT_GT(last.total_px, 4 * last.eme_px) << "the views are taken of the same board";
}

TEST(Guide, IsTheSameForAnyNumberOfThreads) {
  const Observations observations = guided_views(6);
  const Guidance one = guided(observations, {.suggestions = 2, .seed = 3, .threads = 1});
  const Guidance two = guided(observations, {.suggestions = 2, .seed = 3, .threads = 2});
  ASSERT_THAT(two.suggestions, SizeIs(2));
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(one.suggestions[i].words, two.suggestions[i].words);
    EXPECT_EQ(one.suggestions[i].expected->eme_px, two.suggestions[i].expected->eme_px);
  }
  EXPECT_EQ(one.advice.text, two.advice.text);
}

TEST(Guide, KeepsTheDistancesThatItIsGiven) {
  const Guidance guidance =
      guided(guided_views(6), {.suggestions = 5, .limits = {.min_distance_m = 1.1, .max_distance_m = 1.3}});
  ASSERT_FALSE(guidance.suggestions.empty());
  for (const Suggestion& suggestion : guidance.suggestions) {
    EXPECT_GE(suggestion.placement.distance_m, 1.1);
    EXPECT_LE(suggestion.placement.distance_m, 1.3);
  }
}

TEST(StopRule, FollowsItsOrder) {
  const Goal goal{Goal::Kind::kError95, 0.5};
  CalibrationProgress progress;
  EXPECT_EQ(advise(progress, goal).step, NextStep::kFirstViews);
  progress.frames = 20;
  progress.expected = ExpectedMapping{0.2, 0.6};
  EXPECT_EQ(advise(progress, goal).step, NextStep::kMoreViews);
  progress.expected = ExpectedMapping{0.2, 0.4};
  EXPECT_EQ(advise(progress, goal).step, NextStep::kEnough);
  EXPECT_EQ(advise(progress, {Goal::Kind::kEme, 0.1}).step, NextStep::kMoreViews);
  progress.frames = 5;
  EXPECT_EQ(advise(progress, goal).step, NextStep::kMoreViews) << "too few to be compared";
  progress.frames = 20;
  progress.biased = true;
  progress.remedy = "a flat board";
  EXPECT_EQ(advise(progress, goal).step, NextStep::kRemoveBias);
  EXPECT_THAT(advise(progress, goal).text, HasSubstr("What would: a flat board"));
}

TEST(StopRule, WithATotalTheVerdictDecides) {
  const Goal goal{Goal::Kind::kBound95, 0.5};
  CalibrationProgress progress;
  progress.frames = 20;
  progress.expected = ExpectedMapping{0.1, 0.2, 0.3, 0.4};
  progress.biased = true;  // which may cost nothing
  progress.sound = true;
  EXPECT_EQ(advise(progress, goal).step, NextStep::kEnough);
  EXPECT_THAT(advise(progress, goal).text, HasSubstr("with 95% confidence the total error is below 0.4 px"));
  progress.sound = false;
  EXPECT_EQ(advise(progress, goal).step, NextStep::kMoreViews) << "not all that was found is covered";
  progress.has_remedy = true;
  EXPECT_EQ(advise(progress, goal).step, NextStep::kRemoveBias);
  progress.has_remedy = false;
  progress.expected->bound95_px = 2;
  progress.systematic_px = 1.5;
  const Advice advice = advise(progress, goal, Forecast{{}, 50, {0.05, 0.1, 1.5, 1.6}});
  EXPECT_EQ(advice.step, NextStep::kMoreViews);
  EXPECT_THAT(advice.text, HasSubstr("1.5 px are systematic"));
}

TEST(StopRule, TellsTheForecast) {
  const Goal goal{Goal::Kind::kEme, 0.1};
  CalibrationProgress progress;
  progress.frames = 10;
  progress.expected = ExpectedMapping{0.5, 0.9};
  EXPECT_THAT(advise(progress, goal, Forecast{7, 50, {0.09, 0.2}}).text, HasSubstr("about 7 more views"));
  EXPECT_THAT(advise(progress, goal, Forecast{{}, 50, {0.2, 0.3}}).text, HasSubstr("not within 50 more views"));
}

}  // namespace
}  // namespace fiducia
