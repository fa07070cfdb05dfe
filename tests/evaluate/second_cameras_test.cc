#include "fiducia/evaluate/second_cameras.h"

#include <gtest/gtest.h>

#include "fiducia/simulate/simulate.h"

namespace fiducia {
namespace {

Observations views(double focal, std::uint64_t seed, double bend_m) {
  const Camera camera("radial1", {{"fx", focal}, {"fy", focal}, {"cx", 340}, {"cy", 225}, {"k1", -0.1}}, {640, 480});
  return simulate(camera, Target::chessboard(8, 6, 0.05),
                  {.frames = 14, .noise_px = 0.03, .bend_m = bend_m, .seed = seed})
      .observations;
}

/// What a search knows after its first look. Every third frame is of a camera with another focal length.
struct Mixture {
  explicit Mixture(double bend_m = 0, double other_focal = 630) {
    Observations observations = views(600, 1, bend_m);
    const Observations others = views(other_focal, 2, bend_m);
    for (std::size_t j = 0; j < 14; j += 3) observations.frames[j].corners = others.frames[j].corners;
    first = std::make_shared<const Explanation>(require_explanation(calibrate(observations, {.model = "radial1"})));
    systematic.look_at(first);
  }

  [[nodiscard]] std::optional<ExplanationCandidate> find(const std::vector<ExplanationCandidate>& found = {}) {
    const auto fitted = [&](TargetShape shape) {
      ++fits;
      const Calibration& from = first->calibration;
      return trials.calibrated(from, {from.model, shape, {}});
    };
    return find_second_camera({first, first, systematic, options, trials, effects, shapes, fitted}, found);
  }

  ExplanationOptions options;
  ExplanationTrials trials{options};
  SystematicPart systematic{1};
  ExplanationPtr first;
  std::vector<Effect> effects = {Effect::kFocus};
  std::map<TargetShape, std::shared_ptr<Calibration>> shapes;
  int fits = 0;
};

/// An effect of single frames for which so much speaks, and that explains this part of what is systematic.
ExplanationCandidate focus(const Mixture& mixture, double against_effects, double part, double by_chance = 0) {
  const double systematic = part * mixture.systematic.excess();
  return {.evidence = against_effects,
          .against_effects = against_effects,
          .explained = systematic + by_chance,
          .systematic = systematic,
          .cause = CauseCode::kFocus,
          .effect = Effect::kFocus};
}

TEST(SecondCameras, AreFoundWithTheirFrames) {
  Mixture mixture;
  const std::optional<ExplanationCandidate> found = mixture.find();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->cause, CauseCode::kOtherCamera);
  EXPECT_EQ(found->mixed->frames, (std::vector<std::size_t>{0, 3, 9, 12}));
  EXPECT_LT(found->against_effects, found->evidence) << "each frame's part is a choice of two";
}

TEST(SecondCameras, AreNotFoundWhereThereIsOne) {
  Mixture one(0, 600);
  EXPECT_FALSE(one.find());
}

TEST(SecondCameras, GiveWayToAnEffectForWhichMoreSpeaks) {
  Mixture mixture;
  const double most = mixture.find()->against_effects;
  EXPECT_TRUE(mixture.find({focus(mixture, 0.5 * most, 0.3)}));
  EXPECT_FALSE(mixture.find({focus(mixture, 2 * most, 0.3)}));
}

/// A shape that gained too little by itself to be worth a fit may matter beside a second camera.
TEST(SecondCameras, AreTriedWithAShapeThatWasNotWorthAFit) {
  Mixture mixture(1e-4);
  mixture.shapes = {{TargetShape::kFree, nullptr}};
  EXPECT_TRUE(mixture.find());
  EXPECT_EQ(mixture.fits, 1);
  EXPECT_TRUE(mixture.shapes.at(TargetShape::kFree));
}

/// That an effect leaves nothing is said by what it explains beyond chance: with chance in it nearly any does.
TEST(SecondCameras, AreNotTriedWithABentTargetWhereAnEffectLeavesNothing) {
  Mixture mixture(1e-4);
  mixture.shapes = {{TargetShape::kFree, nullptr}};
  (void)mixture.find({focus(mixture, 1, 0.99)});
  EXPECT_EQ(mixture.fits, 0);
  (void)mixture.find({focus(mixture, 1, 0.5, mixture.systematic.excess())});
  EXPECT_EQ(mixture.fits, 1);
}

TEST(SecondCameras, AreNotLookedForBesideAnEffectOfSingleFrames) {
  Mixture mixture;
  const Calibration& plain = mixture.first->calibration;
  const auto with_focus = mixture.trials.calibrated(plain, {plain.model, TargetShape::kPlanar, {Effect::kFocus}});
  ASSERT_TRUE(with_focus);
  mixture.first = std::make_shared<const Explanation>(require_explanation(*with_focus));
  mixture.systematic.look_at(mixture.first);
  EXPECT_FALSE(mixture.find());
}

}  // namespace
}  // namespace fiducia
