#include "fiducia/evaluate/tile_fits.h"

#include <cmath>

#include "fiducia/core/parallel.h"
#include "fiducia/solve/refine_pose.h"

namespace fiducia {
namespace {

/// Convergence of a tile's pose: 8 observations for 6 parameters, so the steps are long and few standard deviations.
constexpr PoseFitOptions kTileFit = {.max_iterations = 100, .tolerance = 1e-6};

using TileResiduals = std::array<double, 8>;

TileResiduals residuals_of(const Camera& camera, const std::vector<Vector3>& points,
                           const std::array<Corner, 4>& corners, const Pose& pose) {
  TileResiduals result;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vector3& point = points[static_cast<std::size_t>(corners[i].id)];
    const Vector2 r =
        corners[i].weight * (corners[i].pixel - camera.model().project(camera.parameters().data(), pose * point));
    result[2 * i] = r.x();
    result[2 * i + 1] = r.y();
  }
  return result;
}

struct FrameTiles {
  std::vector<TileFit> fits;
  std::size_t not_fitted = 0;
};

FrameTiles fit_frame(const Calibration& calibration, const std::vector<Tile>& tiles, std::size_t index) {
  const FrameFit& fit = calibration.frames[index];
  const std::vector<Corner>& seen = corners_of(calibration, fit);
  std::vector<int> place(target_points(calibration).size(), -1);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    place[static_cast<std::size_t>(seen[i].id)] = static_cast<int>(i);
  }
  const Camera& camera = *calibration.camera;
  FrameTiles result;
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    std::array<Corner, 4> corners;
    bool visible = true;
    for (std::size_t i = 0; i < 4 && visible; ++i) {
      const int at = place[static_cast<std::size_t>(tiles[t][i])];
      visible = at >= 0;
      if (visible) corners[i] = seen[static_cast<std::size_t>(at)];
    }
    if (!visible) continue;
    const PoseFit pose =
        refine_pose(camera.model(), camera.parameters().data(), CornerArrays(corners, target_points(calibration)),
                    fit.camera_from_target, kTileFit);
    if (!pose.computable) {
      ++result.not_fitted;
      continue;
    }
    result.fits.push_back({index, static_cast<int>(t), corners,
                           residuals_of(camera, target_points(calibration), corners, fit.camera_from_target),
                           residuals_of(camera, target_points(calibration), corners, pose.pose)});
  }
  return result;
}

}  // namespace

std::array<double, 8> even_residuals(const TileFit& fit) {
  // What a pose cannot absorb is, but for perspective, one vector z with signs + - - + at the corners. Weighted
  // residuals are orthogonal to weighted derivatives, therefore proportional to z/weight; multiplied by the weight they
  // are even.
  TileResiduals even = fit.residuals;
  double before = 0;
  double after = 0;
  for (std::size_t i = 0; i < even.size(); ++i) {
    even[i] *= fit.corners[i / 2].weight;
    before += fit.residuals[i] * fit.residuals[i];
    after += even[i] * even[i];
  }
  if (!(after > 0)) return fit.residuals;
  for (double& r : even) r *= std::sqrt(before / after);
  return even;
}

TileFits fit_tiles(const Calibration& calibration, int threads, const Progress& progress) {
  require_converged(calibration, "a fit of tiles");
  TileFits all{virtual_targets(calibration.observations->target), {}, 0};
  std::vector<FrameTiles> frames(calibration.frames.size());
  SharedProgress shared(progress);
  parallel_for(frames.size(), threads, [&](std::size_t i) {
    shared.require_go_on();
    frames[i] = fit_frame(calibration, all.tiles, i);
  });
  for (const FrameTiles& frame : frames) {
    all.fits.insert(all.fits.end(), frame.fits.begin(), frame.fits.end());
    all.not_fitted += frame.not_fitted;
  }
  return all;
}

}  // namespace fiducia
