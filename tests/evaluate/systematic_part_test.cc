#include "fiducia/evaluate/systematic_part.h"

#include <gtest/gtest.h>

#include "fiducia/simulate/simulate.h"

namespace fiducia {
namespace {

constexpr double kNoise = 0.02;

Observations views() {
  const Camera camera("radial2", {{"fx", 600}, {"fy", 600}, {"cx", 340}, {"cy", 225}, {"k1", -0.2}, {"k2", 0.1}},
                      {640, 480});
  return simulate(camera, Target::chessboard(10, 8, 0.04), {.frames = 15, .noise_px = kNoise, .seed = 4}).observations;
}

ExplanationPtr explained_by(const char* model) {
  return std::make_shared<const Explanation>(require_explanation(calibrate(views(), {.model = model})));
}

TEST(SystematicPart, IsWhatNoiseDoesNotExplain) {
  const ExplanationPtr right = explained_by("radial2");
  const ExplanationPtr wrong = explained_by("pinhole");
  SystematicPart part(1);
  part.look_at(right);
  EXPECT_NEAR(part.noise_variance(), kNoise * kNoise, 0.15 * kNoise * kNoise);
  EXPECT_LT(part.excess(), 0.1 * right->calibration.fit.cost);
  SystematicPart other(1);
  other.look_at(wrong);
  EXPECT_GT(other.excess(), 0.9 * (wrong->calibration.fit.cost - right->calibration.fit.cost));
  EXPECT_EQ(other.excess_at_first(), other.excess());
}

TEST(SystematicPart, OnlyATraceIsLeftOnceTheCauseIsFound) {
  const ExplanationPtr wrong = explained_by("pinhole");
  SystematicPart part(1);
  part.look_at(wrong);
  const double at_first = part.excess();
  EXPECT_FALSE(part.only_a_trace_is_left());
  part.look_at(explained_by("radial2"));
  EXPECT_TRUE(part.only_a_trace_is_left());
  EXPECT_EQ(part.excess_at_first(), at_first);
  EXPECT_GT(part.least_that_matters(), SystematicPart::kFair * part.excess()) << "more than a trace of what was";
  part.look_at(wrong);
  EXPECT_FALSE(part.only_a_trace_is_left());
}

/// Where all that there ever was may be noise, what is left of it is no trace: chance is allowed for.
TEST(SystematicPart, NoTraceIsToldFromChance) {
  SystematicPart part(1);
  part.look_at(explained_by("radial2"));
  EXPECT_FALSE(part.only_a_trace_is_left());
}

TEST(SystematicPart, AFairPartMattersBeyondChance) {
  const ExplanationPtr wrong = explained_by("pinhole");
  SystematicPart part(1);
  part.look_at(wrong);
  const double cost = wrong->calibration.fit.cost;
  EXPECT_TRUE(part.matters(cost - 0.25 * part.excess(), 2));
  EXPECT_FALSE(part.matters(cost - 0.15 * part.excess(), 2));
  const int so_many = static_cast<int>(0.1 * part.excess() / part.noise_variance());
  EXPECT_FALSE(part.matters(cost - 0.25 * part.excess(), so_many)) << "that many explain as much of anything";
}

TEST(SystematicPart, AFitMustPromiseMoreThanChance) {
  const ExplanationPtr wrong = explained_by("pinhole");
  SystematicPart part(1);
  part.look_at(wrong);
  const double by_chance = 3 * wrong->calibration.fit.variance;
  EXPECT_GE(part.promising_gain(3, 0), by_chance);
  EXPECT_GT(part.promising_gain(9, 0), part.promising_gain(3, 0));
  const double half = by_chance + 0.5 * (3 * part.noise_variance() + part.excess() - by_chance);
  EXPECT_DOUBLE_EQ(part.promising_gain(3, part.excess()), half);
}

TEST(SystematicPart, TheNoiseOfAnotherExplanationIsNotTakenForItsOwn) {
  const ExplanationPtr right = explained_by("radial2");
  SystematicPart part(1);
  part.look_at(right);
  const double own = part.noise_variance();
  EXPECT_NE(part.noise_variance_of(explained_by("pinhole")), own);
  EXPECT_EQ(part.noise_variance(), own);
  EXPECT_EQ(part.noise_variance_of(right), own);
}

}  // namespace
}  // namespace fiducia
