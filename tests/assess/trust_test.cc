#include "fiducia/assess/trust.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/assess/assess.h"
#include "fiducia/assess/chosen_calibration.h"
#include "fiducia/camera/spline.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/simulate/simulate.h"
#include "tests/evaluate/lens_without_formula.h"
#include "tests/statistical/paper_camera.h"

namespace fiducia {
namespace {

using testing::paper_camera;
using testing::paper_views;

double true_error_px(const Camera& camera) {
  return std::sqrt(2 * mapping_difference(paper_camera(), camera).compensated.k);
}

TEST(Trust, OfACleanCalibrationIsItsUncertainty) {
  const Assessment all = assess(paper_views(3, 25), {.model = "radial2"});
  ASSERT_TRUE(all.trust);
  const Uncertainty& cr2 = all.evaluation->of(Covariance::kCr2);
  EXPECT_TRUE(all.trust->is_calibration_itself);
  EXPECT_EQ(all.trust->model->info().name, "radial2");
  EXPECT_NEAR(all.trust->total_px, std::sqrt(2 * cr2.error.mean), 1e-12);
  EXPECT_EQ(all.trust->random_px, all.trust->total_px);
  EXPECT_EQ(all.trust->systematic_px, 0);
  EXPECT_NEAR(all.trust->bound95_px, std::max(std::sqrt(2 * cr2.bound95), all.trust->unseen_bend_px), 1e-12);
  EXPECT_EQ(all.trust->degrees_of_freedom, cr2.sample.degrees_of_freedom);
  EXPECT_FALSE(all.trust->is_lower_bound);
  EXPECT_EQ(all.trust->without_ray, 0);
}

TEST(Trust, OfABentBoardSaysWhatTheBendCosts) {
  const Assessment all = assess(paper_views(4, 25, 0.0004), {.model = "radial2", .target_shape = TargetShape::kPlanar});
  ASSERT_TRUE(all.trust);
  EXPECT_NE(all.trust->target_shape, TargetShape::kPlanar);
  const double truth = true_error_px(*all.calibration.camera);
  EXPECT_NEAR(all.trust->total_px, truth, 0.25 * truth);
  EXPECT_GT(all.trust->bound95_px, truth);
  EXPECT_GT(all.trust->systematic_px, 5 * all.trust->random_px);
  EXPECT_LT(all.trust->systematic_px_ci95[0], all.trust->systematic_px);
  EXPECT_GT(all.trust->systematic_px_ci95[1], all.trust->systematic_px);
}

TEST(Trust, OfALensModelThatIsTooSimpleSaysWhatThatCosts) {
  const Assessment all = assess(paper_views(5, 25), {.model = "radial1"});
  ASSERT_TRUE(all.trust);
  EXPECT_EQ(all.trust->model->info().name, "radial2");
  EXPECT_EQ(all.trust->target_shape, TargetShape::kPlanar);
  const double truth = true_error_px(*all.calibration.camera);
  EXPECT_NEAR(all.trust->total_px, truth, 0.25 * truth);
  EXPECT_GT(all.trust->bound95_px, truth);
  EXPECT_FALSE(all.trust->is_lower_bound);
}

/// Which observations do not say anything about a camera that comes from elsewhere: all of its error is constant.
TEST(Trust, OfAGivenCameraIsItsDistanceFromWhatTheseFramesSay) {
  std::vector<double> parameters = paper_camera().parameters();
  parameters[0] *= 1.01;
  parameters[1] *= 1.01;
  const Camera given(paper_camera().shared_model(), parameters, paper_camera().image_size());
  const Assessment all = assess_camera({given}, paper_views(6, 25));
  ASSERT_TRUE(all.trust);
  EXPECT_EQ(all.trust->random_px, 0);
  const double truth = true_error_px(given);
  EXPECT_NEAR(all.trust->total_px, truth, 0.05 * truth);
  EXPECT_GT(all.trust->bound95_px, truth);
  EXPECT_FALSE(all.trust->is_calibration_itself);
}

TEST(Trust, OfAModelInDoubtIsNotLessThanTheDoubt) {
  Trust trust{.total_px = 5, .random_px = 3, .systematic_px = 4, .bound95_px = 6};
  add_doubt({.total = 2, .bound95 = 2}, &trust);  // lengths of 2 px
  EXPECT_EQ(trust.total_px, 5);
  EXPECT_EQ(trust.bound95_px, 6);
  add_doubt({.total = 32, .bound95 = 50}, &trust);  // 8 and 10 px
  EXPECT_NEAR(trust.total_px, 8, 1e-12);
  EXPECT_NEAR(trust.random_px, std::sqrt(64 - 16), 1e-12);
  EXPECT_EQ(trust.systematic_px, 4);
  EXPECT_NEAR(trust.bound95_px, 10, 1e-12);
}

/// A shutter differs from frame to frame: that is chance, and the camera that is freed of it sees what chance did.
TEST(Trust, WhatDiffersFromFrameToFrameIsRandom) {
  SimulateOptions options{.frames = 25, .noise_px = 0.05, .seed = 4};
  options.effects = {{Effect::kShutter, 4}};
  const Assessment all = assess(simulate(paper_camera(), Target::chessboard(10, 8, 0.05), options).observations,
                                {.model = "radial2", .target_shape = TargetShape::kPlanar});
  ASSERT_TRUE(all.trust);
  ASSERT_EQ(all.trust->effects, std::vector<Effect>{Effect::kShutter});
  EXPECT_EQ(all.trust->systematic_px, 0);
  EXPECT_EQ(all.trust->random_px, all.trust->total_px);
  const double truth = true_error_px(*all.calibration.camera);
  EXPECT_NEAR(all.trust->total_px, truth, 0.5 * truth);
  EXPECT_GT(all.trust->bound95_px, truth);
}

/// Eight frames with a shutter by columns, whose fitted amounts follow the lens: 15 px off, and told to be 4 px sure.
TEST(Trust, IsNotMoreThanChanceDoesWhereEffectsMakeTheCameraLessSure) {
  SimulateOptions options{.frames = 8, .noise_px = 0.05, .seed = 70128};
  options.effects = {{Effect::kShutterColumns, 4}};
  const Observations observations = simulate(paper_camera(), Target::chessboard(10, 8, 0.05), options).observations;
  const Explanation lean = require_explanation(calibrate(observations, {.model = "radial2"}));
  const Explanation freed =
      require_explanation(calibrate(observations, {.model = "radial2", .effects = {Effect::kShutterColumns}}));
  ASSERT_GT(freed.random.error.mean, lean.random.error.mean);
  const double apart =
      std::sqrt(2 * mapping_difference(*freed.calibration.camera, *lean.calibration.camera).compensated.k);
  const Trust trust = trust_in(lean, {}, freed);
  EXPECT_NEAR(trust.total_px, std::sqrt(2 * lean.random.bound95), 1e-9);
  EXPECT_LT(trust.total_px, 0.8 * apart);
  EXPECT_EQ(trust.random_px, trust.total_px);
  EXPECT_GT(trust.bound95_px, apart);
}

TEST(Trust, OfALensWithoutAFormulaSaysWhatTheFormulaCosts) {
  const auto seen = std::make_shared<const Observations>(
      testing::seen_through(testing::windscreen, 16, 0.05, 7, Target::chessboard(13, 10, 0.075)));
  const Assessment formula = assess(seen, {.model = "opencv4", .target_shape = TargetShape::kPlanar});
  ASSERT_TRUE(formula.trust);
  EXPECT_NE(as_spline(*formula.trust->model), nullptr) << formula.trust->model->info().name;
  EXPECT_GT(formula.trust->systematic_px, 0.3);
  ASSERT_FALSE(formula.causes.empty());
  EXPECT_EQ(formula.causes.front().code, CauseCode::kLens);
  const Assessment chosen = assess(seen);
  ASSERT_TRUE(chosen.trust);
  EXPECT_NE(as_spline(*chosen.calibration.model), nullptr) << chosen.selection->reason;
  EXPECT_LT(chosen.trust->total_px, 0.25 * formula.trust->total_px);
  const ChosenCalibration without = calibrate_as_asked(seen, {.target_shape = TargetShape::kPlanar, .splines = false});
  EXPECT_EQ(as_spline(*without.clean.calibration.model), nullptr);
}

/// One who names the model that was chosen, or gives its file, gets the bound that it had.
TEST(Trust, HasTheSameDoubtAboutTheLensWhoeverChoseIt) {
  const Camera lens(
      "fisheye",
      {{"fx", 560}, {"fy", 560}, {"cx", 640}, {"cy", 400}, {"k1", 0.01}, {"k2", -0.004}, {"k3", 0.002}, {"k4", 0.0005}},
      {1280, 800});
  const Observations seen =
      simulate(lens, Target::chessboard(9, 6, 0.05), {.frames = 12, .noise_px = 0.1, .seed = 2}).observations;
  const Assessment chosen = assess(seen, {.target_shape = TargetShape::kPlanar});
  ASSERT_TRUE(chosen.trust);
  ASSERT_GT(chosen.trust->model_doubt_px, 0) << "it is what this is about: " << chosen.selection->reason;
  ASSERT_EQ(chosen.trust->bound95_px, chosen.trust->model_doubt_px);
  const std::string name(chosen.calibration.model->info().name);
  const Assessment named = assess(seen, {.model = name, .target_shape = TargetShape::kPlanar});
  const Assessment given = assess_camera({*chosen.calibration.camera}, seen);
  for (const Assessment* one : {&named, &given}) {
    ASSERT_TRUE(one->trust);
    EXPECT_NEAR(one->trust->bound95_px, chosen.trust->bound95_px, 0.02 * chosen.trust->bound95_px);
  }
}

/// Seen on photographs: a richer model that fits by a thousandth of a pixel better and leaves tens of pixels open.
TEST(Explanation, IsNotARicherModelThatTheFramesLeaveOpen) {
  const Observations observations = paper_views(7, 8);
  const auto of = [&](const char* model) {
    std::optional<Explanation> one = explanation_of(calibrate(observations, {.model = model}));
    EXPECT_TRUE(one) << model;
    return *one;
  };
  const Explanation right = of("radial2");
  const Explanation simple = of("radial1");
  const Explanation rich = of("opencv5");
  EXPECT_FALSE(choose_explanation(right, rich).second);
  EXPECT_TRUE(choose_explanation(rich, right).second) << "whichever comes first";
  EXPECT_TRUE(choose_explanation(simple, right).second);
  EXPECT_FALSE(choose_explanation(right, simple).second);
}

}  // namespace
}  // namespace fiducia
