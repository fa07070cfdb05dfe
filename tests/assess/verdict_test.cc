#include "fiducia/assess/verdict.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "fiducia/core/random.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

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

std::vector<Cause> causes(const Verdict& verdict) {
  std::vector<Cause> list;
  for (const Finding& finding : verdict.findings) list.push_back(finding.cause);
  return list;
}

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
  EXPECT_EQ(found.judgement, Judgement::kGood);
  EXPECT_THAT(found.findings, IsEmpty());
  EXPECT_EQ(found.action.code, ActionCode::kNone);
  EXPECT_NE(found.action.place, ImagePlace::kMiddle);
  EXPECT_FALSE(is_biased(good.evaluation.bias));
}

TEST(Verdict, CodesHaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(Cause::kFewFrames); ++i) names.insert(to_string(static_cast<Cause>(i)));
  EXPECT_EQ(names.size(), 9U);
  names.clear();
  for (int i = 0; i <= static_cast<int>(ActionCode::kTakeVariedImages); ++i) {
    names.insert(to_string(static_cast<ActionCode>(i)));
  }
  EXPECT_EQ(names.size(), 13U);
  for (const std::string_view name : names) {
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string_view::npos) << name;
  }
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
  EXPECT_EQ(causes(found).front(), Cause::kBias);
  EXPECT_EQ(found.findings.front().px, wrong.evaluation.bias.headline().eps_px);
  EXPECT_EQ(found.findings.front().ratio, wrong.evaluation.bias.headline().ratio);
  EXPECT_EQ(found.action.code, ActionCode::kTakeModel);
  EXPECT_EQ(found.action.model, "radial2");
  EXPECT_EQ(found.action.expected_eps_px, better->eps_px);
}

TEST(Verdict, OfAWrongModelNamesTheBetterOneEvenWhereFramesStandOut) {
  // It is the model that makes them stand out.
  const VerdictCase wrong(seen(25), {.model = "pinhole"}, 1.5);
  ASSERT_FALSE(outlying(wrong).empty());
  const Verdict found = wrong.judged({}, BetterModel{.name = "radial2", .ratio = 0.05, .eps_px = 0.01});
  EXPECT_EQ(found.action.code, ActionCode::kTakeModel);
  EXPECT_THAT(found.action.frames, IsEmpty());
}

TEST(Verdict, OfAWrongModelIsNotGoodWhereNoBetterOneIsKnown) {
  const VerdictCase wrong(seen(25), {.model = "radial1"});
  const Verdict found = wrong.judged();
  EXPECT_NE(found.judgement, Judgement::kGood);
  EXPECT_NE(found.action.code, ActionCode::kTakeModel);
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
  EXPECT_EQ(better->target_shape, TargetShape::kWarp) << "a smooth bend needs no more";
  const Action found_shape = bent.judged({}, better).action;
  EXPECT_EQ(found_shape.code, ActionCode::kFindTargetShape);
  EXPECT_EQ(found_shape.target_shape, TargetShape::kWarp);
  const Verdict found = bent.judged();
  EXPECT_NE(found.judgement, Judgement::kGood);
  EXPECT_THAT(causes(found), ElementsAre(Cause::kBias));
  EXPECT_EQ(found.action.code, ActionCode::kCheckTarget);
  EXPECT_GT(found.action.out_of_plane_m, 1e-5);
  EXPECT_TRUE(found.action.shape_may_be_found);
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
    EXPECT_EQ(one.judged({}, better).action.code, ActionCode::kLookAtFrames);
    EXPECT_THAT(one.judged({}, better).action.frames, ElementsAre(spoiled.frames[7].name));
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
  EXPECT_THAT(found.action.frames, ElementsAre(moved.frames[3].name));
}

TEST(Verdict, NamesTwoFrames) {
  Observations spoiled = seen(25);
  spoil(spoiled.frames[7], 3);
  spoil(spoiled.frames[11], 3, 6);
  const Verdict found = VerdictCase(spoiled).judged();
  EXPECT_THAT(found.action.frames, ElementsAre(spoiled.frames[7].name, spoiled.frames[11].name));
  EXPECT_TRUE(found.action.robust_loss_may_help);
  EXPECT_EQ(found.findings.back().cause, Cause::kOutlyingFrames);
  EXPECT_EQ(found.findings.back().frames, found.action.frames);
}

TEST(Verdict, WhatStandsOutIsTheUsersChoice) {
  Observations spoiled = seen(25);
  spoil(spoiled.frames[7], 3);
  EXPECT_THAT(VerdictCase(spoiled, {}, 1e6).judged().action.frames, IsEmpty());
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
  EXPECT_THAT(causes(found), ElementsAre(Cause::kUncertainty, Cause::kFewFrames));
  EXPECT_GT(found.findings.front().px, 1);
  EXPECT_EQ(found.findings.front().limit_px, 1);
  EXPECT_EQ(found.findings.back().n_frames, 5U);
  EXPECT_EQ(found.action.code, ActionCode::kTakeImages);
  EXPECT_THAT(found.action.place,
              ::testing::AnyOf(ImagePlace::kUpperRight, ImagePlace::kRight, ImagePlace::kLowerRight));
}

