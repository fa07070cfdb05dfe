#include "benchmarks/detectors/accuracy.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "fiducia/core/random.h"
#include "fiducia/detect/detect_corners.h"
#include "fiducia/detect/target_markers.h"
#include "fiducia/simulate/render.h"
#include "fiducia/simulate/target_pattern.h"

namespace fiducia::bench {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

/// A board tilted about any axis in its plane, rolled, and somewhere near the middle of the image.
Pose pose_of(const DetectorCase& conditions, double distance_m, RandomStream& random, int picture) {
  const double share = conditions.pictures > 1 ? picture / (conditions.pictures - 1.0) : 1;
  const double tilt =
      (conditions.least_tilt_deg + share * (conditions.most_tilt_deg - conditions.least_tilt_deg)) * kDegree;
  const double axis = 2 * std::numbers::pi * random.uniform();
  const double roll = (2 * random.uniform() - 1) * 25 * kDegree;
  Eigen::Matrix3d rotation =
      (Eigen::AngleAxisd(tilt, Vector3(std::cos(axis), std::sin(axis), 0)) * Eigen::AngleAxisd(roll, Vector3::UnitZ()))
          .toRotationMatrix();
  if (front_direction(conditions.target) > 0) rotation = rotation * Vector3(1, -1, -1).asDiagonal();
  Vector3 centre = Vector3::Zero();
  for (const Vector3& point : conditions.target.points) centre += point;
  centre /= static_cast<double>(conditions.target.points.size());
  const double pixel_m = distance_m / (20 * conditions.square_px);
  const Vector3 place{(random.uniform() - 0.5) * 10 * pixel_m, (random.uniform() - 0.5) * 10 * pixel_m, distance_m};
  Pose pose;
  pose.rotation = rotation;
  pose.translation = place - rotation * centre;
  return pose;
}

}  // namespace

DetectorAccuracy detector_accuracy(const DetectorCase& conditions) {
  const Target& target = conditions.target;
  double side_m = 0;
  for (const Vector3& point : target.points) side_m = std::max({side_m, point.x(), point.y()});
  const double squares = side_m / target.spacing_m;
  const int side_px = std::max(240, static_cast<int>((1.35 * squares + 4) * conditions.square_px));
  // A lens that bends lines as good lenses do: 1% at the corners of the image.
  const double focal_px = 20 * conditions.square_px;
  const double corner = 0.71 * side_px / focal_px;
  const Camera camera("radial2",
                      {{"fx", focal_px},
                       {"fy", focal_px},
                       {"cx", 0.5 * side_px - 0.3},
                       {"cy", 0.5 * side_px + 0.2},
                       {"k1", -0.01 / (corner * corner)},
                       {"k2", 0}},
                      {side_px, side_px});
  RenderOptions options;
  options.psf_px = conditions.psf_px;
  options.sensor.read_noise = conditions.noise;
  options.seed = conditions.seed;
  const RayTable rays(camera, ray_border_px(options), 0);
  const PatternGrid pattern = target_pattern(target, target_markers(target), default_margin_m(target));
  const TargetSurface surface(target, 0);
  const double distance_m = focal_px * target.spacing_m / conditions.square_px;

  DetectorAccuracy result;
  double squares_sum = 0;
  for (int i = 0; i < conditions.pictures; ++i) {
    RandomStream random(conditions.seed, static_cast<std::uint64_t>(i));
    const Pose pose = pose_of(conditions, distance_m, random, i);
    const GrayImage image = render(rays, pattern, surface, pose, options, static_cast<std::uint64_t>(i));
    const std::vector<std::uint8_t> bytes(image.pixels.begin(), image.pixels.end());
    const FoundCorners found = detect_corners({bytes.data(), image.width, image.height}, target);
    ++result.pictures;
    result.found_pictures += found.corners.empty() ? 0 : 1;
    result.corners += static_cast<int>(target.points.size());
    for (const Corner& seen : found.corners) {
      const auto truth = camera.project(pose * target.points[static_cast<std::size_t>(seen.id)]);
      const Vector2 off = seen.pixel - truth.value();
      squares_sum += off.squaredNorm();
      result.mean_x_px += off.x();
      result.mean_y_px += off.y();
      result.worst_px = std::max(result.worst_px, off.norm());
      ++result.found_corners;
      ++result.all_corners;
    }
  }
  const double count = std::max(1, result.found_corners);
  result.rms_px = std::sqrt(squares_sum / (2 * count));
  result.mean_x_px /= count;
  result.mean_y_px /= count;
  return result;
}

}  // namespace fiducia::bench
