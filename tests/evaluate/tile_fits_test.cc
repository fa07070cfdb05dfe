#include "fiducia/evaluate/tile_fits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "tests/evaluate/literal_pose_fit.h"
#include "tests/solve/setups.h"

namespace fiducia {
namespace {

using testing::board;
using testing::literal_pose_fit;
using testing::ordinary_camera;
using testing::residuals_at;

Observations perhaps_bent_views(int frames, double bend_m = 0) {
  return simulate(ordinary_camera(), board(), {.frames = frames, .noise_px = 0.1, .bend_m = bend_m, .seed = 1})
      .observations;
}

/// Each tile has the least sum of squares that a pose of its own can give, intrinsics as they are. (Four corners that
/// are seen from afar fit well in two poses: the witness, which takes other steps, may end in the worse one.)
TEST(TileFits, AreMinima) {
  const Observations data = perhaps_bent_views(5, 0.001);
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  const TileFits tiles = fit_tiles(calibration, data);
  ASSERT_EQ(tiles.fits.size(), 100U);
  EXPECT_EQ(tiles.not_fitted, 0U);
  int equal = 0;
  for (const TileFit& fit : tiles.fits) {
    const Pose& start = calibration.frames[fit.frame].camera_from_target;
    const Pose pose = literal_pose_fit(calibration.camera, fit.corners, data.target.points, start);
    const double expected = residuals_at(calibration.camera, fit.corners, data.target.points, pose).squaredNorm();
    const double before = residuals_at(calibration.camera, fit.corners, data.target.points, start).squaredNorm();
    const Eigen::Map<const Eigen::VectorXd> ours(fit.residuals.data(), 8);
    const Eigen::Map<const Eigen::VectorXd> frame(fit.frame_residuals.data(), 8);
    EXPECT_LT(ours.squaredNorm(), expected + 1e-5 * expected + 1e-12);
    if (ours.squaredNorm() > expected - 1e-5 * expected - 1e-12) ++equal;
    EXPECT_NEAR(frame.squaredNorm(), before, 1e-9 * before);
    EXPECT_LT(ours.squaredNorm(), frame.squaredNorm());
  }
  EXPECT_GE(equal, 97);
}

TEST(TileFits, AreThoseOfWhichAllFourCornersAreSeen) {
  Observations data = perhaps_bent_views(4);
  std::vector<Corner>& corners = data.frames[1].corners;
  corners.erase(corners.begin() + 33);  // row 3, column 3: tile 6 of a board with 5 x 4
  std::reverse(data.frames[2].corners.begin(), data.frames[2].corners.end());
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  const TileFits tiles = fit_tiles(calibration, data);
  EXPECT_EQ(tiles.tiles, virtual_targets(data.target));
  std::set<std::pair<std::size_t, int>> seen;
  for (const TileFit& fit : tiles.fits) {
    seen.insert({fit.frame, fit.tile});
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(fit.corners[i].id, tiles.tiles[static_cast<std::size_t>(fit.tile)][i]) << "whatever the frame's order";
    }
  }
  EXPECT_EQ(seen.size(), 79U);
  EXPECT_EQ(seen.count({1, 6}), 0U);
}

TEST(TileFits, DoNotDependOnTheNumberOfThreads) {
  const Observations data = perhaps_bent_views(8);
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  const TileFits one = fit_tiles(calibration, data, 1);
  const TileFits four = fit_tiles(calibration, data, 4);
  ASSERT_EQ(one.fits.size(), four.fits.size());
  for (std::size_t i = 0; i < one.fits.size(); ++i) {
    EXPECT_EQ(one.fits[i].residuals, four.fits[i].residuals);
    EXPECT_EQ(one.fits[i].frame, four.fits[i].frame);
    EXPECT_EQ(one.fits[i].tile, four.fits[i].tile);
  }
}

}  // namespace
}  // namespace fiducia