TEST(Verdict, OfAHandfulOfImagesIsNotGoodHoweverWellTheyFit) {
  const VerdictCase few(seen(5, 0, 11));
  const Verdict found = few.judged({.error_px_good = 100, .error_px_bad = 100});
  EXPECT_EQ(found.judgement, Judgement::kQuestionable);
  EXPECT_THAT(causes(found), ElementsAre(Cause::kFewFrames));
  EXPECT_EQ(found.findings.front().n_frames, 5U);
  EXPECT_EQ(found.action.code, ActionCode::kTakeImages);
  EXPECT_EQ(found.action.images_in_all, 20);
  EXPECT_EQ(few.judged({.error_px_good = 100, .error_px_bad = 100, .frames_good = 5}).judgement, Judgement::kGood);
}

TEST(Verdict, ThresholdsDrawTheLines) {
  const VerdictCase good(seen(25));
  const double error_px = std::sqrt(2 * good.evaluation.of(Covariance::kCr2).bound95);
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
  EXPECT_THAT(causes(found), ElementsAre(Cause::kBias, Cause::kUncertainty));
  EXPECT_EQ(found.findings[0].judgement, Judgement::kQuestionable);
  EXPECT_EQ(found.findings[1].judgement, Judgement::kBad);
}

TEST(Verdict, OfCornersBeyondTheFoldIsBad) {
  VerdictCase folding(seen(10));
  folding.evaluation.corners_outside_domain = 3;
  const Verdict found = folding.judged();
  EXPECT_EQ(found.judgement, Judgement::kBad);
  EXPECT_THAT(causes(found), ElementsAre(Cause::kFoldOver));
  EXPECT_EQ(found.findings.front().corners, 3);
  EXPECT_EQ(found.action.code, ActionCode::kChooseModel);
}

// A calibration that somebody else made.

/// The observations with the camera's intrinsics fixed.
VerdictCase against(Observations observations, const std::map<std::string, double>& camera) {
  return VerdictCase(
      std::move(observations),
      {.initial = {.parameters = Camera("radial2", camera, {1936, 1216}).parameters()}, .fix_intrinsics = true});
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
    EXPECT_EQ(causes(found).front(), Cause::kOtherCamera);
    EXPECT_EQ(found.findings.front().px, optimum.difference_px);
    EXPECT_EQ(found.action.code, ActionCode::kRecalibrate);
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
  EXPECT_THAT(causes(found), ElementsAre(Cause::kBias, Cause::kOtherCamera, Cause::kUncertainty));
  EXPECT_EQ(found.action.code, ActionCode::kCheckTarget);
}

/// However bent the board is: a camera that is far off is the first thing to correct.
TEST(Verdict, OfAWrongCameraWithABentBoardAsksForTheRightCamera) {
  const VerdictCase one =
      against(seen(25, 0.0004), {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", 0.1}, {"k2", 0.1}});
  const OptimumCheck optimum = check_optimum(one.calibration);
  EXPECT_GT(optimum.best_bias.robust.ratio, 0.2) << "the best fit is biased";
  EXPECT_EQ(causes(one.judged({}, {}, optimum)).front(), Cause::kOtherCamera);
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
  EXPECT_NEAR(optimum.expected_px, std::sqrt(best.evaluation.of(Covariance::kCr2).bound95), 1e-5 * optimum.expected_px);
  EXPECT_NEAR(optimum.best_bias.robust.eps_px, best.evaluation.bias.robust.eps_px, 1e-5);
}

TEST(Verdict, OfABestFitThatIsNotKnownSaysWhy) {
  const VerdictCase one(seen(10));
  OptimumCheck optimum;
  optimum.at_minimum = false;
  optimum.problem = "too flat";
  const Verdict found = one.judged({}, {}, optimum);
  EXPECT_EQ(found.judgement, Judgement::kQuestionable);
  EXPECT_THAT(causes(found), ElementsAre(Cause::kOptimumUnknown));
  EXPECT_EQ(found.findings.front().problem, "too flat");
  EXPECT_EQ(found.action.code, ActionCode::kRecalibrate);
}

TEST(QuickVerdict, IsThatOfTheEvaluationOrNothing) {
  const VerdictCase bent(seen(12, 0.0008));
  const std::optional<Verdict> quick = quick_verdict(bent.calibration);
  ASSERT_TRUE(quick);
  EXPECT_EQ(causes(*quick), causes(bent.judged()));
  EXPECT_EQ(quick->action.code, bent.judged().action.code);
  EXPECT_FALSE(quick_verdict(Calibration{}));
}

}  // namespace
}  // namespace fiducia
