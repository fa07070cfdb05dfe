#include "fiducia/evaluate/tile_fits.h"

#include <cmath>
#include <optional>

#include "fiducia/core/parallel.h"
#include "fiducia/core/statistics.h"
#include "fiducia/solve/refine_pose.h"
#include "fiducia/solve/start/board_plane.h"
#include "fiducia/solve/start/mirrored_pose.h"

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

BoardPlane plane_of(const std::vector<Vector3>& points, const std::array<Corner, 4>& corners) {
  std::vector<Vector3> tile;
  for (const Corner& corner : corners) tile.push_back(points[static_cast<std::size_t>(corner.id)]);
  return fit_board_plane(tile);
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

double squares_of(const TileResiduals& residuals) {
  double sum = 0;
  for (const double r : residuals) sum += r * r;
  return sum;
}

/// Four corners that are seen from afar fit well in two poses, mirrored to each other. The fit from the frame's pose
/// ends in the one that the frame has, as a rule; where the other fits better by more than noise explains, it was that
/// one. (Taking the better one always would fit noise: in one of ten tiles of a right calibration it is the other.)
void try_mirrored(const Calibration& calibration, std::vector<TileFit>* fits) {
  constexpr double kMedian = 1.386;  // of chi^2 with the two degrees of freedom that eight coordinates and a pose leave
  constexpr double kClearly = 16;    // squared standard deviations; chance exceeds it in one tile of 3000
  std::vector<double> squares;
  for (const TileFit& fit : *fits) squares.push_back(squares_of(fit.residuals));
  if (squares.empty()) return;
  const double more = kClearly * median(squares) / kMedian;
  const Camera& camera = *calibration.camera;
  const std::vector<Vector3>& points = target_points(calibration);
  for (TileFit& fit : *fits) {
    const double least = squares_of(fit.residuals);
    if (!(least > more)) continue;
    const std::optional<Pose> mirrored =
        mirrored_pose(calibration.frames[fit.frame].camera_from_target, plane_of(points, fit.corners));
    if (!mirrored) continue;
    const PoseFit other =
        refine_pose(camera.model(), camera.parameters().data(), CornerArrays(fit.corners, points), *mirrored, kTileFit);
    if (!other.computable || !(other.cost < least - more)) continue;
    fit.residuals = residuals_of(camera, points, fit.corners, other.pose);
  }
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
  try_mirrored(calibration, &all.fits);
  return all;
}

}  // namespace fiducia
