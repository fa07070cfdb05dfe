#include "fiducia/evaluate/find_explanation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "fiducia/camera/registry.h"
#include "fiducia/evaluate/effect_screen.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "tests/statistical/paper_camera.h"

namespace fiducia {
namespace {

using testing::paper_camera;

Calibration of_shaky_views(std::uint64_t seed, SimulatedEffect effect, int frames = 15) {
  SimulateOptions options{.frames = frames, .noise_px = 0.05, .seed = seed};
  options.effects = {effect};
  return calibrate(simulate(paper_camera(), Target::chessboard(10, 8, 0.05), options).observations,
                   {.model = "radial2"});
}

double off_px(const Explanation& explanation) {
  return std::sqrt(2 * mapping_difference(paper_camera(), *explanation.calibration.camera).compensated.k);
}

/// A shutter by columns has three numbers of each frame to follow two shifts with. It fits better here, and its camera
/// is 8 px off.
TEST(FindExplanation, WhatFitsBestIsNotWhatIsLikeliest) {
  const FoundExplanations found =
      find_explanations(require_explanation(of_shaky_views(70257, {Effect::kStabilisation, 12})));
  EXPECT_EQ(found.best->calibration.effects.layout.effects(), std::vector{Effect::kStabilisation});
  EXPECT_LT(off_px(*found.best), 1);
}

/// With radial1, which these frames by themselves do not exclude, two cameras explain more than any effect does; with
/// radial2 an effect explains all.
TEST(FindExplanation, ASecondCameraIsWeighedAgainstEffectsWithOtherLenses) {
  const FoundExplanations found =
      find_explanations(require_explanation(of_shaky_views(70279, {Effect::kStabilisation, 12})));
  EXPECT_FALSE(found.mixed);
  EXPECT_EQ(found.best->calibration.frames.size(), 15U);
  EXPECT_LT(off_px(*found.best), 1);
}

/// With eight frames: once the shifts are known, a shutter by columns takes their place, with hardly a parameter more
/// and a camera that is 12 px off.
TEST(FindExplanation, WhatExplainsTheSameIsNotAdded) {
  for (const std::uint64_t seed : {70225, 70257, 70279}) {
    const FoundExplanations found =
        find_explanations(require_explanation(of_shaky_views(seed, {Effect::kStabilisation, 12}, 8)));
    EXPECT_EQ(found.best->calibration.effects.layout.effects(), std::vector{Effect::kStabilisation}) << seed;
    EXPECT_LT(off_px(*found.best), 1.5) << seed;
  }
}

/// radial1 fits a little worse, and its camera is 13 px from where radial2 is certain to 2 px: so few frames tell that
/// it is no chance with 96% confidence only.
TEST(FindExplanation, ALeanLensOutsideOfTheRichOnesBoundIsExcluded) {
  const FoundExplanations found =
      find_explanations(require_explanation(of_shaky_views(70264, {Effect::kStabilisation, 12}, 8)));
  EXPECT_EQ(found.best->calibration.model->info().name, "radial2");
  EXPECT_LT(off_px(*found.best), 2);
}

/// Heights that differ from frame to frame follow a board that is bent alike in all of them, and what a weak shutter
/// leaves besides: they fit best, and it is the shape all the same.
TEST(FindExplanation, ABoardThatIsBentAlikeInAllFramesDoesNotBendAnewInEach) {
  const Camera camera(make_model("opencv4"), {1100, 1099, 612, 511, -0.1, 0.12, 0.0008, -0.0006}, {1224, 1024});
  for (const std::uint64_t seed : {2, 8}) {
    SimulateOptions options{.frames = 26, .noise_px = 0.012, .bend_m = 0.0008, .seed = seed};
    options.effects = {{Effect::kShutter, 0.5}};
    const FoundExplanations found = find_explanations(require_explanation(
        calibrate(simulate(camera, Target::chessboard(13, 9, 0.03), options).observations, {.model = "radial2"})));
    const Calibration& best = found.best->calibration;
    EXPECT_NE(best.target.basis.shape(), TargetShape::kPlanar) << seed;
    EXPECT_FALSE(best.effects.layout.has(Effect::kTargetBend)) << seed;
    EXPECT_LT(std::sqrt(2 * mapping_difference(camera, *best.camera).compensated.k), 0.5) << seed;
    EXPECT_TRUE(std::any_of(found.steps.begin(), found.steps.end(), [](const ExplanationStep& step) {
      return step.cause == CauseCode::kTarget;
    })) << seed;
  }
}

/// The frames' numbers stand before poses and lens have followed, so that the cost there says nothing about the noise.
TEST(FindExplanation, AFitOfEffectsGoesOnFromWhatWasScreened) {
  const Calibration plain = of_shaky_views(3, {Effect::kShutter, 4});
  const std::optional<EffectScreen> screen = screen_effects(plain, {Effect::kShutter});
  ASSERT_TRUE(screen);
  const Eigen::VectorXd noise = screen->start.stiffness.cwiseProduct(screen->start.width);
  EXPECT_NEAR(noise.minCoeff(), 0.05, 0.01);
  EXPECT_NEAR(noise.maxCoeff(), 0.05, 0.01);

  CalibrateOptions options = {.model = "radial2", .effects = {Effect::kShutter}};
  const Calibration from_nothing = calibrate(plain.observations, options);
  options.initial.effects = screen->start;
  const Calibration from_screen = calibrate(plain.observations, options);
  EXPECT_LT(from_screen.fit.iterations, from_nothing.fit.iterations);
  EXPECT_NEAR(from_screen.fit.cost, from_nothing.fit.cost, 0.01 * from_nothing.fit.cost);
  for (Eigen::Index i = 0; i < from_screen.effects.width.size(); ++i) {
    EXPECT_NEAR(from_screen.effects.width[i], from_nothing.effects.width[i], 0.2 * from_nothing.effects.width[i]) << i;
  }
}

}  // namespace
}  // namespace fiducia
