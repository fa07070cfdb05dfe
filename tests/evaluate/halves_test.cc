#include "fiducia/evaluate/halves.h"

#include <gmock/gmock.h>

#include "fiducia/simulate/simulate.h"

namespace fiducia {
namespace {

using ::testing::HasSubstr;

Calibration simulated_calibration(int frames, std::uint64_t seed = 1, double noise_px = 0.1) {
  const Camera camera(make_model("radial2"), {1500, 1495, 968, 608, -0.2, 0.1}, {1936, 1216});
  const Observations seen =
      simulate(camera, Target::chessboard(10, 8, 0.05), {.frames = frames, .noise_px = noise_px, .seed = seed})
          .observations;
  return calibrate(seen, {.model = "radial2"});
}

double rms_over_cells(const Halves& halves, double Halves::Cell::*value) {
  double sum = 0;
  for (const Halves::Cell& cell : halves.cells) sum += cell.*value * cell.*value;
  return std::sqrt(sum / static_cast<double>(halves.cells.size()));
}

TEST(Halves, AreApartAsTheirUncertaintiesSay) {
  // A squared difference has little more than one degree of freedom, so that the mean of 150 is right to about 10%, and
  // its root to 5%: four of that. The bounds hold for 95%, to 2%.
  constexpr int kSets = 150;
  double squares = 0;
  double expected = 0;
  int within = 0;
  for (std::uint64_t seed = 1; seed <= kSets; ++seed) {
    const Halves halves = halves_of(simulated_calibration(24, seed), {.seed = seed});
    ASSERT_EQ(halves.problem, "");
    EXPECT_EQ(halves.first_frames, 12U);
    EXPECT_EQ(halves.second_frames, 12U);
    squares += halves.apart_px * halves.apart_px;
    expected += halves.expected_px * halves.expected_px;
    within += halves.apart_px <= halves.bound95_px ? 1 : 0;
  }
  EXPECT_NEAR(std::sqrt(squares / expected), 1, 0.2);
  EXPECT_GE(within, 0.9 * kSets);
}

TEST(Halves, MapsHoldTheNumbersPlaceByPlace) {
  const Halves halves = halves_of(simulated_calibration(21), {.columns = 20, .rows = 15, .seed = 3});
  ASSERT_EQ(halves.problem, "");
  EXPECT_EQ(halves.first_frames, 11U);
  ASSERT_EQ(halves.cells.size(), 300U);
  EXPECT_NEAR(rms_over_cells(halves, &Halves::Cell::apart_px), halves.apart_px, 1e-6 * halves.apart_px);
  EXPECT_NEAR(rms_over_cells(halves, &Halves::Cell::sigma_px), halves.expected_px, 1e-6 * halves.expected_px);
  EXPECT_GT(halves.bound95_px, halves.expected_px);
}

TEST(Halves, DependOnTheSeedAlone) {
  const Calibration whole = simulated_calibration(14);
  const Halves once = halves_of(whole, {.seed = 5});
  EXPECT_EQ(once.apart_px, halves_of(whole, {.seed = 5, .threads = 2}).apart_px);
  EXPECT_NE(once.apart_px, halves_of(whole, {.seed = 6}).apart_px);
}

TEST(Halves, OfTooFewFramesSayWhy) {
  const Halves halves = halves_of(simulated_calibration(9));
  EXPECT_THAT(halves.problem, HasSubstr("9 frames are too few to split; it takes 10"));
  EXPECT_TRUE(halves.cells.empty());
}

}  // namespace
}  // namespace fiducia
