#include "fiducia/assess/number_alike.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/assess/assess.h"
#include "fiducia/data/board_turns.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia {
namespace {

/// A board of 8x6 corners that is bent like an S, by 1 mm at its ends, numbered the other way round in frames 2, 5
/// and 9.
Observations of_a_crooked_board() {
  const Camera camera("radial1", {{"fx", 900}, {"fy", 900}, {"cx", 630}, {"cy", 370}, {"k1", -0.1}}, {1280, 720});
  Target crooked = Target::chessboard(8, 6, 0.04);
  for (Vector3& point : crooked.points) point.z() += 0.001 * std::pow(point.x() / 0.14 - 1, 3);
  SimulateOptions options{.frames = 12, .noise_px = 0.05, .seed = 5};
  options.poses = {.min_distance_m = 0.4, .max_distance_m = 1.2, .max_offset_m = 0.3};
  Observations observations = simulate(camera, crooked, options).observations;
  observations.target = Target::chessboard(8, 6, 0.04);
  for (const std::size_t j : {2U, 5U, 9U}) {
    observations.frames[j] = turned(observations.target, std::move(observations.frames[j]), 1);
  }
  return observations;
}

const std::vector<std::string> kTurned = {"frame002", "frame005", "frame009"};

TEST(NumberAlike, FramesNumberedTheOtherWayRoundAreFound) {
  const auto given = std::make_shared<const Observations>(of_a_crooked_board());
  const NumberedAlike alike = number_alike(given, {.model = "radial1"});
  ASSERT_TRUE(alike.turns);
  EXPECT_EQ(alike.turns->turned, kTurned);
  EXPECT_LE(alike.turns->unsure.size(), 3U);  // those that face the camera
  EXPECT_LT(alike.turns->rmse_after, 0.8 * alike.turns->rmse_before);
  EXPECT_EQ(alike.observations->frames[2].corners[0].id, 47 - given->frames[2].corners[0].id);
  const NumberedAlike again = number_alike(alike.observations, {.model = "radial1"});
  ASSERT_TRUE(again.turns);
  EXPECT_TRUE(again.turns->turned.empty());
  EXPECT_EQ(again.observations, alike.observations);
}

TEST(NumberAlike, ASplinedLensDoesNotHideThem) {
  const auto given = std::make_shared<const Observations>(of_a_crooked_board());
  const NumberedAlike alike = number_alike(given, {.model = "spline"});
  ASSERT_TRUE(alike.turns);
  EXPECT_EQ(alike.turns->turned, kTurned);
}

TEST(NumberAlike, ASplinedLensWithChosenKnotsIsAssessedOnSuchABoard) {
  AssessOptions options;
  options.model = "spline";
  const Assessment assessment = assess(of_a_crooked_board(), options);
  ASSERT_TRUE(assessment.calibration.converged()) << assessment.calibration.message;
  ASSERT_TRUE(assessment.turns);
  EXPECT_EQ(assessment.turns->turned, kTurned);
  EXPECT_NE(assessment.calibration.target.basis.shape(), TargetShape::kPlanar);
  EXPECT_LT(assessment.calibration.fit.rmse, 0.06);
}

TEST(NumberAlike, TheShapeIsFoundAndServesForEvaluationsOfFramesAsTheyWere) {
  const Observations observations = of_a_crooked_board();
  AssessOptions options;
  options.model = "radial1";
  options.target_shape = TargetShape::kFree;
  const Assessment free = assess(observations, options);
  ASSERT_TRUE(free.calibration.converged());
  ASSERT_TRUE(free.turns);
  EXPECT_EQ(free.turns->turned, kTurned);
  EXPECT_LT(free.calibration.fit.rmse, 0.055);
  const Assessment given =
      assess_camera({*free.calibration.camera, TargetShape::kFree, target_points(free.calibration)}, observations);
  ASSERT_TRUE(given.turns);
  EXPECT_EQ(given.turns->turned, kTurned);
  EXPECT_NEAR(given.calibration.fit.rmse, free.calibration.fit.rmse, 1e-6);
}

TEST(NumberAlike, AFlatBoardTellsNothing) {
  const Camera camera("radial1", {{"fx", 900}, {"fy", 900}, {"cx", 630}, {"cy", 370}, {"k1", -0.1}}, {1280, 720});
  const auto observations = std::make_shared<const Observations>(
      simulate(camera, Target::chessboard(8, 6, 0.04), {.frames = 12, .seed = 5}).observations);
  const NumberedAlike alike = number_alike(observations, {.model = "radial1"});
  EXPECT_EQ(alike.observations, observations);
}

}  // namespace
}  // namespace fiducia
