// How often the verdict takes noise for a bias, and how often it sees a board that is hardly bent.

#include "fiducia/assess/verdict.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "fiducia/core/parallel.h"
#include "tests/statistical/paper_camera.h"
#include "tests/statistical/sample.h"

namespace fiducia {
namespace {

using testing::least;
using testing::Sample;
using testing::sample;

/// In how many of n data sets of 25 frames a bias is reported.
int reported_biases(std::size_t n, double bend_m) {
  std::vector<char> biased(n, 0);
  parallel_for(n, 0, [&](std::size_t i) {
    const Observations observations = testing::paper_views(3000 + i, 25, bend_m);
    const Calibration calibration = calibrate(observations, {.model = "radial2"});
    biased[i] = is_biased(bias_ratio(calibration, {.seed = i})) ? 1 : 0;
  });
  return static_cast<int>(std::count(biased.begin(), biased.end(), 1));
}

TEST(VerdictStatistics, HardlyEverTakesNoiseForABias) {
  const Sample sets = sample(60, 400);
  EXPECT_LE(reported_biases(sets.n, 0), testing::most(sets, 0.03));
}

TEST(VerdictStatistics, SeesABoardBentByTwoTenthsOfAMillimetreMoreOftenThanNot) {
  const Sample sets = sample(40, 200);
  EXPECT_GE(reported_biases(sets.n, 0.0002), least(sets, 0.6));
}

TEST(VerdictStatistics, SeesABoardBentByFourTenthsOfAMillimetre) {
  const Sample sets = sample(40, 200);
  EXPECT_GE(reported_biases(sets.n, 0.0004), least(sets, 0.95));
}

}  // namespace
}  // namespace fiducia
