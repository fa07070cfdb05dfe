#include "fiducia/evaluate/bias_ratio.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/core/random.h"
#include "fiducia/core/statistics.h"
#include "fiducia/evaluate/tile_fits.h"
#include "tests/io/error_message.h"
#include "tests/solve/setups.h"

namespace fiducia {
namespace {

using testing::board;
using testing::error_message;
using ::testing::HasSubstr;
using testing::ordinary_camera;

Calibration calibrated(const Observations& data, const char* model = "radial2") {
  Calibration calibration = calibrate(data, {.model = model});
  EXPECT_TRUE(calibration.converged()) << calibration.message;
  return calibration;
}

BiasRatio bias_of(const Observations& data, const char* model = "radial2", const BiasOptions& options = {}) {
  return bias_ratio(calibrated(data, model), options);
}

/// docs/method.md 3, line by line.
struct Literal {
  double ratio;
  double eps;
  double sigma_d;
};
Literal literal(const Calibration& calibration, bool robust) {
  const auto size = [&](const std::vector<double>& values) {
    if (robust) return std::pow(mad_sigma(values), 2);
    double sum = 0;
    for (const double value : values) sum += value * value / static_cast<double>(values.size());
    return sum;
  };
  const std::span<const double> all = calibration.residuals.all();
  const double mse = size({all.begin(), all.end()});
  std::vector<double> tile_residuals;
  for (const TileFit& fit : fit_tiles(calibration).fits) {
    tile_residuals.insert(tile_residuals.end(), fit.residuals.begin(), fit.residuals.end());
  }
  const double sigma_d_squared = 4 * size(tile_residuals);
  const double freedom_ratio = 1 - calibration.fit.n_parameters / static_cast<double>(calibration.fit.n_observations);
  const double eps_squared = std::max(mse / freedom_ratio - sigma_d_squared, 0.0);
  return {eps_squared * freedom_ratio / mse, std::sqrt(eps_squared), std::sqrt(sigma_d_squared)};
}

TEST(BiasRatio, IsTheFormulaLineByLine) {
  for (const double bend_m : {0.0, 0.0005}) {
    const Observations data = testing::with_hidden_corners(
        simulate(ordinary_camera(), board(), {.frames = 10, .noise_px = 0.05, .bend_m = bend_m, .seed = 1})
            .observations);
    const Calibration calibration = calibrated(data);
    const BiasRatio bias = bias_ratio(calibration);
    const Literal robust = literal(calibration, true);
    EXPECT_NEAR(bias.robust.ratio, robust.ratio, 1e-9);
    EXPECT_NEAR(bias.robust.eps_px, robust.eps, 1e-9);
    EXPECT_NEAR(bias.robust.sigma_d_px, robust.sigma_d, 1e-9);
    const Literal plain = literal(calibration, false);
    EXPECT_NEAR(bias.plain.ratio, plain.ratio, 1e-9);
    EXPECT_NEAR(bias.plain.eps_px, plain.eps, 1e-9);
    EXPECT_NEAR(bias.plain.sigma_d_px, plain.sigma_d, 1e-9);
    EXPECT_EQ(bias.n_tiles, static_cast<int>(fit_tiles(calibration).fits.size()));
    EXPECT_EQ(bias.tiles_not_fitted, 0);
  }
}

/// The ratio of two variances of 2 x 80 x 25 coordinates and of 2 x 20 x 25 that are free is good to about
/// sqrt(2/4000 + 2/1000) = 5 %, and sigma_d to half of that; robust sizes are good to 1.65 times as much.
TEST(BiasRatio, OfARightModelIsNearZeroAndFindsTheNoise) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const BiasRatio bias =
        bias_of(simulate(ordinary_camera(), board(), {.frames = 25, .noise_px = 0.07, .seed = seed}).observations);
    EXPECT_LT(bias.robust.ratio, 0.25);
    EXPECT_LT(bias.plain.ratio, 0.15);
    EXPECT_NEAR(bias.robust.sigma_d_px, 0.07, 0.07 * 0.15);
    EXPECT_NEAR(bias.plain.sigma_d_px, 0.07, 0.07 * 0.08);
    EXPECT_GT(bias.p_value, 1e-3);
  }
}

