// Refit against Ceres, which gets each frame as often as it was drawn.
#include <gtest/gtest.h>

#include "fiducia/camera/radial.h"
#include "fiducia/solve/refit.h"
#include "tests/evaluate/noisy_views.h"
#include "tests/evaluate/synthetic_calibration.h"
#include "tests/solve/ceres_reference.h"
#include "tests/solve/in_sigmas.h"

namespace fiducia {
namespace {

using testing::as_vector;
using testing::largest_in_sigmas;
using testing::noisy_views;

/// Each frame as often as drawn, each copy with a pose of its own: at the minimum they are all the same.
testing::Reference ceres_refit(const Calibration& calibration, const Observations& observations,
                               const std::vector<std::uint32_t>& multiplicities, const Loss& loss) {
  Calibration drawn = calibration;
  drawn.frames.clear();
  for (std::size_t j = 0; j < multiplicities.size(); ++j) {
    drawn.frames.insert(drawn.frames.end(), multiplicities[j], calibration.frames[j]);
  }
  return testing::ceres_calibrate<Radial<2>>(observations, drawn, loss);
}

const std::vector<std::vector<std::uint32_t>> kRefitDraws = {
    {1, 1, 1, 1, 1, 1, 1, 1}, {2, 0, 1, 3, 0, 1, 1, 0}, {0, 4, 0, 0, 2, 1, 0, 1}, {0, 0, 3, 1, 0, 0, 2, 2}};

TEST(Refit, FindsTheMinimumThatCeresFinds) {
  const Observations observations = noisy_views(8, 1);
  const Calibration calibration = calibrate(observations, {.model = "radial2"});
  ASSERT_TRUE(calibration.converged()) << calibration.message;
  const Refit refit(calibration);
  ASSERT_EQ(refit.frame_count(), 8U);
  for (const std::vector<std::uint32_t>& draw : kRefitDraws) {
    const auto ours = refit(draw);
    ASSERT_TRUE(ours.has_value() && ours->converged);
    const testing::Reference ceres = ceres_refit(calibration, observations, draw, Loss::none());
    EXPECT_LT(largest_in_sigmas(calibration, ours->parameters, as_vector(ceres.parameters)), 1e-3);
  }
  EXPECT_GT(largest_in_sigmas(calibration, refit(kRefitDraws[1])->parameters, refit(kRefitDraws[2])->parameters), 0.1)
      << "the draws do differ";
}

TEST(Refit, FindsTheMinimumThatCeresFindsWithCauchyLossAndOutliers) {
  Observations observations = noisy_views(8, 2);
  for (Frame& frame : observations.frames) frame.corners[7].pixel += Vector2(30, -20);
  const Loss loss = Loss::cauchy(0.5);
  const Calibration calibration = calibrate(observations, {.model = "radial2", .loss = loss});
  ASSERT_TRUE(calibration.converged()) << calibration.message;
  const Refit refit(calibration);
  for (const std::vector<std::uint32_t>& draw : {kRefitDraws[1], kRefitDraws[2]}) {
    const auto ours = refit(draw);
    ASSERT_TRUE(ours.has_value() && ours->converged);
    const testing::Reference ceres = ceres_refit(calibration, observations, draw, loss);
    EXPECT_LT(largest_in_sigmas(calibration, ours->parameters, as_vector(ceres.parameters)), 1e-3);
  }
}

}  // namespace
}  // namespace fiducia
