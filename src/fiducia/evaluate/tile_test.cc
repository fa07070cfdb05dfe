#include "fiducia/evaluate/tile_test.h"

#include <vector>

#include "fiducia/core/distributions.h"
#include "fiducia/core/parallel.h"
#include "fiducia/solve/refine_pose.h"

namespace fiducia {
TileTest tile_test(const Calibration& calibration, const TileFits& tiles, const TileFreedom& freedom, int threads,
                   const Progress& progress) {
  std::vector<std::vector<Corner>> corners(calibration.frames.size());
  double tile_rss = 0;
  for (const TileFit& fit : tiles.fits) {
    for (const double r : fit.residuals) tile_rss += r * r;
    corners[fit.frame].insert(corners[fit.frame].end(), fit.corners.begin(), fit.corners.end());
  }
  std::vector<double> frame_rss(corners.size());
  const Camera& camera = *calibration.camera;
  SharedProgress shared(progress);
  parallel_for(corners.size(), threads, [&](std::size_t j) {
    shared.require_go_on();
    if (corners[j].empty()) return;
    frame_rss[j] =
        refine_pose(camera.model(), camera.parameters().data(), CornerArrays(corners[j], target_points(calibration)),
                    calibration.frames[j].camera_from_target)
            .cost;
  });
  double rss = 0;
  for (const double sum : frame_rss) rss += sum;
  TileTest test;
  const double rounding = kTileCoordinates * static_cast<double>(tiles.fits.size()) * kRounding_px * kRounding_px;
  if (!(freedom.between > 0) || !(freedom.within > 0) || !(tile_rss > 0) || rss <= rounding) return test;
  test.f_statistic = (rss - tile_rss) / freedom.between / (tile_rss / freedom.within);
  const FisherF distribution(freedom.between, freedom.within);
  if (test.f_statistic > 0) test.p_value = boost::math::cdf(boost::math::complement(distribution, test.f_statistic));
  return test;
}

}  // namespace fiducia
