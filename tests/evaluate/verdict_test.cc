#include "fiducia/evaluate/verdict.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "fiducia/core/random.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const Camera& lens() {
  static const Camera camera(
      "radial2", {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0.1}}, {1936, 1216});
  return camera;
}

Observations seen(int frames, double bend_m = 0, std::uint64_t seed = 1) {
  return simulate(lens(), Target::chessboard(10, 8, 0.05), {.frames = frames, .bend_m = bend_m, .seed = seed})
      .observations;
}

/// Everything that a verdict is made from.
struct VerdictCase {
  Observations observations;
  Calibration calibration;
  Evaluation evaluation;

  explicit VerdictCase(Observations seen, const CalibrateOptions& options = {}, double outlier_ratio = 3)
      : observations(std::move(seen)),
        calibration(calibrate(observations, options)),
        evaluation(evaluate(calibration, {.outlier_ratio = outlier_ratio})) {}

  [[nodiscard]] Verdict judged(const VerdictThresholds& thresholds = {}, const std::optional<BetterModel>& better = {},
                               const std::optional<OptimumCheck>& optimum = {}) const {
    return verdict(calibration, evaluation, thresholds, better, optimum);
  }
};

/// The frame's corners moved by `sigma_px` at random, within the image.
void spoil(Frame& frame, double sigma_px, std::uint64_t seed = 5) {
  RandomStream random(seed);
  for (Corner& corner : frame.corners) {
    corner.pixel += sigma_px * Vector2(random.normal(), random.normal());
    corner.pixel = corner.pixel.cwiseMax(Vector2(0, 0)).cwiseMin(Vector2(1935, 1215));
  }
}

std::vector<std::string> outlying(const VerdictCase& one) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < one.evaluation.frames.size(); ++j) {
    if (one.evaluation.frames[j].outlying) names.push_back(one.calibration.frames[j].name);
  }
  return names;
}

TEST(Verdict, OfGoodDataIsGood) {
  const VerdictCase good(seen(25));
  const Verdict found = good.judged();
  EXPECT_EQ(found.judgement, Judgement::kGood) << found.reason;
  EXPECT_THAT(found.reason, AllOf(HasSubstr("no systematic error"), HasSubstr("95% confidence")));
  EXPECT_THAT(found.action, AllOf(StartsWith("none needed"), AnyOf(HasSubstr("corner"), HasSubstr("edge"))));
  EXPECT_FALSE(is_biased(good.evaluation.bias));
}

TEST(Verdict, JudgementsHaveNames) {
  EXPECT_EQ(to_string(Judgement::kGood), "good");
  EXPECT_EQ(to_string(Judgement::kQuestionable), "questionable");
  EXPECT_EQ(to_string(Judgement::kBad), "bad");
}

TEST(Verdict, OfAWrongModelNamesTheBetterOne) {
  const VerdictCase wrong(seen(25), {.model = "radial1"});
  EXPECT_TRUE(is_biased(wrong.evaluation.bias));
  const std::optional<BetterModel> better = find_better_model(wrong.calibration, wrong.evaluation.bias);
  ASSERT_TRUE(better);
  EXPECT_EQ(better->name, "radial2");
  EXPECT_LT(better->eps_px, 0.03);
  EXPECT_LT(better->ratio, 0.2);
  const Verdict found = wrong.judged({}, better);
  EXPECT_NE(found.judgement, Judgement::kGood);
  EXPECT_THAT(found.reason, HasSubstr("systematically wrong"));
  EXPECT_THAT(found.action, HasSubstr("take the model radial2"));
}

TEST(Verdict, OfAWrongModelNamesTheBetterOneEvenWhereFramesStandOut) {
  // It is the model that makes them stand out.
  const VerdictCase wrong(seen(25), {.model = "pinhole"}, 1.5);
  ASSERT_FALSE(outlying(wrong).empty());
  const Verdict found = wrong.judged({}, BetterModel{.name = "radial2", .ratio = 0.05, .eps_px = 0.01});
  EXPECT_THAT(found.action, AllOf(HasSubstr("take the model radial2"), Not(HasSubstr("look at"))));
}

