#include "fiducia/evaluate/model_weights.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fiducia {
namespace {

TEST(ModelWeights, AreTheBayesianCriterionWhereFramesAgree) {
  const ModelFit lean{4000, 10, 5};
  const ModelFit rich{4000, 9.98, 6};
  const double bic_lean = 4000 * std::log(10.0) + 5 * std::log(4000.0);
  const double bic_rich = 4000 * std::log(9.98) + 6 * std::log(4000.0);
  EXPECT_NEAR(deviance_of(lean) - deviance_of(rich), bic_lean - bic_rich, 1e-9);
  const std::vector<double> weights = model_weights({lean, rich, std::nullopt}, 1);
  EXPECT_NEAR(weights[0] / weights[1], std::exp(-0.5 * (bic_lean - bic_rich)), 1e-9);
  EXPECT_NEAR(weights[0] + weights[1], 1, 1e-12);
  EXPECT_EQ(weights[2], 0);
}

/// c is 20: a fortieth of the fit counts, and a parameter is charged by a twentieth of the coordinates.
TEST(ModelWeights, ChargeByTheCoordinatesThatAreIndependent) {
  const std::vector<double> weights = model_weights({ModelFit{4000, 11, 3}, ModelFit{4000, 10, 5}}, 20);
  EXPECT_NEAR(std::log(weights[1] / weights[0]), 0.5 * (100 * std::log(1.1) - 2 * std::log(200.0)), 1e-9);
}

TEST(ModelWeights, ChargeByAllCoordinatesForDoubt) {
  const std::vector<std::optional<ModelFit>> fits = {ModelFit{4000, 11, 3}, ModelFit{4000, 10, 5}};
  const std::vector<double> weights = doubt_weights(fits, 20);
  EXPECT_NEAR(std::log(weights[1] / weights[0]), 0.5 * (100 * std::log(1.1) - 2 * std::log(4000.0)), 1e-9);
  EXPECT_LT(weights[1], 0.05);
  EXPECT_EQ(doubt_weights(fits, 1), model_weights(fits, 1));
}

TEST(ModelWeights, ChargeTwoPerParameterAtTheLeast) {
  const std::vector<double> weights = model_weights({ModelFit{400, 10, 3}, ModelFit{400, 10, 5}}, 100);  // four left
  EXPECT_NEAR(std::log(weights[0] / weights[1]), 2, 1e-9);
}

TEST(LeanestOfBest, LeavesARefutedModelUnlessAllOthersCostFarMore) {
  const std::vector<std::optional<ModelFit>> fits = {ModelFit{4000, 90, 3}, ModelFit{4000, 10, 5}};
  const std::vector<double> weights = {1e-12, 1};
  EXPECT_EQ(leanest_of_best(fits, {1, 1.1}, weights), 1U);
  EXPECT_EQ(leanest_of_best(fits, {1, 3}, weights), 1U);
  EXPECT_EQ(leanest_of_best(fits, {1, 5}, weights), 0U);
  EXPECT_EQ(leanest_of_best(fits, {1, 1.1}, {0.1, 0.9}), 0U) << "not refuted, and the leaner one";
  EXPECT_EQ(leanest_of_best({std::nullopt}, {HUGE_VAL}, {0}), std::nullopt);
}

TEST(LeanestOfBest, TakesTheLikeliestOfThoseThatAreAsLean) {
  const std::vector<std::optional<ModelFit>> fits = {ModelFit{4000, 11, 8}, ModelFit{4000, 10, 8},
                                                     ModelFit{4000, 9, 12}};
  EXPECT_EQ(leanest_of_best(fits, {1, 1.05, 0.95}, {0.01, 0.39, 0.6}), 1U);
  EXPECT_EQ(leanest_of_best(fits, {1, 1.05, 0.95}, {0.39, 0.01, 0.6}), 0U);
  EXPECT_EQ(leanest_of_best(fits, {1, 1.3, 0.95}, {0.01, 0.39, 0.6}), 0U) << "the other one costs too much";
}

}  // namespace
}  // namespace fiducia