TEST(BiasRatio, OfCornersThatDifferInSharpnessIsTheSame) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Observations data = testing::with_levels(
        simulate(ordinary_camera(), board(), {.frames = 25, .noise_px = 0, .seed = seed}).observations, 0.07, seed);
    const BiasRatio bias = bias_of(data);
    EXPECT_LT(bias.robust.ratio, 0.25);
    EXPECT_LT(bias.plain.ratio, 0.15);
    EXPECT_NEAR(bias.robust.sigma_d_px, 0.07, 0.07 * 0.15);
    EXPECT_NEAR(bias.plain.sigma_d_px, 0.07, 0.07 * 0.08);
    EXPECT_GT(bias.p_value, 1e-3);
    EXPECT_NEAR(calibrated(data).fit.s_d, 0.07, 0.07 * 0.1);
    EXPECT_LT(bias_of(testing::with_all_weights(1, data)).robust.sigma_d_px, 3 * 0.07) << "weights that do matter";
  }
}

TEST(BiasRatio, OfAWrongModelIsNearOneAndFindsTheNoiseStill) {
  const Observations data =
      simulate(ordinary_camera(), board(), {.frames = 25, .noise_px = 0.05, .seed = 1}).observations;
  const BiasRatio bias = bias_of(data, "pinhole");
  EXPECT_GT(bias.robust.ratio, 0.95);
  EXPECT_GT(bias.plain.ratio, 0.95);
  EXPECT_GT(bias.robust.eps_px, 0.5);
  EXPECT_NEAR(bias.robust.sigma_d_px, 0.05, 0.02);
  EXPECT_LT(bias.p_value, 1e-10);
}

TEST(BiasRatio, GrowsWithTheBendOfTheTarget) {
  double last = -1;
  for (const double bend_m : {0.0, 0.001, 0.004}) {
    const BiasRatio bias =
        bias_of(simulate(ordinary_camera(), board(), {.frames = 20, .noise_px = 0.05, .bend_m = bend_m, .seed = 3})
                    .observations);
    EXPECT_GT(bias.robust.ratio, last);
    last = bias.robust.ratio;
  }
  EXPECT_GT(last, 0.8);
}

TEST(BiasRatio, OfPartialViewsIsMuchTheSame) {
  for (const double bend_m : {0.0, 0.002}) {
    Observations data =
        simulate(ordinary_camera(), board(), {.frames = 40, .noise_px = 0.05, .bend_m = bend_m, .seed = 4})
            .observations;
    const BiasRatio whole = bias_of(data);
    RandomStream random(5);
    for (Frame& frame : data.frames) {
      std::erase_if(frame.corners, [&](const Corner&) { return random.uniform() < 0.25; });
    }
    const BiasRatio part = bias_of(data);
    // The four corners of a tile are all there with a chance of 0.75^4 = 0.32.
    EXPECT_NEAR(part.n_tiles, 0.32 * whole.n_tiles, 0.05 * whole.n_tiles);
    EXPECT_NEAR(part.robust.ratio, whole.robust.ratio, 0.2);
    EXPECT_NEAR(part.robust.sigma_d_px, whole.robust.sigma_d_px, 0.2 * whole.robust.sigma_d_px);
  }
}

TEST(BiasRatio, WorksForEveryKindOfTarget) {
  for (const Target& target : {Target::tag_grid(6, 5, 0.055, 0.3), Target::charuco(10, 8, 0.05, 0.04, "DICT_4X4_50"),
                               Target::from_points(board().points)}) {
    const auto bias = [&](double bend_m, const char* model) {
      return bias_of(simulate(ordinary_camera(), target, {.frames = 20, .noise_px = 0.05, .bend_m = bend_m, .seed = 6})
                         .observations,
                     model);
    };
    const BiasRatio right = bias(0, "radial2");
    EXPECT_LT(right.robust.ratio, 0.25);
    EXPECT_NEAR(right.robust.sigma_d_px, 0.05, 0.01);
    EXPECT_EQ(right.n_tiles, 20 * static_cast<int>(virtual_targets(target).size()));
    EXPECT_EQ(right.target.size(), virtual_targets(target).size());
    EXPECT_GT(bias(0, "pinhole").robust.ratio, 0.9);
    EXPECT_GT(bias(0.003, "radial2").robust.ratio, right.robust.ratio + 0.2);
  }
}

