#include "fiducia/evaluate/tile_fits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "fiducia/core/statistics.h"
#include "fiducia/solve/start/mirrored_pose.h"
#include "tests/evaluate/literal_pose_fit.h"
#include "tests/solve/setups.h"

namespace fiducia {
namespace {

using testing::board;
using testing::literal_pose_fit;
using testing::ordinary_camera;
using testing::residuals_at;
using testing::with_levels;

Observations perhaps_bent_views(int frames, double bend_m = 0) {
  return simulate(ordinary_camera(), board(), {.frames = frames, .noise_px = 0.1, .bend_m = bend_m, .seed = 1})
      .observations;
}

/// Each tile has the least sum of squares that a pose of its own can give, intrinsics as they are. (Four corners that
/// are seen from afar fit well in two poses: the reference, which takes other steps, may end in the worse one.)
void expect_minima(const Observations& data) {
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  const TileFits tiles = fit_tiles(calibration);
  ASSERT_EQ(tiles.fits.size(), 100U);
  EXPECT_EQ(tiles.not_fitted, 0U);
  int equal = 0;
  for (const TileFit& fit : tiles.fits) {
    const Pose& start = calibration.frames[fit.frame].camera_from_target;
    const Pose pose = literal_pose_fit(*calibration.camera, fit.corners, data.target.points, start);
    const double expected = residuals_at(*calibration.camera, fit.corners, data.target.points, pose).squaredNorm();
    const double before = residuals_at(*calibration.camera, fit.corners, data.target.points, start).squaredNorm();
    const Eigen::Map<const Eigen::VectorXd> ours(fit.residuals.data(), 8);
    const Eigen::Map<const Eigen::VectorXd> frame(fit.frame_residuals.data(), 8);
    EXPECT_LT(ours.squaredNorm(), expected + 1e-5 * expected + 1e-12);
    if (ours.squaredNorm() > expected - 1e-5 * expected - 1e-12) ++equal;
    EXPECT_NEAR(frame.squaredNorm(), before, 1e-9 * before);
    EXPECT_LT(ours.squaredNorm(), frame.squaredNorm());
  }
  EXPECT_GE(equal, 97);
}

/// Through a lens that the model does not have, tiles are no parallelograms, and many a fit from the frame's pose ends
/// in the mirrored one of the two poses that four corners have.
TEST(TileFits, TakeTheOtherPoseWhereItFitsClearlyBetter) {
  const Observations data = perhaps_bent_views(200);
  const Calibration calibration = calibrate(data, {.model = "pinhole"});
  ASSERT_TRUE(calibration.converged());
  const Camera& camera = *calibration.camera;
  const auto squares = [&](const TileFit& fit, const Pose& pose) {
    return residuals_at(camera, fit.corners, data.target.points, pose).squaredNorm();
  };
  int better = 0;
  int missed = 0;
  const TileFits tiles = fit_tiles(calibration);
  std::vector<double> left;
  for (const TileFit& fit : tiles.fits)
    left.push_back(Eigen::Map<const Eigen::VectorXd>(fit.residuals.data(), 8).squaredNorm());
  const double noise = median(left);
  for (std::size_t i = 0; i < tiles.fits.size(); ++i) {
    const TileFit& fit = tiles.fits[i];
    const Pose& start = calibration.frames[fit.frame].camera_from_target;
    const double near = squares(fit, literal_pose_fit(camera, fit.corners, data.target.points, start));
    std::vector<Vector3> corners;
    for (const Corner& corner : fit.corners) corners.push_back(data.target.points[static_cast<std::size_t>(corner.id)]);
    const std::optional<Pose> mirrored = mirrored_pose(start, fit_board_plane(corners));
    const double far =
        mirrored ? squares(fit, literal_pose_fit(camera, fit.corners, data.target.points, *mirrored)) : near;
    if (left[i] < 0.5 * near) ++better;
    if (std::min(near, far) < left[i] - 12 * noise) ++missed;
  }
  EXPECT_GT(better, 0);
  EXPECT_EQ(missed, 0);
}

TEST(TileFits, AreMinima) { expect_minima(perhaps_bent_views(5, 0.001)); }

TEST(TileFits, AreMinimaWithWeights) { expect_minima(with_levels(perhaps_bent_views(5, 0.001), 0.05, 3)); }

/// A fourth of the noise's variance in each coordinate, whatever the corners' weights, up to the leverage that a view
/// in perspective gives: unlike the residuals themselves, which are large at corners with a small weight only.
TEST(TileFits, AreEvenOnDemand) {
  const Observations exact =
      simulate(ordinary_camera(), board(), {.frames = 40, .noise_px = 0, .seed = 2}).observations;
  const Observations data = with_levels(exact, 0.1, 3);
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  struct Sum {
    double even = 0;
    double raw = 0;
    double count = 0;
  };
  Sum sums[3];  // of the weights 1, 1/2, 1/4 beside other weights
  for (const TileFit& fit : fit_tiles(calibration).fits) {
    const std::array<double, 8> even = even_residuals(fit);
    double squares = 0;
    double even_squares = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      squares += fit.residuals[i] * fit.residuals[i];
      even_squares += even[i] * even[i];
      Sum& sum = sums[static_cast<std::size_t>(std::lround(-std::log2(fit.corners[i / 2].weight)))];
      sum.even += even[i] * even[i];
      sum.raw += fit.residuals[i] * fit.residuals[i];
      sum.count += 1;
    }
    EXPECT_NEAR(even_squares, squares, 1e-12);
  }
  for (const Sum& sum : sums) EXPECT_NEAR(sum.even / sum.count, 0.25 * 0.1 * 0.1, 0.15 * 0.25 * 0.1 * 0.1);
  EXPECT_GT(sums[2].raw / sums[2].count, 4 * sums[0].raw / sums[0].count);
}

TEST(TileFits, AreLeftAsTheyAreWhereAllWeightsAreOne) {
  const Observations data = perhaps_bent_views(3);
  for (const TileFit& fit : fit_tiles(calibrate(data, {.model = "radial2"})).fits) {
    EXPECT_EQ(even_residuals(fit), fit.residuals);
  }
}

TEST(TileFits, AreThoseOfWhichAllFourCornersAreSeen) {
  Observations data = perhaps_bent_views(4);
  std::vector<Corner>& corners = data.frames[1].corners;
  corners.erase(corners.begin() + 33);  // row 3, column 3: tile 6 of a board with 5 x 4
  std::reverse(data.frames[2].corners.begin(), data.frames[2].corners.end());
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  const TileFits tiles = fit_tiles(calibration);
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
  const TileFits one = fit_tiles(calibration, 1);
  const TileFits four = fit_tiles(calibration, 4);
  ASSERT_EQ(one.fits.size(), four.fits.size());
  for (std::size_t i = 0; i < one.fits.size(); ++i) {
    EXPECT_EQ(one.fits[i].residuals, four.fits[i].residuals);
    EXPECT_EQ(one.fits[i].frame, four.fits[i].frame);
    EXPECT_EQ(one.fits[i].tile, four.fits[i].tile);
  }
}

}  // namespace
}  // namespace fiducia