TEST(Verdict, OfAWrongModelIsNotGoodWhereNoBetterOneIsKnown) {
  const VerdictCase wrong(seen(25), {.model = "radial1"});
  const Verdict found = wrong.judged();
  EXPECT_NE(found.judgement, Judgement::kGood);
  EXPECT_THAT(found.action, Not(HasSubstr("radial2")));
}

TEST(Verdict, LooksForABetterModelInVainWhereTheModelIsRight) {
  const VerdictCase good(seen(12));
  EXPECT_FALSE(find_better_model(good.calibration, good.evaluation.bias));
}

TEST(Verdict, OfABentBoardSpeaksOfTheTarget) {
  const VerdictCase bent(seen(25, 0.0004));
  ASSERT_TRUE(is_biased(bent.evaluation.bias));
  const auto better = find_better_model(bent.calibration, bent.evaluation.bias);
  ASSERT_TRUE(better);
  EXPECT_EQ(better->target_shape, TargetShape::kFree);
  EXPECT_THAT(bent.judged({}, better).action, HasSubstr("--target-shape free"));
  const Verdict found = bent.judged();
  EXPECT_NE(found.judgement, Judgement::kGood);
  EXPECT_THAT(found.reason, HasSubstr("systematically wrong"));
  EXPECT_THAT(found.action, AllOf(HasSubstr("check the target"), HasSubstr("mm")));
}

TEST(Verdict, NamesAFrameOfWrongCorners) {
  for (const double sigma_px : {1.0, 3.0, 6.0}) {
    SCOPED_TRACE(sigma_px);
    Observations spoiled = seen(25);
    spoil(spoiled.frames[7], sigma_px);
    const VerdictCase one(spoiled);
    ASSERT_THAT(outlying(one), ::testing::ElementsAre(spoiled.frames[7].name));
    std::optional<BetterModel> better;
    if (is_biased(one.evaluation.bias)) {
      better = find_better_model(one.calibration, one.evaluation.bias);
    }
    EXPECT_NE(one.judged({}, better).judgement, Judgement::kGood);
    EXPECT_THAT(one.judged({}, better).action, AllOf(HasSubstr(spoiled.frames[7].name), HasSubstr("leave it out")));
  }
}

TEST(Verdict, NamesAFrameThatMoved) {
  // Half of the board is seen elsewhere: a systematic error of one frame.
  Observations moved = seen(25);
  for (std::size_t i = 0; i < 40; ++i) {
    Corner& corner = moved.frames[3].corners[i];
    corner.pixel.x() = std::min(corner.pixel.x() + 6, 1935.0);
  }
  const VerdictCase one(moved);
  std::optional<BetterModel> better;
  if (is_biased(one.evaluation.bias)) {
    better = find_better_model(one.calibration, one.evaluation.bias);
  }
  const Verdict found = one.judged({}, better);
  EXPECT_NE(found.judgement, Judgement::kGood);
  EXPECT_THAT(found.action, HasSubstr(moved.frames[3].name));
}

TEST(Verdict, NamesTwoFrames) {
  Observations spoiled = seen(25);
  spoil(spoiled.frames[7], 3);
  spoil(spoiled.frames[11], 3, 6);
  EXPECT_THAT(
      VerdictCase(spoiled).judged().action,
      AllOf(HasSubstr(spoiled.frames[7].name + " and " + spoiled.frames[11].name), HasSubstr("leave them out")));
}

TEST(Verdict, WhatStandsOutIsTheUsersChoice) {
  Observations spoiled = seen(25);
  spoil(spoiled.frames[7], 3);
  EXPECT_THAT(VerdictCase(spoiled, {}, 1e6).judged().action, Not(HasSubstr(spoiled.frames[7].name)));
}

