// A board that bends from instant to instant, held by hand before a pair of cameras: whether it is found, whether the
// cameras' total error is right, and whether clean rigs blame it. Prints the table of docs/rigs.md.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "fiducia/assess/rig_assessment.h"
#include "fiducia/core/parallel.h"
#include "fiducia/evaluate/image_length.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "tests/solve/rig_setups.h"
#include "tests/statistical/sample.h"

namespace fiducia {
namespace {

struct BendingRig {
  bool converged = false;
  bool blamed = false;       ///< the bend is among the causes
  bool blames_more = false;  ///< something else is, too
  double true_square = 0;    ///< px^2, mean over the cameras: of the calibration
  double total_square = 0;   ///< as it was told
  double true_with = 0;      ///< the same with the bend fitted
  double total_with = 0;
  double covered = 0;  ///< of the cameras' bounds
};

/// At the pixels of the camera that is judged, as the errors are told: 5 px off, that is some hundredths from what it
/// is at those of the true one.
double true_square(const RigCalibration& rig, std::size_t camera) {
  const Camera truth = testing::stereo()[camera].camera;
  return std::pow(image_length(mapping_difference(truth, rig.cameras[camera].camera).compensated.k), 2);
}

BendingRig bending_rig(double bend_m, std::uint64_t seed) {
  SimulateRigOptions scene{.instants = 20, .seed = seed, .poses = testing::near_poses()};
  if (bend_m > 0) scene.effects = {{Effect::kTargetBend, bend_m}};
  const RigObservations seen = simulate_rig(testing::stereo(), testing::rig_board(), scene).observations;
  RigAssessOptions how;
  how.models = {"radial2"};
  how.target_shape = TargetShape::kPlanar;
  how.distances_m = {1};
  const RigAssessment found = assess_rig(seen, how);
  BendingRig result;
  if (!found.calibration.converged()) return result;
  result.converged = true;
  for (const RigStep& step : found.steps) {
    (step.cause == CauseCode::kTargetBend ? result.blamed : result.blames_more) = true;
  }
  for (std::size_t c = 0; c < 2; ++c) {
    const double square = true_square(found.calibration, c);
    result.true_square += square / 2;
    result.total_square += std::pow(found.cameras[c].error.total, 2) / 2;
    result.covered += std::sqrt(square) < found.cameras[c].error.bound95 ? 0.5 : 0;
  }
  if (bend_m == 0) return result;
  how.effects = {Effect::kTargetBend};
  const RigAssessment freed = assess_rig(seen, how);
  if (!freed.calibration.converged()) return result;
  for (std::size_t c = 0; c < 2; ++c) {
    result.true_with += true_square(freed.calibration, c) / 2;
    result.total_with += std::pow(freed.cameras[c].error.total, 2) / 2;
  }
  return result;
}

/// Sums over the rigs.
BendingRig summed(const std::vector<BendingRig>& rigs, std::size_t* blamed, std::size_t* blamed_more) {
  BendingRig sum;
  for (const BendingRig& one : rigs) {
    EXPECT_TRUE(one.converged);
    *blamed += one.blamed ? 1 : 0;
    *blamed_more += one.blames_more ? 1 : 0;
    sum.true_square += one.true_square;
    sum.total_square += one.total_square;
    sum.true_with += one.true_with;
    sum.total_with += one.total_with;
    sum.covered += one.covered;
  }
  return sum;
}

TEST(RigBendStudy, ABoardThatBendsIsFoundAndTheErrorsAreRight) {
  const testing::Sample sets = testing::sample(3, 40);
  std::vector<BendingRig> rigs(sets.n);
  parallel_for(sets.n, 0, [&](std::size_t i) { rigs[i] = bending_rig(0.0008, 4000 + i); });
  std::size_t blamed = 0;
  std::size_t more = 0;
  const BendingRig sum = summed(rigs, &blamed, &more);
  const double ratio = std::sqrt(sum.total_square / sum.true_square);
  const double ratio_with = std::sqrt(sum.total_with / sum.true_with);
  std::printf(
      "bends by 0.8 mm: found in %zu of %zu, more blamed in %zu; camera off by %.3f px, told %.3f (%.2f), bound "
      "held in %.0f%%; with target_bend %.3f px, told %.3f (%.2f)\n",
      blamed, sets.n, more, std::sqrt(sum.true_square / sets.count()), std::sqrt(sum.total_square / sets.count()),
      ratio, 100 * sum.covered / sets.count(), std::sqrt(sum.true_with / sets.count()),
      std::sqrt(sum.total_with / sets.count()), ratio_with);
  EXPECT_GE(static_cast<double>(blamed), testing::least(sets, 0.95));
  EXPECT_LE(static_cast<double>(more), testing::most(sets, 0.1));
  for (const double one : {ratio, ratio_with}) {
    EXPECT_LT(one, testing::widened(sets, 1.25));
    EXPECT_GT(one, 1 / testing::widened(sets, 1.25));
  }
  EXPECT_GE(sum.covered, testing::least(sets, 0.9));
  EXPECT_LT(sum.true_with, 0.5 * sum.true_square);  // what it is fitted for
}

TEST(RigBendStudy, CleanRigsDoNotBlameTheBoard) {
  const testing::Sample sets = testing::sample(3, 40);
  std::vector<BendingRig> rigs(sets.n);
  parallel_for(sets.n, 0, [&](std::size_t i) { rigs[i] = bending_rig(0, 5000 + i); });
  std::size_t blamed = 0;
  std::size_t more = 0;
  const BendingRig sum = summed(rigs, &blamed, &more);
  std::printf("clean: blamed in %zu of %zu, others in %zu; camera off by %.3f px, told %.3f\n", blamed, sets.n, more,
              std::sqrt(sum.true_square / sets.count()), std::sqrt(sum.total_square / sets.count()));
  EXPECT_LE(static_cast<double>(blamed), testing::most(sets, 0.05));
}

}  // namespace
}  // namespace fiducia
