#include "fiducia/assess/verdict.h"

#include <gmock/gmock.h>

#include <set>

#include "fiducia/core/random.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Observations seen(int frames) {
  const Camera lens("radial2", {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0.1}},
                    {1936, 1216});
  return simulate(lens, Target::chessboard(10, 8, 0.05), {.frames = frames, .seed = 1}).observations;
}

/// A calibration of good data, and a total error to try things with.
struct VerdictCase {
  Calibration calibration;
  Evaluation evaluation;
  Trust trust = {.total_px = 0.2, .random_px = 0.2, .bound95_px = 0.5, .is_calibration_itself = true};

  explicit VerdictCase(int frames = 12) : calibration(calibrate(seen(frames))), evaluation(evaluate(calibration)) {
    trust.model = calibration.model;
  }

  [[nodiscard]] VerdictContext context(double tolerance_px = 1) const {
    return {.tolerance_px = tolerance_px, .trust = &trust};
  }
  [[nodiscard]] Verdict judged(double tolerance_px = 1, const Remedies& remedies = {}) const {
    return verdict(calibration, evaluation, context(tolerance_px), remedies);
  }
};

const VerdictCase& good() {
  static const VerdictCase one;
  return one;
}

std::vector<Cause> causes(const Verdict& verdict) {
  std::vector<Cause> list;
  for (const Finding& finding : verdict.findings) list.push_back(finding.cause);
  return list;
}

TEST(Verdict, CodesHaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(Cause::kBias); ++i) names.insert(to_string(static_cast<Cause>(i)));
  EXPECT_EQ(names.size(), 11U);
  names.clear();
  for (int i = 0; i <= static_cast<int>(ActionCode::kTakeVariedImages); ++i) {
    names.insert(to_string(static_cast<ActionCode>(i)));
  }
  EXPECT_EQ(names.size(), 14U);
  for (const std::string_view name : names) {
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string_view::npos) << name;
  }
}

TEST(Verdict, JudgementsHaveNames) {
  EXPECT_EQ(to_string(Judgement::kGood), "good");
  EXPECT_EQ(to_string(Judgement::kUsable), "usable");
  EXPECT_EQ(to_string(Judgement::kBad), "bad");
}

TEST(Verdict, IsAboutTheErrorAgainstTheTolerance) {
  EXPECT_EQ(good().judged(0.5).judgement, Judgement::kGood);
  EXPECT_EQ(good().judged(0.49).judgement, Judgement::kUsable);
  EXPECT_EQ(good().judged(0.2).judgement, Judgement::kUsable);
  EXPECT_EQ(good().judged(0.19).judgement, Judgement::kBad);
  EXPECT_THAT(good().judged(0.5).findings, IsEmpty());
  const Verdict bad = good().judged(0.1);
  ASSERT_THAT(causes(bad), ElementsAre(Cause::kUncertainty));
  EXPECT_EQ(bad.findings[0].px, 0.5);
  EXPECT_EQ(bad.findings[0].limit_px, 0.1);
  EXPECT_EQ(bad.findings[0].total_px, 0.2);
}

TEST(Verdict, WithoutATotalErrorIsAboutWhatChanceDoes) {
  const double bound = std::sqrt(2 * good().evaluation.of(Covariance::kCr2).bound95);
  const auto judged = [](double tolerance_px) {
    return verdict(good().calibration, good().evaluation, {.tolerance_px = tolerance_px}).judgement;
  };
  EXPECT_EQ(judged(1.001 * bound), Judgement::kGood);
  EXPECT_EQ(judged(0.999 * bound), Judgement::kUsable);
}

TEST(Verdict, OfANumberThatIsNoneIsBad) {
  VerdictCase one = good();
  one.trust.bound95_px = one.trust.total_px = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(one.judged().judgement, Judgement::kBad);
  one.evaluation.uncertainty.clear();
  const Verdict nothing = verdict(one.calibration, one.evaluation);
  EXPECT_EQ(nothing.judgement, Judgement::kBad);
  EXPECT_THAT(causes(nothing), ElementsAre(Cause::kOpenParameters));
  EXPECT_EQ(nothing.action.code, ActionCode::kTakeVariedImages);
}