TEST(Verdict, OfFewImagesAsksForMoreAndSaysWhere) {
  // Five images of the left of the field, hardly tilted.
  Observations poor = simulate(lens(), Target::chessboard(10, 8, 0.05),
                               {.frames = 60,
                                .noise_px = 0.3,
                                .seed = 2,
                                .poses = {.max_angle_rad = 0.15, .min_distance_m = 1.2, .max_distance_m = 1.6}})
                          .observations;
  std::erase_if(poor.frames, [](const Frame& frame) {
    return std::any_of(frame.corners.begin(), frame.corners.end(), [](const Corner& c) { return c.pixel.x() > 1000; });
  });
  ASSERT_GE(poor.frames.size(), 5U);
  poor.frames.resize(5);
  const VerdictCase few(poor);
  const Verdict found = few.judged();
  EXPECT_NE(found.judgement, Judgement::kGood);
  EXPECT_THAT(found.reason, AllOf(HasSubstr("leave too much open"), HasSubstr("1 px is where good ends")));
  EXPECT_THAT(found.action, AllOf(HasSubstr("take more images"), HasSubstr("right"), HasSubstr("tilted")));
}

TEST(Verdict, OfAHandfulOfImagesIsNotGoodHoweverWellTheyFit) {
  const VerdictCase few(seen(5, 0, 11));
  const Verdict found = few.judged({.error_px_good = 100, .error_px_bad = 100});
  EXPECT_EQ(found.judgement, Judgement::kQuestionable);
  EXPECT_THAT(found.reason, HasSubstr("only 5 frames"));
  EXPECT_EQ(few.judged({.error_px_good = 100, .error_px_bad = 100, .frames_good = 5}).judgement, Judgement::kGood);
}

TEST(Verdict, ThresholdsDrawTheLines) {
  const VerdictCase good(seen(25));
  const double error_px = std::sqrt(good.evaluation.of(Covariance::kCr2).k_95);
  const auto judgement = [&](const VerdictThresholds& thresholds) { return good.judged(thresholds).judgement; };
  EXPECT_EQ(judgement({.error_px_good = 1.01 * error_px}), Judgement::kGood);
  EXPECT_EQ(judgement({.error_px_good = 0.99 * error_px}), Judgement::kQuestionable);
  EXPECT_EQ(judgement({.error_px_good = 0.5 * error_px, .error_px_bad = 0.99 * error_px}), Judgement::kBad);
}

TEST(Verdict, ThresholdsOfTheBiasDrawTheLines) {
  const VerdictCase bent(seen(25, 0.0004));
  const BiasEstimate& bias = bent.evaluation.bias.headline();
  const auto judgement = [&](const VerdictThresholds& thresholds) { return bent.judged(thresholds).judgement; };
  EXPECT_EQ(judgement({}), Judgement::kQuestionable);
  EXPECT_EQ(judgement({.bias_ratio_good = 1.01 * bias.ratio}), Judgement::kGood);
  EXPECT_EQ(judgement({.bias_ratio_good = 0.99 * bias.ratio}), Judgement::kQuestionable);
  EXPECT_EQ(judgement({.bias_p_value = 0}), Judgement::kGood);
  EXPECT_EQ(judgement({.bias_px_negligible = 1.01 * bias.eps_px}), Judgement::kGood);
  EXPECT_EQ(judgement({.bias_ratio_bad = 0.99 * bias.ratio_ci95[0]}), Judgement::kBad);
  EXPECT_EQ(judgement({.bias_px_bad = 0.99 * bias.eps_px_ci95[0]}), Judgement::kBad);
}

TEST(Verdict, IsAsBadAsTheWorstThatIsFound) {
  // A bias that is questionable, an uncertainty that is bad: the bias is the cause to remove.
  const VerdictCase bent(seen(25, 0.0004));
  const Verdict found = bent.judged({.error_px_good = 1e-4, .error_px_bad = 1e-3});
  EXPECT_EQ(found.judgement, Judgement::kBad);
  EXPECT_THAT(found.reason, HasSubstr("systematically wrong"));
}

TEST(Verdict, OfCornersBeyondTheFoldIsBad) {
  VerdictCase folding(seen(10));
  folding.evaluation.corners_outside_domain = 3;
  const Verdict found = folding.judged();
  EXPECT_EQ(found.judgement, Judgement::kBad);
  EXPECT_THAT(found.reason, AllOf(HasSubstr("3 corners"), HasSubstr("radial2"), HasSubstr("folds over")));
  EXPECT_THAT(found.action, AllOf(HasSubstr("another model"), HasSubstr("fiducia select")));
}

// A calibration that somebody else made.

