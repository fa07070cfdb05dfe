#include "fiducia/evaluate/marginal_cost.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/simulate/simulate.h"
#include "tests/statistical/paper_camera.h"

namespace fiducia {
namespace {

using testing::paper_camera;

Calibration of_views(std::uint64_t seed, std::vector<SimulatedEffect> simulated, std::vector<Effect> fitted) {
  SimulateOptions options{.frames = 15, .noise_px = 0.05, .seed = seed};
  options.effects = std::move(simulated);
  return calibrate(simulate(paper_camera(), Target::chessboard(10, 8, 0.05), options).observations,
                   {.model = "radial2", .effects = std::move(fitted)});
}

TEST(MarginalCost, ChargesWhatWasNarrowedDown) {
  const int n = 400;
  const double charged = n * std::log(marginal_cost(3, 50, n)) - n * std::log(3);
  EXPECT_NEAR(charged, 50, 1e-9);
}

TEST(MarginalCost, IsTheCostWhereNothingDiffersFromFrameToFrame) {
  const Calibration plain = of_views(1, {}, {});
  EXPECT_FALSE(has_effects_of_frames(plain));
  EXPECT_EQ(marginal_cost(plain), plain.fit.cost);
  EXPECT_EQ(common_parameters(plain), plain.fit.n_parameters);
  const Calibration pupil = of_views(1, {}, {Effect::kPupil});
  EXPECT_FALSE(has_effects_of_frames(pupil));
  EXPECT_EQ(marginal_cost(pupil), pupil.fit.cost);
}

/// Whatever is fitted to every frame lowers the cost. The marginal cost falls only where it was there.
TEST(MarginalCost, FallsForWhatIsThereAndForNothingElse) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Calibration clean = of_views(seed, {}, {});
    const Calibration clean_with_shutter = of_views(seed, {}, {Effect::kShutter});
    EXPECT_LT(clean_with_shutter.fit.cost, clean.fit.cost) << seed;
    EXPECT_GT(marginal_cost(clean_with_shutter), 0.99 * clean.fit.cost) << seed;

    const Calibration shaky = of_views(seed, {{Effect::kStabilisation, 12}}, {});
    const Calibration freed = of_views(seed, {{Effect::kStabilisation, 12}}, {Effect::kStabilisation});
    const Calibration mistaken = of_views(seed, {{Effect::kStabilisation, 12}}, {Effect::kShutterColumns});
    EXPECT_LT(marginal_cost(freed), 0.9 * shaky.fit.cost) << seed;
    EXPECT_LT(marginal_cost(freed), marginal_cost(mistaken)) << seed;
    EXPECT_GT(marginal_cost(freed), freed.fit.cost) << seed;
    EXPECT_EQ(common_parameters(freed), shaky.fit.n_parameters) << seed;
  }
}

}  // namespace
}  // namespace fiducia
