// A small version of every study, and its claims.

#include <gmock/gmock.h>

#include <set>

#include "fiducia/core/error.h"
#include "fiducia/study/setup.h"
#include "fiducia/study/study.h"
#include "tests/io/error_message.h"
#include "tests/statistical/sample.h"

namespace fiducia {
namespace {

using testing::error_message;
using ::testing::HasSubstr;

/// A number as a rule, and where samples are full: of data sets, or of claims that so many support.
struct BySample {
  int few;
  int full;
  [[nodiscard]] int value() const { return testing::full_samples() ? full : few; }
};

StudyResult small(const std::string& name, const BySample& datasets, const Observations* observations = nullptr) {
  return study_named(name).run({.datasets = datasets.value(), .seed = 11, .threads = 0, .observations = observations});
}

/// No measurement of the first set-up contradicts the paper, but for one whose statement begins with `but` and which is
/// explained; at least so many agree beyond doubt.
void expect_claims(const StudyResult& result, int agree, const std::string& setup = ", normal",
                   const std::string& but = "none") {
  int holding = 0;
  int seen = 0;
  for (const Claim& claim : result.claims) {
    if (claim.measured.find(setup) == std::string::npos) continue;
    ++seen;
    if (claim.statement.starts_with(but)) {
      EXPECT_TRUE(claim.holds() == std::optional(true) || !claim.explanation.empty()) << claim.measured;
      continue;
    }
    EXPECT_NE(claim.holds(), std::optional(false))
        << claim.statement << ": " << claim.measured << " is " << claim.value << " (" << claim.ci95[0] << " to "
        << claim.ci95[1] << "), " << claim.condition();
    holding += claim.holds() == std::optional(true) ? 1 : 0;
  }
  EXPECT_GE(holding, agree) << "of " << seen;
  EXPECT_THAT(result.figure, HasSubstr("</svg>"));
  EXPECT_FALSE(result.setting.empty());
}

TEST(Studies, BiasModels) { expect_claims(small("bias-models", {8, 20}), 6); }

/// One calibration of six images: values without intervals.
TEST(Studies, BiasRendered) {
  const StudyResult result = small("bias-rendered", {1, 1});
  ASSERT_EQ(result.claims.size(), 6U);
  for (const Claim& claim : result.claims) {
    EXPECT_GE(claim.value, claim.at_least.value_or(claim.value)) << claim.measured;
    EXPECT_LE(claim.value, claim.at_most.value_or(claim.value)) << claim.measured;
  }
}

TEST(Studies, BiasTarget) { expect_claims(small("bias-target", {8, 20}), BySample{1, 2}.value()); }

TEST(Studies, BiasMetrics) {
  expect_claims(small("bias-metrics", {15, 40}), 3, ", normal", "eps_bias does not depend");
}

TEST(Studies, VarianceGap) {
  const StudyResult result = small("variance-gap", {60, 200});
  expect_claims(result, 6);
}

TEST(Studies, Resampling) {
  const BySample datasets{3, 10};
  const StudyResult result = small("resampling", datasets);
  EXPECT_EQ(result.calibrations, (datasets.value() + 2 * BySample{1, 2}.value()) * 2 * 1001);
  for (const Claim& claim : result.claims) {
    if (claim.measured.find(", normal") == std::string::npos) continue;
    if (claim.statement.starts_with("Underfit: the standard estimator")) {
      EXPECT_NE(claim.holds(), std::optional(false)) << claim.measured;
      EXPECT_TRUE(claim.holds() || !testing::full_samples()) << claim.measured << ": ten data sets decide";
    }
    if (claim.statement.starts_with("Ideal")) {
      EXPECT_NE(claim.holds(), std::optional(false)) << claim.measured;
    }
  }
}

TEST(Studies, EmeFrames) { expect_claims(small("eme-frames", {20, 60}), BySample{3, 4}.value()); }

TEST(Studies, Metrics) { expect_claims(small("metrics", {20, 60}), 6); }

TEST(Studies, Distribution) { expect_claims(small("distribution", {100, 300}), 3); }

TEST(Studies, Guidance) { expect_claims(small("guidance", {10, 30}), 3); }

/// A set whose board is bent, as real ones are.
TEST(Studies, Real) {
  const StudySetup& setup = study_setups().front();
  const Observations set =
      simulate(setup.camera, setup.target, {.frames = 200, .bend_m = 3e-4, .seed = 5}).observations;
  const StudyResult result = small("real", {15, 40}, &set);
  expect_claims(result, 3, "EME by std");
  expect_claims(result, BySample{0, 1}.value(), "EME by cr2");
  EXPECT_THAT(result.setting.front(), HasSubstr("200 frames"));
}

TEST(Studies, RealNeedsALargeSet) {
  const StudySetup& setup = study_setups().front();
  const Observations set = simulate(setup.camera, setup.target, {.frames = 12}).observations;
  EXPECT_THAT(error_message([&] { small("real", {2, 2}, &set); }), HasSubstr("12 frames are too few"));
}

TEST(Studies, Halves) {
  const StudySetup& setup = study_setups().front();
  const Observations set = simulate(setup.camera, setup.target, {.frames = 24, .bend_m = 3e-4, .seed = 5}).observations;
  const StudyResult result = small("halves", {2, 10}, &set);
  ASSERT_EQ(result.claims.size(), 2U);
  EXPECT_GE(result.claims[0].value, 0.9);  // within the bounds
  EXPECT_LE(result.claims[1].value, 1.5);  // against the model that repeats best
  EXPECT_EQ(result.failed, 0);
}

TEST(Studies, HalvesNeedFramesToSplit) {
  const StudySetup& setup = study_setups().front();
  const Observations set = simulate(setup.camera, setup.target, {.frames = 9}).observations;
  EXPECT_THAT(error_message([&] { small("halves", {2, 2}, &set); }), HasSubstr("9 frames are too few to split"));
}

TEST(Studies, AreTheSameForAnyNumberOfThreads) {
  const auto values = [](int threads) {
    std::vector<double> found;
    for (const Claim& claim : study_named("variance-gap").run({.datasets = 15, .threads = threads}).claims) {
      found.push_back(claim.value);
    }
    return found;
  };
  EXPECT_EQ(values(1), values(2));
}

TEST(Studies, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Study& study : studies()) EXPECT_TRUE(names.insert(study.name).second);
  EXPECT_THAT(error_message([] { static_cast<void>(study_named("nothing")); }), HasSubstr("bias-models"));
}

}  // namespace
}  // namespace fiducia
