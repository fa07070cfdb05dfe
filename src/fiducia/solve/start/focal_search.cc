#include "fiducia/solve/start/focal_search.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "fiducia/solve/refine_pose.h"
#include "fiducia/solve/start/ray_pose.h"

namespace fiducia {
namespace {

constexpr double kUnexplained_px = 100;  // the misfit of a frame without a pose
constexpr double kShortest = 0.12;       // focal lengths searched, in image diagonals
constexpr double kLongest = 8;
constexpr int kSteps = 26;

}  // namespace

Vector2 image_centre(ImageSize size) { return {0.5 * (size.width - 1), 0.5 * (size.height - 1)}; }

std::optional<double> closed_form_focal(const InitialValueData& data, const std::vector<std::size_t>& frames) {
  // Through a lens with an arbitrary focal length, poses are wrong but the homography is right up to its scaling: the
  // rays' homography for f0, with x and y multiplied by f0, is the one in pixels about the centre.
  const double f0 = std::hypot(data.image_size.width, data.image_size.height);
  const BaseLens lens{LensFamily::kRectilinear, f0, image_centre(data.image_size)};
  double numerator = 0;
  double denominator = 0;
  for (const std::size_t j : frames) {
    const Frame& frame = *data.frames[j].frame;
    std::vector<RayMatch> matches;
    for (const Corner& corner : frame.corners) {
      matches.push_back({(*data.points)[static_cast<std::size_t>(corner.id)], *lens.unproject(corner.pixel)});
    }
    const auto homography = homography_from_rays(matches, data.plane);
    if (!homography) continue;
    // With w = (f0/f)^2: w (h1.h2)_xy + (h1 h2)_z = 0 and w (|h1|^2 - |h2|^2)_xy + (h1^2 - h2^2)_z = 0.
    const Matrix3 h = *homography / homography->norm();
    const auto h1 = h.col(0);
    const auto h2 = h.col(1);
    const double xy[2] = {h1.head<2>().dot(h2.head<2>()), h1.head<2>().squaredNorm() - h2.head<2>().squaredNorm()};
    const double z[2] = {h1.z() * h2.z(), h1.z() * h1.z() - h2.z() * h2.z()};
    const double scale = std::pow(h1.norm() + h2.norm(), 4);
    for (int i = 0; i < 2; ++i) {
      numerator -= xy[i] * z[i] / scale;
      denominator += xy[i] * xy[i] / scale;
    }
  }
  const double w = numerator / denominator;
  if (!(w > 0) || !std::isfinite(w)) return std::nullopt;
  return f0 / std::sqrt(w);
}

std::optional<Pose> pose_through(const std::function<std::optional<Vector3>(const Vector2&)>& unproject,
                                 const InitialValueData& data, const Frame& frame) {
  std::vector<RayMatch> matches;
  for (const Corner& corner : frame.corners) {
    const auto ray = unproject(corner.pixel);
    if (!ray) return std::nullopt;
    matches.push_back({(*data.points)[static_cast<std::size_t>(corner.id)], *ray});
  }
  return pose_from_rays(matches, data.plane);
}

double lens_misfit(const BaseLens& lens, const InitialValueData& data, const std::vector<std::size_t>& frames) {
  const Camera camera = lens.camera(data.image_size);
  double misfit = 0;
  for (const std::size_t j : frames) {
    double rmse = kUnexplained_px;
    if (const auto pose =
            pose_through([&](const Vector2& u) { return lens.unproject(u); }, data, *data.frames[j].frame)) {
      const PoseFit fit =
          refine_pose(camera.model(), camera.parameters().data(), *data.frames[j].arrays, *pose, {.max_iterations = 3});
      if (fit.computable) rmse = std::min(rmse, fit.rmse);
    }
    misfit += rmse;
  }
  return misfit;
}

std::vector<BaseLens> focal_search(LensFamily family, const InitialValueData& data,
                                   const std::vector<std::size_t>& frames) {
  const double diagonal = std::hypot(data.image_size.width, data.image_size.height);
  std::vector<BaseLens> lenses;
  std::vector<double> misfits;
  for (int i = 0; i < kSteps; ++i) {
    const double f = diagonal * kShortest * std::pow(kLongest / kShortest, i / (kSteps - 1.0));
    lenses.push_back({family, f, image_centre(data.image_size)});
    misfits.push_back(lens_misfit(lenses.back(), data, frames));
  }
  std::vector<std::size_t> minima;
  for (std::size_t i = 0; i < lenses.size(); ++i) {
    const bool below_left = i == 0 || misfits[i] <= misfits[i - 1];
    const bool below_right = i + 1 == lenses.size() || misfits[i] < misfits[i + 1];
    if (below_left && below_right) minima.push_back(i);
  }
  std::sort(minima.begin(), minima.end(), [&](std::size_t a, std::size_t b) { return misfits[a] < misfits[b]; });
  std::vector<BaseLens> best;
  for (std::size_t i = 0; i < std::min<std::size_t>(2, minima.size()); ++i) best.push_back(lenses[minima[i]]);
  return best;
}

}  // namespace fiducia
