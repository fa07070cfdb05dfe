#include "fiducia/evaluate/expected_total.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "tests/statistical/paper_camera.h"

namespace fiducia {
namespace {

using testing::paper_views;

struct Compared {
  std::vector<std::optional<Explanation>> explanations;
  ExpectedTotals expected;
};

/// radial1, radial2 and opencv5 on views of a radial2 lens, and one that is empty.
Compared compared(double c) {
  Compared all;
  const Observations observations = paper_views(7, 15);
  for (const char* model : {"radial1", "radial2", "opencv5"}) {
    all.explanations.push_back(explanation_of(calibrate(observations, {.model = model})));
    EXPECT_TRUE(all.explanations.back()) << model;
  }
  all.explanations.emplace_back();
  all.expected = expected_totals(all.explanations, c);
  return all;
}

TEST(ExpectedTotals, WithoutDoubtAreRandomErrorAndBias) {
  const auto [explanations, expected] = compared(1);
  EXPECT_NEAR(std::accumulate(expected.weights.begin(), expected.weights.end(), 0.0), 1, 1e-12);
  EXPECT_LT(expected.weights[0], 1e-9);
  EXPECT_GT(expected.weights[1], 0.99);
  EXPECT_EQ(expected.weights[3], 0);
  const Explanation& right = *explanations[1];
  const SystematicError simple =
      systematic_error(explanations[0]->spread, right.spread, right.random.sample.degrees_of_freedom);
  EXPECT_NEAR(expected.totals[0], explanations[0]->random.error.mean + simple.bias, 0.02 * expected.totals[0]);
  EXPECT_GE(expected.totals[1], right.random.error.mean);
  EXPECT_TRUE(std::isinf(expected.totals[3]));
  EXPECT_EQ(least_wrong(explanations, expected), 1U);
}

TEST(ExpectedTotals, CountAllModelsWhereFramesDisagree) {
  const auto [explanations, expected] = compared(1e4);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_GT(expected.weights[i], 1e-3) << i;
  EXPECT_GT(expected.totals[1], 1.01 * explanations[1]->random.error.mean);  // radial1 may be right
}

TEST(ExpectedTotals, APlaceWithoutARayIsNoErrorOfZero) {
  auto [explanations, expected] = compared(1);
  explanations[1]->without_ray = 0.03;
  const ExpectedTotals dearer = expected_totals(explanations, 1);
  EXPECT_NEAR(dearer.totals[1] - expected.totals[1], 0.03 * 100, 1e-9);
}

TEST(ModelDoubt, IsAboutRicherModelsThatAreNotExcluded) {
  const Compared all = compared(1);
  const ModelDoubt none = doubt_about(all.explanations, {0.97, 0.03, 0, 0}, 0);
  EXPECT_EQ(none.total, 0);
  EXPECT_EQ(none.bound95, 0);
  EXPECT_EQ(doubt_about(all.explanations, {0.5, 0.5, 0, 0}, 1).bound95, 0) << "a simpler one makes no doubt";

  const Explanation& simple = *all.explanations[0];
  const Explanation& right = *all.explanations[1];
  const SystematicError error = systematic_error(simple.spread, right.spread, right.random.sample.degrees_of_freedom);
  const ModelDoubt doubt = doubt_about(all.explanations, {0.9, 0.1, 0, 0}, 0);
  EXPECT_NEAR(doubt.total, simple.random.error.mean + 0.1 * error.bias, 1e-9);
  EXPECT_NEAR(doubt.bound95, error.bound95, 1e-9);
}

TEST(LeastWrong, TakesTheLeanestOfThoseThatCostAboutTheSame) {
  const Compared all = compared(1);
  const std::vector<double> even = {0.4, 0.4, 0.2, 0};
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(least_wrong(all.explanations, {{1.19, 1, 1, inf}, even}), 0U);
  EXPECT_EQ(least_wrong(all.explanations, {{1.21, 1, 1, inf}, even}), 1U);
  EXPECT_EQ(least_wrong(all.explanations, {{1, 3, 3, inf}, {1e-12, 0.5, 0.5, 0}}), 1U) << "the first is refuted";
  EXPECT_EQ(least_wrong(all.explanations, {{1, 6, 6, inf}, {1e-12, 0.5, 0.5, 0}}), 0U);
  EXPECT_EQ(least_wrong(all.explanations, {{inf, inf, inf, inf}, even}), std::nullopt);
}

}  // namespace
}  // namespace fiducia
