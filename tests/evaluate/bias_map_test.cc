#include "fiducia/evaluate/bias_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "fiducia/evaluate/bias_ratio.h"
#include "tests/solve/setups.h"

namespace fiducia {
namespace {

using testing::board;
using testing::ordinary_camera;

TEST(ExcessOverNoise, IsWhatTheNoiseDoesNotExplain) {
  const ExcessOverNoise excess{0.8, 0.3};
  EXPECT_DOUBLE_EQ(excess.eps_px(0.2), 0.4);  // 0.2 / 0.8 - 0.09 = 0.16
  EXPECT_EQ(excess.eps_px(0.01), 0) << "never below nothing";
}

TEST(BiasMap, HoldsEveryResidualOnceOverTheImage) {
  const Observations data =
      testing::with_hidden_corners(simulate(ordinary_camera(), board(), {.frames = 6, .seed = 1}).observations);
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  const std::span<const double> all = calibration.residuals.all();
  const std::vector<BiasCell> cells = bias_over_image(calibration, 10, 8, {1, 0});
  ASSERT_EQ(cells.size(), 80U);
  EXPECT_EQ(cells[11].place, Vector2(1.5 * 193.6 - 0.5, 1.5 * 152 - 0.5)) << "row by row";
  int coordinates = 0;
  double squares = 0;
  Vector2 sum = Vector2::Zero();
  int empty = 0;
  for (const BiasCell& cell : cells) {
    coordinates += cell.coordinates;
    EXPECT_EQ(std::isnan(cell.eps_px), cell.coordinates == 0);
    empty += cell.coordinates == 0 ? 1 : 0;
    if (cell.coordinates == 0) continue;
    squares += cell.eps_px * cell.eps_px * cell.coordinates;
    sum += 0.5 * cell.coordinates * cell.mean_px;
  }
  EXPECT_GT(empty, 0);
  EXPECT_EQ(coordinates, static_cast<int>(all.size()));
  double expected = 0;
  Vector2 total = Vector2::Zero();
  for (std::size_t i = 0; i < all.size(); i += 2) {
    expected += all[i] * all[i] + all[i + 1] * all[i + 1];
    total += Vector2(all[i], all[i + 1]);
  }
  EXPECT_NEAR(squares, expected, 1e-9 * expected) << "without noise taken out, the mean square itself";
  EXPECT_LT((sum - total).norm(), 1e-9);
}

BiasRatio bias_with_bend(double bend_m) {
  const Observations data =
      simulate(ordinary_camera(), board(), {.frames = 30, .noise_px = 0.05, .bend_m = bend_m, .seed = 2}).observations;
  return bias_ratio(calibrate(data, {.model = "radial2"}), {.resamples = 0});
}

/// A dome against the plane that fits it best stands out in the middle and at the corners, and least between them.
TEST(BiasMap, ShowsTheBendOnTheTarget) {
  const BiasRatio flat = bias_with_bend(0);
  const BiasRatio bent = bias_with_bend(0.003);
  ASSERT_EQ(bent.target.size(), 20U);  // 5 x 4 tiles
  for (const std::size_t corner : {0U, 4U, 15U, 19U}) {
    EXPECT_GT(bent.target[corner].eps_px, 3 * flat.target[corner].eps_px);
    EXPECT_GT(bent.target[corner].eps_px, 0.05);
  }
  for (const std::size_t middle : {7U, 12U}) {
    EXPECT_GT(bent.target[middle].eps_px, flat.target[middle].eps_px + 0.02);
  }
  double largest = 0;
  double largest_at_corner = 0;
  for (std::size_t i = 0; i < 20; ++i) {
    largest = std::max(largest, bent.target[i].eps_px);
    if (i == 0 || i == 4 || i == 15 || i == 19) largest_at_corner = std::max(largest_at_corner, bent.target[i].eps_px);
  }
  EXPECT_EQ(largest, largest_at_corner);
}

/// One coefficient for a lens that has two: what is left is largest where the radius is.
TEST(BiasMap, ShowsTheWrongLensModelAtTheBorderOfTheImage) {
  const Camera strong("radial2", {{"fx", 1100}, {"fy", 1100}, {"cx", 968}, {"cy", 608}, {"k1", -0.3}, {"k2", 0.15}},
                      {1936, 1216});
  SimulateOptions options{.frames = 150, .noise_px = 0.05, .seed = 3};
  options.poses.max_distance_m = 1;
  const Observations data = simulate(strong, board(), options).observations;
  const BiasRatio bias = bias_ratio(calibrate(data, {.model = "radial1"}), {.resamples = 0});
  EXPECT_GT(bias.robust.ratio, 0.5);
  double border = 0;
  double border_cells = 0;
  double middle = 0;
  double middle_cells = 0;
  for (const BiasCell& cell : bias.image) {
    if (cell.coordinates < 20) continue;
    const double radius = (cell.place - Vector2(968, 608)).norm();
    if (radius > 750) {
      border += cell.eps_px;
      ++border_cells;
    } else if (radius < 500) {
      middle += cell.eps_px;
      ++middle_cells;
    }
  }
  ASSERT_GT(border_cells, 5);
  ASSERT_GT(middle_cells, 5);
  EXPECT_GT(border / border_cells, 2 * middle / middle_cells);
}

}  // namespace
}  // namespace fiducia
