// Splined lenses in a rig.

#include <gmock/gmock.h>

#include <cmath>

#include "fiducia/camera/spline.h"
#include "fiducia/core/error.h"
#include "fiducia/solve/calibrate_rig.h"
#include "tests/evaluate/true_rows.h"
#include "tests/solve/rig_setups.h"

namespace fiducia {
namespace {

using ::testing::HasSubstr;
using testing::near_poses;
using testing::rig_board;
using testing::stereo;

/// Rings of a lens ground on a lathe, off its centre.
Vector2 ringed(const Vector2& pixel) {
  const Vector2 from_axis = pixel - Vector2(760, 400);
  const double r = from_axis.norm();
  return 1.5 * std::sin(r / 90) * from_axis / std::max(r, 1e-9);
}

/// What a pair sees whose left lens has rings.
RigObservations seen_through_rings(std::uint64_t seed, double bend_m = 0) {
  RigObservations seen =
      simulate_rig(stereo(), rig_board(), {.instants = 30, .bend_m = bend_m, .seed = seed, .poses = near_poses()})
          .observations;
  for (Instant& instant : seen.instants) {
    if (!instant.frames[0]) continue;
    for (Corner& corner : instant.frames[0]->corners) corner.pixel += ringed(corner.pixel);
  }
  return seen;
}

double rows_off_px(const RigCalibration& rig) {
  return testing::true_rows_px(rig, [](const Vector2& pixel) { return Vector2(pixel + ringed(pixel)); });
}

TEST(SplineInRig, FollowsALensWithoutFormula) {
  const RigObservations seen = seen_through_rings(1);
  const RigCalibration formula = calibrate_rig(seen, {.models = {"opencv5", "radial2"}});
  const RigCalibration splined = calibrate_rig(seen, {.models = {"spline:14x11", "radial2"}});
  ASSERT_TRUE(splined.converged()) << splined.message;
  EXPECT_NEAR(splined.fit.rmse, 0.05, 0.01);
  EXPECT_GT(formula.fit.rmse, 0.2);
  const double truth = stereo()[1].camera_from_rig.translation.norm();
  EXPECT_NEAR(splined.cameras[1].camera_from_rig.translation.norm(), truth, 3e-4);
  EXPECT_LT(rows_off_px(splined), 0.1);
  EXPECT_LT(rows_off_px(splined), 0.25 * rows_off_px(formula));
  // Its field was chosen, it ends where corners do, and only what corners determine is counted.
  const SplineModel* lens = as_spline(splined.cameras[0].camera.model());
  ASSERT_NE(lens, nullptr);
  EXPECT_FALSE(lens->field_is_open());
  EXPECT_FALSE(lens->determined().empty());
  EXPECT_LT(splined.fit.n_parameters, 2 * 14 * 11 + 6 + 6 + 6 * 30);
  EXPECT_GT(splined.fit.n_parameters, 100 + 6 + 6 + 6 * 30);
}

TEST(SplineInRig, GoesTogetherWithAFreeTarget) {
  const RigObservations seen = seen_through_rings(2, 1e-3);
  const RigCalibration planar = calibrate_rig(seen, {.models = {"spline:14x11", "radial2"}});
  const RigCalibration free =
      calibrate_rig(seen, {.models = {"spline:14x11", "radial2"}, .target_shape = TargetShape::kFree});
  ASSERT_TRUE(free.converged()) << free.message;
  EXPECT_LT(free.fit.rmse, 0.7 * planar.fit.rmse);
  EXPECT_LT(rows_off_px(free), 0.15);
}

TEST(SplineInRig, OfTwoSplinedLensesIsThePairOfTheirFormulas) {
  const RigObservations seen =
      simulate_rig(stereo(), rig_board(), {.instants = 30, .seed = 3, .poses = near_poses()}).observations;
  const RigCalibration formula = calibrate_rig(seen, {.models = {"radial2"}});
  const RigCalibration splined = calibrate_rig(seen, {.models = {"spline:8x7"}});
  ASSERT_TRUE(splined.converged()) << splined.message;
  EXPECT_NEAR(splined.fit.rmse, formula.fit.rmse, 0.004);
  EXPECT_NEAR(splined.cameras[1].camera_from_rig.translation.norm(),
              formula.cameras[1].camera_from_rig.translation.norm(), 3e-4);
}

TEST(SplineInRig, RefusesMoreKnotsThanARigTakes) {
  const RigObservations seen = simulate_rig(stereo(), rig_board(), {.instants = 5, .poses = near_poses()}).observations;
  try {
    static_cast<void>(calibrate_rig(seen, {.models = {"spline:20x14", "radial2"}}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("at most 200 knots"));
  }
}

}  // namespace
}  // namespace fiducia