TEST(Verdict, NamesWhatIsMostOfTheError) {
  VerdictCase one = good();
  one.trust.systematic_px = 1.9;
  one.trust.total_px = 2;
  one.trust.bound95_px = 2.5;
  EXPECT_THAT(causes(one.judged()), ElementsAre(Cause::kTotalError));
  one.trust.systematic_px = 0.5;
  EXPECT_THAT(causes(one.judged()), ElementsAre(Cause::kUncertainty));
}

TEST(Verdict, OfABoundThatIsALowerOneIsUsableAtBest) {
  VerdictCase one = good();
  one.trust.is_lower_bound = true;
  one.trust.eps_px = 0.02;
  one.trust.bias_ratio = 0.1;
  const Verdict found = one.judged();
  EXPECT_EQ(found.judgement, Judgement::kUsable);
  ASSERT_THAT(causes(found), ElementsAre(Cause::kUnexplained));
  EXPECT_EQ(found.findings[0].px, 0.02);
  EXPECT_EQ(found.findings[0].ratio, 0.1);
  EXPECT_TRUE(found.findings[0].is_shown);
  EXPECT_EQ(one.judged(0.1).judgement, Judgement::kBad);
  EXPECT_THAT(causes(one.judged(0.1)), ElementsAre(Cause::kUncertainty, Cause::kUnexplained));
}

/// A test that had no chance to show a bias buys nothing.
TEST(Verdict, OfABiasThatTooFewFramesShowIsUsableAtBest) {
  VerdictCase one = good();
  one.trust.eps_px = 0.02;
  one.trust.bias_ratio = 0.21;
  const Verdict found = one.judged();
  EXPECT_EQ(found.judgement, Judgement::kUsable);
  ASSERT_THAT(causes(found), ElementsAre(Cause::kUnexplained));
  EXPECT_FALSE(found.findings[0].is_shown);
  one.trust.bias_ratio = 0.19;
  EXPECT_EQ(one.judged().judgement, Judgement::kGood);
  one.trust.bias_ratio = 0.5;
  one.trust.eps_px = 0.009;
  EXPECT_EQ(one.judged().judgement, Judgement::kGood);
}

TEST(Verdict, MentionsABiasThatCostsNothing) {
  VerdictCase one = good();
  one.evaluation.bias.p_value = 1e-9;
  one.evaluation.bias.robust = {.ratio = 0.4, .eps_px = 0.05, .sigma_d_px = 0.06};
  const Verdict found = one.judged();
  EXPECT_EQ(found.judgement, Judgement::kGood);
  ASSERT_THAT(causes(found), ElementsAre(Cause::kBias));
  EXPECT_EQ(found.findings[0].judgement, Judgement::kGood);
  EXPECT_EQ(found.findings[0].px, 0.05);
  EXPECT_EQ(found.action.code, ActionCode::kNone);
  EXPECT_EQ(verdict(one.calibration, one.evaluation).judgement, Judgement::kUsable) << "what it costs is not known";
}

TEST(Verdict, OfAFewImagesIsNotGoodHoweverWellTheyFit) {
  const VerdictCase few(5);
  const Verdict found = few.judged();
  EXPECT_EQ(found.judgement, Judgement::kUsable);
  ASSERT_THAT(causes(found), ElementsAre(Cause::kFewFrames));
  EXPECT_EQ(found.findings.front().n_frames, 5U);
  EXPECT_EQ(found.action.code, ActionCode::kTakeImages);
  EXPECT_EQ(found.action.images, 15) << "20 in all";
  VerdictContext fewer = few.context();
  fewer.thresholds.frames_good = 5;
  EXPECT_EQ(verdict(few.calibration, few.evaluation, fewer).judgement, Judgement::kGood);
}

