#include "fiducia/evaluate/image_pattern.h"

#include <gtest/gtest.h>

#include "tests/statistical/paper_camera.h"

namespace fiducia {
namespace {

using testing::paper_views;

const GridOptions kCells = {8, 6};

/// Poses and intrinsics have taken most of what the means of noise would be: it hardly ever looks like a pattern.
TEST(ImagePattern, OfNoiseIsChance) {
  constexpr int kSets = 40;
  int patterns = 0;
  for (int seed = 1; seed <= kSets; ++seed) {
    const Calibration calibration = calibrate(paper_views(static_cast<std::uint64_t>(seed), 25), {.model = "radial2"});
    const ImagePattern pattern = image_pattern(calibration, kCells);
    EXPECT_NEAR(pattern.squares, calibration.fit.cost, 1e-9 * calibration.fit.cost);
    EXPECT_GT(pattern.explained, 0);
    EXPECT_LT(pattern.explained, 0.05 * pattern.squares);  // 96 of 4000 coordinates
    if (pattern.chance(0.05 * 0.05) < 0.5) ++patterns;
  }
  EXPECT_LE(patterns, 2);
}

TEST(ImagePattern, OfALensThatTheModelDoesNotFollowIsNone) {
  const Calibration calibration = calibrate(paper_views(1, 25), {.model = "radial1"});
  EXPECT_LT(image_pattern(calibration, kCells).chance(0.05 * 0.05), 1e-9);
}

TEST(ImagePattern, IsNoChanceWhereNothingIsKnownOfTheNoise) {
  const Calibration calibration = calibrate(paper_views(1, 10), {.model = "radial2"});
  EXPECT_EQ(image_pattern(calibration, kCells).chance(0), 0);
}

}  // namespace
}  // namespace fiducia
