#include "fiducia/evaluate/target_move_gain.h"

#include <gtest/gtest.h>

#include "fiducia/simulate/simulate.h"

namespace fiducia {
namespace {

const Target kFlatBoard = Target::chessboard(8, 6, 0.05);

/// Images of a board whose columns are 0.3% farther apart than they are said to be.
Observations of_stretched_board(const std::vector<SimulatedEffect>& effects) {
  const Camera camera("radial1", {{"fx", 600}, {"fy", 600}, {"cx", 330}, {"cy", 235}, {"k1", -0.1}}, {640, 480});
  Target real = kFlatBoard;
  for (Vector3& point : real.points) point.x() *= 1.003;
  SimulateOptions how{.frames = 15, .noise_px = 0.03, .seed = 5};
  how.effects = effects;
  Observations observations = simulate(camera, real, how).observations;
  observations.target = kFlatBoard;
  return observations;
}

/// How much less is left by the board that was seen, fitted as the calibration was.
double literal_gain(const Calibration& calibration) {
  Observations observations = *calibration.observations;
  for (Vector3& point : observations.target.points) point.x() *= 1.003;
  return calibration.fit.cost -
         calibrate(observations, {.model = "radial1", .effects = calibration.effects.layout.effects()}).fit.cost;
}

std::vector<Vector3> columns_apart() {
  std::vector<Vector3> moves(kFlatBoard.points.size(), Vector3::Zero());
  for (std::size_t id = 0; id < moves.size(); ++id) moves[id].x() = kFlatBoard.points[id].x();
  return moves;
}

TEST(TargetMoveGain, IsWhatAFitGains) {
  const Calibration calibration = calibrate(of_stretched_board({}), {.model = "radial1"});
  const std::optional<double> gain = target_move_gain(calibration, columns_apart());
  ASSERT_TRUE(gain);
  EXPECT_NEAR(*gain, literal_gain(calibration), 0.05 * *gain);
}

/// A fit finds the widths of the effects anew, one step does not: they differ by 15%.
TEST(TargetMoveGain, CountsWithTheEffectsThatFollow) {
  const Calibration calibration =
      calibrate(of_stretched_board({{Effect::kFocus, 0.003}}), {.model = "radial1", .effects = {Effect::kFocus}});
  ASSERT_TRUE(calibration.converged());
  const std::optional<double> gain = target_move_gain(calibration, columns_apart(), 2);
  ASSERT_TRUE(gain);
  EXPECT_NEAR(*gain, literal_gain(calibration), 0.2 * *gain);
}

TEST(TargetMoveGain, IsChanceWhereTheTargetIsAsItIsSaidToBe) {
  Observations observations = of_stretched_board({});
  for (Vector3& point : observations.target.points) point.x() *= 1.003;
  const Calibration calibration = calibrate(observations, {.model = "radial1"});
  const std::optional<double> gain = target_move_gain(calibration, columns_apart());
  ASSERT_TRUE(gain);
  EXPECT_LT(*gain, 10 * calibration.fit.variance);  // chi^2 of one degree of freedom
}

}  // namespace
}  // namespace fiducia