TEST(Verdict, OfAPartOfTheImageWithoutARay) {
  VerdictCase one = good();
  const auto judged = [&](double share) {
    one.trust.without_ray = share;
    return one.judged().judgement;
  };
  EXPECT_EQ(judged(0.009), Judgement::kGood);
  EXPECT_EQ(judged(0.05), Judgement::kUsable);
  EXPECT_THAT(causes(one.judged()), ElementsAre(Cause::kNoRay));
  EXPECT_EQ(one.judged().findings[0].without_ray, 0.05);
  EXPECT_EQ(one.judged().action.code, ActionCode::kTakeVariedImages);
  EXPECT_EQ(judged(0.3), Judgement::kBad);
}

TEST(Verdict, OfCornersBeyondTheFoldIsBad) {
  VerdictCase one = good();
  one.evaluation.corners_outside_domain = 3;
  const Verdict found = one.judged();
  EXPECT_EQ(found.judgement, Judgement::kBad);
  ASSERT_THAT(causes(found), ElementsAre(Cause::kFoldOver));
  EXPECT_EQ(found.findings.front().corners, 3);
  EXPECT_EQ(found.action.code, ActionCode::kChooseModel);
}

TEST(Verdict, MentionsFramesThatStandOut) {
  VerdictCase one = good();
  one.evaluation.frames[3].outlying = true;
  const Verdict found = one.judged();
  EXPECT_EQ(found.judgement, Judgement::kGood);
  ASSERT_THAT(causes(found), ElementsAre(Cause::kOutlyingFrames));
  EXPECT_THAT(found.findings[0].frames, ElementsAre(one.calibration.frames[3].name));
}

TEST(Verdict, HasTheWorstFirst) {
  VerdictCase one = good();
  one.evaluation.frames[3].outlying = true;
  one.evaluation.corners_outside_domain = 3;
  one.trust.is_lower_bound = true;
  EXPECT_THAT(causes(one.judged(0.1)),
              ElementsAre(Cause::kFoldOver, Cause::kUncertainty, Cause::kUnexplained, Cause::kOutlyingFrames));
  EXPECT_THAT(causes(one.judged(0.3)),
              ElementsAre(Cause::kFoldOver, Cause::kUncertainty, Cause::kUnexplained, Cause::kOutlyingFrames));
}

// What to do.

BetterModel better_by(double total_px) { return {.name = "radial3", .total_px = total_px}; }

TEST(ChooseAction, TakesWhatLowersTheErrorMost) {
  const Verdict model = good().judged(0.1, {.better = better_by(0.05)});
  EXPECT_EQ(model.action.code, ActionCode::kTakeModel);
  EXPECT_EQ(model.action.model, "radial3");
  EXPECT_EQ(model.action.expected_total_px, 0.05);
  EXPECT_TRUE(model.action.other_model);
  EXPECT_FALSE(model.action.other_shape);
  const Remedies both{.better = better_by(0.05), .without_outlying = WithoutFrames{{"a"}, 0.04}};
  EXPECT_EQ(good().judged(0.1, both).action.code, ActionCode::kLookAtFrames);
  EXPECT_EQ(good().judged(0.1, both).action.expected_total_px, 0.04);
}

TEST(ChooseAction, SaysNothingWhereNothingIsNeeded) {
  const Verdict found = good().judged(1, {.better = better_by(0.05)});
  EXPECT_EQ(found.action.code, ActionCode::kNone);
  EXPECT_NE(found.action.place, ImagePlace::kMiddle);
}

TEST(ChooseAction, DoesNotAdviseWhatHardlyHelps) {
  EXPECT_EQ(good().judged(0.3, {.better = better_by(0.19)}).action.code, ActionCode::kTakeImages);
}

/// More images like these are as bad: what makes them disagree is to be avoided.
TEST(ChooseAction, NamesWhatToAvoidInMoreImages) {
  const VerdictCase& one = good();
  const std::vector<ErrorCause> causes = {
      {.code = CauseCode::kShutter, .tried = true, .present = true, .costs_px = 0.9 * one.trust.total_px},
      {.code = CauseCode::kFocus, .tried = true, .present = true, .costs_px = 0.1 * one.trust.total_px},
      {.code = CauseCode::kStabilisation, .tried = true, .present = false, .costs_px = one.trust.total_px},
      {.code = CauseCode::kTarget, .tried = true, .present = true, .costs_px = one.trust.total_px}};
  VerdictContext context = one.context(0.25);
  context.causes = &causes;
  const Action action = verdict(one.calibration, one.evaluation, context).action;
  EXPECT_EQ(action.code, ActionCode::kTakeImages);
  EXPECT_THAT(action.effects, ElementsAre(Effect::kShutter));
  EXPECT_THAT(one.judged(0.25).action.effects, IsEmpty());
}

