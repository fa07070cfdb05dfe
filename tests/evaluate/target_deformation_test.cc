#include "fiducia/evaluate/target_deformation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/evaluate/evaluation.h"
#include "tests/solve/setups.h"

namespace fiducia {
namespace {

const Target kBoard = Target::chessboard(6, 5, 0.06);

Simulation bent_views(double bend_m) {
  return simulate(testing::ordinary_camera(), kBoard, {.frames = 20, .noise_px = 0.05, .bend_m = bend_m, .seed = 9});
}

Evaluation evaluated(const Observations& data, TargetShape shape) {
  const Calibration calibration = calibrate(data, {.model = "radial2", .target_shape = shape});
  EXPECT_TRUE(calibration.converged()) << calibration.message;
  return evaluate(calibration, {.bias_resamples = 50, .abs_samples = 50});
}

TEST(TargetDeformation, OfAKnownTargetIsNothing) {
  const Evaluation evaluation = evaluated(bent_views(0).observations, TargetShape::kPlanar);
  EXPECT_TRUE(evaluation.target.corners.empty());
  EXPECT_EQ(evaluation.target.shape, TargetShape::kPlanar);
}

TEST(TargetDeformation, TellsTheBendInMillimetres) {
  constexpr double kBend = 5e-4;
  const Simulation truth = bent_views(kBend);
  for (const TargetShape shape : {TargetShape::kWarp, TargetShape::kFree}) {
    const TargetDeformation found = evaluated(truth.observations, shape).target;
    EXPECT_EQ(found.corners.size(), kBoard.points.size());
    double squares = 0;
    double mean = 0;
    for (const Vector3& point : truth.target_points) mean += point.z() / 30;
    for (const Vector3& point : truth.target_points) squares += (point.z() - mean) * (point.z() - mean) / 30;
    EXPECT_NEAR(found.out_of_plane_rms_m, std::sqrt(squares), 0.1 * std::sqrt(squares)) << to_string(shape);
    EXPECT_NEAR(found.peak_to_valley_m, kBend, 0.25 * kBend);
    EXPECT_LT(found.in_plane_rms_m, 0.1 * found.out_of_plane_rms_m);
    EXPECT_GT(found.significant_corners, 15);
    for (const CornerDisplacement& corner : found.corners) {
      // Holm's first step passes what is under 5%/30, and its last one nothing over 5%.
      EXPECT_TRUE(corner.significant || corner.p_value >= 0.05 / 30) << corner.id;
      EXPECT_TRUE(!corner.significant || corner.p_value <= 0.05) << corner.id;
      EXPECT_GT(corner.sigma_m.z(), 0);
    }
  }
}

TEST(TargetDeformation, OfAFlatTargetIsWithinItsUncertainty) {
  for (const TargetShape shape : {TargetShape::kWarp, TargetShape::kFree}) {
    const TargetDeformation found = evaluated(bent_views(0).observations, shape).target;
    EXPECT_EQ(found.significant_corners, 0) << to_string(shape);
    EXPECT_LT(found.out_of_plane_rms_m, found.sigma_m);
    for (const CornerDisplacement& corner : found.corners) {
      EXPECT_LT(std::abs(corner.displacement_m.z()), 5 * corner.sigma_m.z());
    }
  }
}

/// One corner that was printed in the wrong place, by half a millimetre.
TEST(TargetDeformation, NamesTheCornerThatIsMisplaced) {
  Simulation truth = bent_views(0);
  truth.observations.target.points[14] += Vector3(5e-4, 0, 0);  // what is said is wrong, not what is seen
  const TargetDeformation found = evaluated(truth.observations, TargetShape::kFree).target;
  EXPECT_EQ(found.significant_corners, 1);
  for (const CornerDisplacement& corner : found.corners) {
    EXPECT_EQ(corner.significant, corner.id == 14);
    const double expected = corner.id == 14 ? -5e-4 : 0;
    EXPECT_NEAR(corner.displacement_m.x(), expected, 1e-4);
  }
}

}  // namespace
}  // namespace fiducia