/// The observations with the camera's intrinsics fixed.
VerdictCase against(Observations observations, const std::map<std::string, double>& camera) {
  return VerdictCase(
      std::move(observations),
      {.start = {.parameters = Camera("radial2", camera, {1936, 1216}).parameters()}, .fix_intrinsics = true});
}

TEST(Verdict, OfTheTrueCameraIsGood) {
  const VerdictCase one =
      against(seen(25), {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0.1}});
  const OptimumCheck optimum = check_optimum(one.calibration);
  EXPECT_FALSE(optimum.at_minimum);
  EXPECT_LT(optimum.best_cost, optimum.cost);
  EXPECT_LT(optimum.difference_px, optimum.expected_px);
  EXPECT_EQ(one.judged({}, {}, optimum).judgement, Judgement::kGood);
}

TEST(Verdict, OfAnotherCameraAsksForTheRightOne) {
  for (const double k1 : {-0.195, -0.18, -0.1}) {
    SCOPED_TRACE(k1);
    const VerdictCase one =
        against(seen(25), {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", k1}, {"k2", 0.1}});
    const OptimumCheck optimum = check_optimum(one.calibration);
    EXPECT_GT(optimum.difference_px, optimum.expected_px);
    EXPECT_LT(optimum.best_bias.robust.eps_px, 0.03) << "the observations have no bias";
    const Verdict found = one.judged({}, {}, optimum);
    EXPECT_EQ(found.judgement, optimum.difference_px > 3 || one.evaluation.bias.headline().ratio_ci95[0] > 0.8
                                   ? Judgement::kBad
                                   : Judgement::kQuestionable);
    EXPECT_THAT(found.reason, HasSubstr("ask for another camera"));
    EXPECT_THAT(found.action, HasSubstr("calibrate anew"));
  }
}

TEST(Verdict, OfTheTrueCameraWithABentBoardSpeaksOfTheTarget) {
  const VerdictCase one =
      against(seen(25, 0.0008), {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0.1}});
  const OptimumCheck optimum = check_optimum(one.calibration);
  EXPECT_GT(optimum.difference_px, optimum.expected_px) << "the bend moves the best fit";
  EXPECT_GT(optimum.best_bias.robust.ratio, 0.2) << "and stays";
  const Verdict found = one.judged({}, {}, optimum);
  EXPECT_NE(found.judgement, Judgement::kGood);
  EXPECT_THAT(found.action, HasSubstr("check the target"));
}

/// However bent the board is: a camera that is far off is the first thing to mend.
TEST(Verdict, OfAWrongCameraWithABentBoardAsksForTheRightCamera) {
  const VerdictCase one =
      against(seen(25, 0.0004), {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", 0.1}, {"k2", 0.1}});
  const OptimumCheck optimum = check_optimum(one.calibration);
  EXPECT_GT(optimum.best_bias.robust.ratio, 0.2) << "the best fit is biased";
  EXPECT_THAT(one.judged({}, {}, optimum).reason, HasSubstr("ask for another camera"));
}

TEST(CheckOptimum, OfACalibrationFromTheseObservationsIsAtItsMinimum) {
  const VerdictCase one(seen(10));
  const OptimumCheck optimum = check_optimum(one.calibration);
  EXPECT_TRUE(optimum.at_minimum);
  EXPECT_EQ(optimum.cost, one.calibration.fit.cost);
  EXPECT_EQ(optimum.best_cost, optimum.cost);
  EXPECT_EQ(optimum.difference_px, 0);
  EXPECT_EQ(optimum.problem, "");
}

TEST(CheckOptimum, FindsTheCostOfACalibration) {
  const VerdictCase best(seen(10));
  const VerdictCase one =
      against(seen(10), {{"fx", 1505}, {"fy", 1500}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0.1}});
  const OptimumCheck optimum = check_optimum(one.calibration);
  EXPECT_NEAR(optimum.best_cost, best.calibration.fit.cost, 1e-8 * optimum.best_cost);
  EXPECT_NEAR(optimum.expected_px, std::sqrt(best.evaluation.of(Covariance::kCr2).k_95), 1e-5 * optimum.expected_px);
  EXPECT_NEAR(optimum.best_bias.robust.eps_px, best.evaluation.bias.robust.eps_px, 1e-5);
}

}  // namespace
}  // namespace fiducia