/// "The residuals follow the place in the image" does not help who is told above that the shutter is the cause.
TEST(ChooseAction, NamesWhatToAvoidWhereNothingHelpsTheseImages) {
  VerdictCase one = good();
  one.trust.is_lower_bound = true;
  one.trust.eps_px = 0.02;
  one.trust.bias_ratio = 0.3;
  one.calibration.frames.insert(one.calibration.frames.end(), 20, one.calibration.frames.front());
  const std::vector<ErrorCause> causes = {
      {.code = CauseCode::kShutter, .tried = true, .present = true, .costs_px = 0.9 * one.trust.total_px}};
  VerdictContext context = one.context();
  context.causes = &causes;
  const Action action = choose_action({{.cause = Cause::kUnexplained, .judgement = Judgement::kUsable}},
                                      one.calibration, one.evaluation, context, {});
  EXPECT_EQ(action.code, ActionCode::kCheckCorners);
  EXPECT_THAT(action.effects, ElementsAre(Effect::kShutter));
}

TEST(BetterModel, HasAWorseBoundWhereItExceedsTheToleranceAndWhatThereIs) {
  const Trust now{.total_px = 0.4, .bound95_px = 0.5};
  EXPECT_TRUE(has_worse_bound(1.4, now, 1));
  EXPECT_FALSE(has_worse_bound(0.9, now, 1)) << "within the tolerance it is as good";
  EXPECT_FALSE(has_worse_bound(0.45, now, 0.2)) << "too much, but less than before";
  EXPECT_TRUE(has_worse_bound(0.55, now, 0.2));
}

TEST(ChooseAction, CountsTheImagesThatBringTheBoundWithinTheTolerance) {
  const Action action = good().judged(0.25).action;  // half of the bound: four times as many
  EXPECT_EQ(action.code, ActionCode::kTakeImages);
  EXPECT_EQ(action.images, 36);
  EXPECT_NEAR(action.expected_total_px, 0.1, 1e-12);
  EXPECT_EQ(good().judged(0.05).action.code, ActionCode::kTakeVariedImages) << "1188 more are no advice";
}

TEST(ChooseAction, AsksForNoImagesWhereTheyDoNotHelp) {
  VerdictCase one = good();
  one.trust.systematic_px = 1.5;
  one.trust.total_px = 1.51;
  one.trust.bound95_px = 1.7;
  EXPECT_EQ(one.judged().action.code, ActionCode::kNothingHelps);
  one.trust.is_lower_bound = true;
  one.evaluation.source = {.target_share = 0.3, .image_share = 0.1, .out_of_plane_m = 1e-4};
  const Action action = one.judged().action;
  EXPECT_EQ(action.code, ActionCode::kCheckTarget);
  EXPECT_EQ(action.out_of_plane_m, 1e-4);
  EXPECT_FALSE(action.shape_may_be_found) << "it was tried";
  one.evaluation.source = {.target_share = 0.1, .image_share = 0.3};
  EXPECT_EQ(one.judged().action.code, ActionCode::kCheckImages);
  one.evaluation.source = {};
  EXPECT_EQ(one.judged().action.code, ActionCode::kCheckCorners);
}

TEST(ChooseAction, NamesTheShapeAndTheEffects) {
  BetterModel better = better_by(0.05);
  better.name = "radial2";
  better.target_shape = TargetShape::kWarp;
  Action action = good().judged(0.1, {.better = better}).action;
  EXPECT_EQ(action.code, ActionCode::kFindTargetShape);
  EXPECT_TRUE(action.other_shape);
  EXPECT_FALSE(action.other_model);
  better.effects = {Effect::kShutter};
  action = good().judged(0.1, {.better = better}).action;
  EXPECT_EQ(action.code, ActionCode::kFreeOfEffects);
  EXPECT_THAT(action.effects, ElementsAre(Effect::kShutter));
}