TEST(BiasRatio, LeavesAnOddRowAndColumnOutOfTheTiles) {
  const Observations data =
      simulate(ordinary_camera(), Target::chessboard(9, 7, 0.05), {.frames = 10, .seed = 7}).observations;
  const BiasRatio bias = bias_of(data);
  EXPECT_EQ(bias.n_tiles, 10 * 4 * 3);
  ASSERT_EQ(bias.target.size(), 12U);
  EXPECT_LT((bias.target[0].place - Vector2(0.025, 0.025)).norm(), 1e-15);
  EXPECT_LT((bias.target[11].place - Vector2(0.325, 0.225)).norm(), 1e-15);
  EXPECT_EQ(bias.target[0].coordinates, 80);
}

void expect_inside(double value, const std::array<double, 2>& interval) {
  EXPECT_LE(interval[0], value);
  EXPECT_GE(interval[1], value);
}

TEST(BiasRatio, IntervalsHoldTheEstimate) {
  for (const double bend_m : {0.0, 0.001, 0.003}) {
    const BiasRatio bias =
        bias_of(simulate(ordinary_camera(), board(), {.frames = 15, .noise_px = 0.05, .bend_m = bend_m, .seed = 8})
                    .observations);
    for (const BiasEstimate& estimate : {bias.robust, bias.plain}) {
      expect_inside(estimate.ratio, estimate.ratio_ci95);
      expect_inside(estimate.eps_px, estimate.eps_px_ci95);
      EXPECT_GE(estimate.ratio_ci95[0], 0);
      EXPECT_LE(estimate.ratio_ci95[1], 1);
      EXPECT_LT(estimate.ratio_ci95[0], estimate.ratio_ci95[1]);
    }
  }
}

/// Twenty data sets with the same bend: their bias scatters as one's interval says, within what twenty can tell.
TEST(BiasRatio, IntervalsAreAsWideAsDataSetsScatter) {
  std::vector<double> eps;
  std::vector<double> widths;
  for (std::uint64_t seed = 20; seed < 40; ++seed) {
    const BiasRatio bias =
        bias_of(simulate(ordinary_camera(), board(), {.frames = 20, .noise_px = 0.05, .bend_m = 0.003, .seed = seed})
                    .observations,
                "radial2", {.resamples = 200});
    eps.push_back(bias.plain.eps_px);
    widths.push_back(bias.plain.eps_px_ci95[1] - bias.plain.eps_px_ci95[0]);
  }
  double mean = 0;
  for (const double value : eps) mean += value / 20;
  double variance = 0;
  for (const double value : eps) variance += (value - mean) * (value - mean) / 19;
  // The spread of twenty is known to 1/sqrt(38) = 16 %, twice and a half that is 40 %.
  EXPECT_NEAR(median(widths) / (2 * 1.96 * std::sqrt(variance)), 1, 0.4);
}

TEST(BiasRatio, WithoutResamplesHasNoIntervals) {
  const Observations data = simulate(ordinary_camera(), board(), {.frames = 6, .seed = 9}).observations;
  const BiasRatio bias = bias_of(data, "radial2", {.resamples = 0});
  EXPECT_EQ(bias.robust.ratio_ci95, (std::array<double, 2>{0, 0}));
  EXPECT_GT(bias.robust.sigma_d_px, 0);
}

