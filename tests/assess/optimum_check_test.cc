#include "fiducia/assess/optimum_check.h"

#include <gtest/gtest.h>

#include "fiducia/simulate/simulate.h"

namespace fiducia {
namespace {

const Camera& the_lens() {
  static const Camera camera(
      "radial2", {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0.1}}, {1936, 1216});
  return camera;
}

Observations some_frames(int frames, double bend_m = 0) {
  return simulate(the_lens(), Target::chessboard(10, 8, 0.05), {.frames = frames, .bend_m = bend_m, .seed = 1})
      .observations;
}

/// The observations with the intrinsics of a camera, changed in some.
Calibration against(const Observations& observations, const std::map<std::string, double>& changes = {}) {
  std::map<std::string, double> all = {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0.1}};
  for (const auto& [name, value] : changes) all[name] = value;
  return calibrate(observations, {.initial = {.parameters = Camera("radial2", all, {1936, 1216}).parameters()},
                                  .fix_intrinsics = true});
}

TEST(CheckOptimum, OfACalibrationFromTheseObservationsIsAtItsMinimum) {
  const Calibration calibration = calibrate(some_frames(10));
  const OptimumCheck optimum = check_optimum(calibration);
  EXPECT_TRUE(optimum.at_minimum);
  EXPECT_EQ(optimum.cost, calibration.fit.cost);
  EXPECT_EQ(optimum.best_cost, optimum.cost);
  EXPECT_EQ(optimum.difference_px, 0);
  EXPECT_EQ(optimum.problem, "");
}

TEST(CheckOptimum, FindsTheCostOfACalibration) {
  const Calibration best = calibrate(some_frames(10));
  const Evaluation evaluation = evaluate(best);
  const OptimumCheck optimum = check_optimum(against(some_frames(10), {{"fx", 1505}, {"fy", 1500}}));
  EXPECT_NEAR(optimum.best_cost, best.fit.cost, 1e-8 * optimum.best_cost);
  EXPECT_NEAR(optimum.expected_px, std::sqrt(evaluation.of(Covariance::kCr2).bound95), 1e-5 * optimum.expected_px);
  EXPECT_NEAR(optimum.best_bias.robust.eps_px, evaluation.bias.robust.eps_px, 1e-5);
}

TEST(CheckOptimum, OfTheTrueCameraIsNearItsMinimum) {
  const OptimumCheck optimum = check_optimum(against(some_frames(25)));
  EXPECT_FALSE(optimum.at_minimum);
  EXPECT_LT(optimum.best_cost, optimum.cost);
  EXPECT_LT(optimum.difference_px, optimum.expected_px);
}

TEST(CheckOptimum, OfAnotherCameraIsFarFromItsMinimum) {
  for (const double k1 : {-0.195, -0.18, -0.1}) {
    SCOPED_TRACE(k1);
    const OptimumCheck optimum = check_optimum(against(some_frames(25), {{"k1", k1}}));
    EXPECT_GT(optimum.difference_px, optimum.expected_px);
    EXPECT_LT(optimum.best_bias.robust.eps_px, 0.03) << "the observations have no bias";
  }
}

TEST(CheckOptimum, OfABentBoardFindsThatItMovesTheBestFit) {
  const OptimumCheck optimum = check_optimum(against(some_frames(25, 0.0008)));
  EXPECT_GT(optimum.difference_px, optimum.expected_px);
  EXPECT_GT(optimum.best_bias.robust.ratio, 0.2) << "and stays";
}

}  // namespace
}  // namespace fiducia