TEST(ChooseAction, LeavesOutFramesThatDoNotBelongFirst) {
  BetterModel better = better_by(0.05);
  better.without_frames = {"a"};
  const Action action = good().judged(0.1, {.better = better, .without_outlying = WithoutFrames{{"b"}, 0.01}}).action;
  EXPECT_EQ(action.code, ActionCode::kLeaveOutFrames);
  EXPECT_THAT(action.frames, ElementsAre("a"));
  EXPECT_TRUE(std::isnan(action.expected_total_px)) << "another model is needed besides";
}

// A calibration that somebody else made.

TEST(Verdict, OfAGivenCameraIsAboutItsOwnError) {
  VerdictCase one = good();
  const OptimumCheck optimum{.at_minimum = false, .cost = 4, .best_cost = 3, .difference_px = 1.5, .expected_px = 0.2};
  one.trust.systematic_px = 2.1;
  one.trust.total_px = 2.1;
  one.trust.bound95_px = 2.4;
  one.trust.explanation_px = 0.15;
  VerdictContext context = one.context();
  context.optimum = &optimum;
  const Verdict found = verdict(one.calibration, one.evaluation, context);
  EXPECT_EQ(found.judgement, Judgement::kBad);
  ASSERT_THAT(causes(found), ElementsAre(Cause::kOtherCamera));
  EXPECT_EQ(found.findings[0].total_px, 2.1);
  EXPECT_EQ(found.action.code, ActionCode::kRecalibrate);
  EXPECT_EQ(found.action.expected_total_px, 0.15);
  context.tolerance_px = 3;
  const Verdict borne = verdict(one.calibration, one.evaluation, context);
  EXPECT_EQ(borne.judgement, Judgement::kGood);
  EXPECT_THAT(causes(borne), ElementsAre(Cause::kOtherCamera)) << "it is mentioned";
  context.tolerance_px = 1;
  context.trust = nullptr;
  const Verdict without = verdict(one.calibration, one.evaluation, context);
  EXPECT_EQ(without.judgement, Judgement::kBad);
  EXPECT_NEAR(without.findings[0].px, std::sqrt(2) * 1.7, 1e-12);
}

/// No error is seen of a camera that is compared with one of which hardly anything is known: that makes it no better.
TEST(Verdict, OfAGivenCameraIsNoBetterThanWhatTheImagesTell) {
  VerdictCase one = good();
  const OptimumCheck optimum{.at_minimum = false, .cost = 4, .best_cost = 3, .difference_px = 0.3, .expected_px = 6};
  one.trust.systematic_px = one.trust.total_px = 0;
  one.trust.bound95_px = 10.4;
  one.trust.explanation_px = 4.6;
  VerdictContext context = one.context();
  context.optimum = &optimum;
  const Verdict untold = verdict(one.calibration, one.evaluation, context);
  EXPECT_EQ(untold.judgement, Judgement::kBad);
  EXPECT_EQ(untold.findings.front().known_to_px, 4.6);
  EXPECT_EQ(untold.action.code, ActionCode::kTakeVariedImages);
  one.trust.explanation_px = 0.4;
  one.trust.bound95_px = 1.2;
  EXPECT_EQ(verdict(one.calibration, one.evaluation, context).judgement, Judgement::kUsable);
}

TEST(Verdict, OfABestFitThatIsNotKnownIsBadAndSaysWhy) {
  OptimumCheck optimum;
  optimum.at_minimum = false;
  optimum.problem = "too flat";
  const Verdict found = verdict(good().calibration, good().evaluation, {.optimum = &optimum});
  EXPECT_EQ(found.judgement, Judgement::kBad);
  ASSERT_THAT(causes(found), ElementsAre(Cause::kOptimumUnknown));
  EXPECT_EQ(found.findings.front().problem, "too flat");
  EXPECT_EQ(found.action.code, ActionCode::kRecalibrate);
}

}  // namespace
}  // namespace fiducia