TEST(BiasRatio, IsAFunctionOfTheSeedAlone) {
  const Observations data =
      simulate(ordinary_camera(), board(), {.frames = 12, .bend_m = 0.001, .seed = 10}).observations;
  const Calibration calibration = calibrated(data);
  const BiasRatio one = bias_ratio(calibration, {.resamples = 350, .seed = 1, .threads = 1});
  const BiasRatio four = bias_ratio(calibration, {.resamples = 350, .seed = 1, .threads = 4});
  const BiasRatio other = bias_ratio(calibration, {.resamples = 350, .seed = 2, .threads = 1});
  EXPECT_EQ(one.robust.ratio, four.robust.ratio);
  EXPECT_EQ(one.robust.ratio_ci95, four.robust.ratio_ci95);
  EXPECT_EQ(one.plain.eps_px_ci95, four.plain.eps_px_ci95);
  EXPECT_EQ(one.f_statistic, four.f_statistic);
  EXPECT_EQ(one.robust.ratio, other.robust.ratio);
  EXPECT_NE(one.robust.ratio_ci95, other.robust.ratio_ci95);
}

TEST(BiasRatio, OfPerfectDataIsZero) {
  const Observations data =
      simulate(ordinary_camera(), board(), {.frames = 10, .noise_px = 0, .seed = 11}).observations;
  const BiasRatio bias = bias_of(data);
  for (const BiasEstimate& estimate : {bias.robust, bias.plain}) {
    EXPECT_EQ(estimate.ratio, 0) << "what rounding leaves is not systematic";
    EXPECT_LT(estimate.eps_px, 1e-6);
    EXPECT_LT(estimate.sigma_d_px, 1e-6);
    EXPECT_FALSE(std::isnan(estimate.ratio_ci95[0]) || std::isnan(estimate.ratio_ci95[1]));
  }
  EXPECT_FALSE(std::isnan(bias.f_statistic));
  EXPECT_GT(bias.p_value, 0.01);
}

TEST(BiasRatio, RefusesFramesThatShowNoTile) {
  Observations data = simulate(ordinary_camera(), board(), {.frames = 10, .seed = 12}).observations;
  // As the black squares of a chessboard: no two neighbours.
  for (Frame& frame : data.frames) {
    std::erase_if(frame.corners, [](const Corner& corner) { return (corner.id / 10 + corner.id % 10) % 2 == 0; });
  }
  const Calibration calibration = calibrated(data);
  EXPECT_THAT(error_message([&] { static_cast<void>(bias_ratio(calibration)); }),
              HasSubstr("no frame shows four neighbouring corners"));
}

TEST(BiasRatio, RefusesPointsThatFormNoLattice) {
  RandomStream random(13);
  std::vector<Vector3> points;
  for (int i = 0; i < 60; ++i) points.push_back({random.uniform(0, 0.4), random.uniform(0, 0.3), 0});
  const Observations data =
      simulate(ordinary_camera(), Target::from_points(points), {.frames = 10, .seed = 13}).observations;
  const Calibration calibration = calibrated(data);
  EXPECT_THAT(error_message([&] { static_cast<void>(bias_ratio(calibration)); }), HasSubstr("form no lattice"));
}

TEST(BiasRatio, RefusesACalibrationThatDidNotConverge) {
  const Observations data = simulate(ordinary_camera(), board(), {.frames = 8, .seed = 14}).observations;
  const Calibration stopped =
      calibrate(data, {.model = "radial2", .initial = {{1000, 1000, 900, 600, 0, 0}, {}}, .max_iterations = 1});
  ASSERT_FALSE(stopped.converged());
  for (const Calibration& failed : {stopped, Calibration{}}) {
    try {
      static_cast<void>(bias_ratio(failed));
      FAIL() << "of nothing";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kNotConverged);
      EXPECT_THAT(error.what(), HasSubstr("needs a calibration that succeeded; this one: " + failed.message));
    }
  }
}

TEST(BiasRatio, RefusesOptionsThatMakeNoSense) {
  const Observations data = simulate(ordinary_camera(), board(), {.frames = 6, .seed = 15}).observations;
  const Calibration calibration = calibrated(data);
  EXPECT_THROW(static_cast<void>(bias_ratio(calibration, {.resamples = -1})), Error);
  EXPECT_THROW(static_cast<void>(bias_ratio(calibration, {.image_columns = 0})), Error);
  EXPECT_THROW(static_cast<void>(bias_ratio(calibration, {.image_rows = 0})), Error);
}

}  // namespace
}  // namespace fiducia
