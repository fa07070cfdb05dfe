#include "fiducia/evaluate/target_stretch.h"

#include <gtest/gtest.h>

#include "fiducia/simulate/simulate.h"

namespace fiducia {
namespace {

/// What a camera sees of one target, said to be another.
Calibration calibrated_as(const Target& real, const Target& said, double bend_m = 0) {
  const Camera camera("radial1", {{"fx", 600}, {"fy", 600}, {"cx", 330}, {"cy", 235}, {"k1", -0.1}}, {640, 480});
  SimulateOptions options{.frames = 15, .noise_px = 0.03, .bend_m = bend_m, .seed = 5};
  Observations observations = simulate(camera, real, options).observations;
  observations.target = said;
  return calibrate(observations, {.model = "radial1", .target_shape = TargetShape::kFree});
}

Target stretched(double by) {
  Target target = Target::chessboard(8, 6, 0.05);
  for (Vector3& point : target.points) point.x() *= 1 + by;
  return target;
}

TEST(TargetStretch, ColumnsThatAreFartherApartThanRowsAreMeasured) {
  const Calibration calibration = calibrated_as(stretched(0.01), Target::chessboard(8, 6, 0.05));
  ASSERT_TRUE(calibration.converged());
  const std::optional<TargetStretch> stretch = target_stretch(calibration);
  ASSERT_TRUE(stretch);
  EXPECT_NEAR(stretch->columns_over_rows, 0.01, 5e-4);
}

TEST(TargetStretch, AGapThatWasMistypedIsMeasured) {
  const Calibration calibration = calibrated_as(Target::tag_grid(4, 3, 0.08, 0.33), Target::tag_grid(4, 3, 0.08, 0.3));
  ASSERT_TRUE(calibration.converged());
  const std::optional<TargetStretch> stretch = target_stretch(calibration);
  ASSERT_TRUE(stretch);
  EXPECT_NEAR(stretch->gap, 0.1, 0.01);
  EXPECT_NEAR(stretch->columns_over_rows, 0, 1e-3);
}

TEST(TargetStretch, ABentBoardIsNotStretched) {
  const Target target = Target::chessboard(8, 6, 0.05);
  const Calibration calibration = calibrated_as(target, target, 0.002);
  ASSERT_TRUE(calibration.converged());
  EXPECT_FALSE(target_stretch(calibration));
}

TEST(TargetStretch, TheCostFallsToTheNoise) {
  const Camera camera("radial1", {{"fx", 600}, {"fy", 600}, {"cx", 330}, {"cy", 235}, {"k1", -0.1}}, {640, 480});
  Observations observations =
      simulate(camera, stretched(0.01), {.frames = 15, .noise_px = 0.03, .seed = 5}).observations;
  observations.target = Target::chessboard(8, 6, 0.05);
  const Calibration calibration = calibrate(observations, {.model = "radial1"});
  const std::optional<StretchedFit> fit = stretched_fit(calibration);
  ASSERT_TRUE(fit);
  const double noise = 0.03 * 0.03 * (calibration.fit.n_observations - calibration.fit.n_parameters);
  EXPECT_GT(calibration.fit.cost, 2 * noise);
  EXPECT_LT(fit->cost - noise, 0.05 * (calibration.fit.cost - noise));  // a parabola's minimum, not the exact one
  const double gain = calibration.fit.cost - fit->cost;
  EXPECT_TRUE(stretched_fit(calibration, gain));
  EXPECT_FALSE(stretched_fit(calibration, 10 * gain));
}

}  // namespace
}  // namespace fiducia
