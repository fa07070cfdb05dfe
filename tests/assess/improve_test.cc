#include "fiducia/assess/improve.h"

#include <gmock/gmock.h>

#include "fiducia/simulate/simulate.h"
#include "tests/solve/setups.h"

namespace fiducia {
namespace {

using testing::board;
using testing::ordinary_camera;

std::shared_ptr<const Observations> views(const SimulateOptions& how) {
  return std::make_shared<const Observations>(simulate(ordinary_camera(), board(), how).observations);
}

TEST(Improve, FollowsTheAdviceUntilTheCameraIsGood) {
  const auto bent = views({.frames = 20, .bend_m = 0.0004, .seed = 4});
  const Improvement found = improve(bent, {.model = "radial1", .target_shape = TargetShape::kPlanar});
  ASSERT_GE(found.steps.size(), 2U);
  EXPECT_EQ(found.steps.front().judgement, Judgement::kBad);
  EXPECT_EQ(found.steps.front().action.code, ActionCode::kNone);
  EXPECT_EQ(found.steps.back().judgement, Judgement::kGood);
  EXPECT_EQ(found.assessment.calibration.model->info().name, "radial2");
  EXPECT_NE(found.assessment.calibration.target.basis.shape(), TargetShape::kPlanar);
  for (std::size_t i = 1; i < found.steps.size(); ++i) {
    EXPECT_LT(found.steps[i].total_px, found.steps[i - 1].total_px);
    EXPECT_NE(found.steps[i].action.code, ActionCode::kNone);
  }
}

TEST(Improve, FreesTheCameraOfAnEffectWhereThatIsNeeded) {
  const auto moving = views({.frames = 20, .effects = {{Effect::kShutter, 6}}, .seed = 4});
  const Improvement found = improve(moving, {.model = "radial2", .tolerance_px = 0.4});
  ASSERT_EQ(found.steps.size(), 2U);
  EXPECT_EQ(found.steps[1].action.code, ActionCode::kFreeOfEffects);
  EXPECT_THAT(found.assessment.calibration.effects.layout.effects(), ::testing::ElementsAre(Effect::kShutter));
  EXPECT_NEAR(found.steps[1].total_px, found.steps[1].action.expected_total_px, 0.2 * found.steps[1].total_px);
}

TEST(Improve, LeavesAGoodCameraAsItIs) {
  const Improvement found = improve(views({.frames = 15, .seed = 4}), {.model = "radial2"});
  ASSERT_EQ(found.steps.size(), 1U);
  EXPECT_EQ(found.steps[0].judgement, Judgement::kGood);
  EXPECT_EQ(found.steps[0].total_px, found.assessment.trust->total_px);
}

TEST(Improve, OfDataThatCarryNothingHoldsTheReason) {
  Observations lines = *views({.frames = 6, .seed = 4});
  for (Frame& frame : lines.frames) frame.corners.resize(10);  // the first row
  const Improvement found = improve(std::make_shared<const Observations>(lines));
  EXPECT_EQ(found.steps.size(), 1U);
  EXPECT_FALSE(found.assessment.verdict);
  EXPECT_FALSE(found.assessment.calibration.message.empty());
}

TEST(Following, IsNothingForWhatNeedsNewImages) {
  for (const ActionCode code : {ActionCode::kNone, ActionCode::kNothingHelps, ActionCode::kTakeImages,
                                ActionCode::kTakeVariedImages, ActionCode::kCheckTarget, ActionCode::kRecalibrate}) {
    EXPECT_FALSE(following({.code = code}, {})) << to_string(code);
  }
}

TEST(Following, LeavesAModelThatIsLeftToUsOpen) {
  const Action action{.code = ActionCode::kFreeOfEffects,
                      .model = "fisheye",
                      .target_shape = TargetShape::kFree,
                      .effects = {Effect::kFocus},
                      .other_model = true};
  const auto automatic = following(action, {});
  ASSERT_TRUE(automatic);
  EXPECT_TRUE(automatic->model.is_auto());
  EXPECT_EQ(automatic->target_shape, TargetShape::kFree) << "with effects another might be chosen";
  EXPECT_THAT(automatic->effects, ::testing::ElementsAre(Effect::kFocus));
  const auto named = following(action, {.model = "radial2"});
  EXPECT_EQ(named->model.choice()->model().info().name, "fisheye");
}

}  // namespace
}  // namespace fiducia
