#include <gtest/gtest.h>

#include "fiducia/core/distributions.h"
#include "fiducia/evaluate/tile_test.h"
#include "tests/evaluate/literal_pose_fit.h"
#include "tests/solve/setups.h"

namespace fiducia {
namespace {

using testing::board;
using testing::literal_pose_fit;
using testing::ordinary_camera;
using testing::residuals_at;

struct Case {
  Observations data;
  Calibration calibration;
  TileFits tiles;
};

Case made(double bend_m, std::uint64_t seed) {
  Observations data = testing::with_hidden_corners(
      simulate(ordinary_camera(), board(), {.frames = 6, .noise_px = 0.1, .bend_m = bend_m, .seed = seed})
          .observations);
  Calibration calibration = calibrate(data, {.model = "radial2"});
  TileFits tiles = fit_tiles(calibration);
  return {std::move(data), std::move(calibration), std::move(tiles)};
}

/// One pose per frame (6 each) against one pose per tile (6 each, 8 coordinates), on the corners that lie in tiles.
TEST(TileTest, IsTheFTestThatAHandComputes) {
  const Case c = made(0.0005, 1);
  double tile_rss = 0;
  std::vector<std::vector<Corner>> corners(c.calibration.frames.size());
  for (const TileFit& fit : c.tiles.fits) {
    for (const double r : fit.residuals) tile_rss += r * r;
    corners[fit.frame].insert(corners[fit.frame].end(), fit.corners.begin(), fit.corners.end());
  }
  double frame_rss = 0;
  double frames = 0;
  for (std::size_t j = 0; j < corners.size(); ++j) {
    if (corners[j].empty()) continue;
    const Pose pose = literal_pose_fit(*c.calibration.camera, corners[j], c.data.target.points,
                                       c.calibration.frames[j].camera_from_target);
    frame_rss += residuals_at(*c.calibration.camera, corners[j], c.data.target.points, pose).squaredNorm();
    ++frames;
  }
  const auto n_tiles = static_cast<double>(c.tiles.fits.size());
  const double f = ((frame_rss - tile_rss) / (6 * (n_tiles - frames))) / (tile_rss / (2 * n_tiles));
  const TileTest test = tile_test(c.calibration, c.tiles, tile_freedom(c.calibration, c.tiles));
  EXPECT_NEAR(test.f_statistic, f, 1e-4 * f);
  const FisherF distribution(6 * (n_tiles - frames), 2 * n_tiles);
  const double p = 1 - boost::math::cdf(distribution, f);
  EXPECT_NEAR(test.p_value, p, 1e-3 * p + 1e-12);
}

/// Where nothing is wrong, the p-value is uniform: of thirty, none is below 1/3000 but by a chance of 1 %, and their
/// mean is 1/2 within three times 0.29/sqrt(30).
TEST(TileTest, FindsNothingWhereThereIsNothing) {
  double sum = 0;
  for (std::uint64_t seed = 10; seed < 40; ++seed) {
    const Case c = made(0, seed);
    const double p = tile_test(c.calibration, c.tiles, tile_freedom(c.calibration, c.tiles)).p_value;
    EXPECT_GT(p, 1 / 3000.0);
    sum += p / 30;
  }
  EXPECT_NEAR(sum, 0.5, 3 * 0.29 / std::sqrt(30.0));
}

TEST(TileTest, FindsABentTarget) {
  const Case c = made(0.002, 2);
  const TileTest test = tile_test(c.calibration, c.tiles, tile_freedom(c.calibration, c.tiles));
  EXPECT_GT(test.f_statistic, 2);
  EXPECT_LT(test.p_value, 1e-6);
}

TEST(TileTest, WithOneTileAFrameHasNothingToTest) {
  Case c = made(0.002, 3);
  TileFits first = c.tiles;
  first.fits.clear();
  for (std::size_t j = 0; j < c.calibration.frames.size(); ++j) {
    for (const TileFit& fit : c.tiles.fits) {
      if (fit.frame != j) continue;
      first.fits.push_back(fit);
      break;
    }
  }
  ASSERT_GT(first.fits.size(), 2U);
  EXPECT_EQ(tile_test(c.calibration, first, tile_freedom(c.calibration, first)).p_value, 1);
}

TEST(TileTest, WithoutResidualsHasNothingToTest) {
  Case c = made(0, 4);
  for (TileFit& fit : c.tiles.fits) fit.residuals.fill(0);
  EXPECT_EQ(tile_test(c.calibration, c.tiles, tile_freedom(c.calibration, c.tiles)).p_value, 1);
  c.tiles.fits.clear();
  EXPECT_EQ(tile_test(c.calibration, c.tiles, tile_freedom(c.calibration, c.tiles)).p_value, 1);
}

TEST(TileTest, DoesNotDependOnTheNumberOfThreads) {
  const Case c = made(0.0005, 5);
  EXPECT_EQ(tile_test(c.calibration, c.tiles, tile_freedom(c.calibration, c.tiles), 1).f_statistic,
            tile_test(c.calibration, c.tiles, tile_freedom(c.calibration, c.tiles), 4).f_statistic);
}

}  // namespace
}  // namespace fiducia
