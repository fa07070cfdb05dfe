#include "fiducia/simulate/simulate.h"

#include <Eigen/Geometry>
#include <cmath>
#include <optional>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/random.h"

namespace fiducia {
namespace {

/// Bounding box of the points.
Eigen::AlignedBox3d box_of(const std::vector<Vector3>& points) {
  Eigen::AlignedBox3d box;
  for (const Vector3& p : points) box.extend(p);
  return box;
}

Pose draw_pose(RandomStream& random, const PoseSampling& sampling, const Vector3& centre) {
  const auto angle = [&] { return random.uniform(-sampling.max_angle_rad, sampling.max_angle_rad); };
  const double x = angle();
  const double y = angle();
  const double z = angle();
  Pose pose;
  pose.rotation = (Eigen::AngleAxisd(z, Vector3::UnitZ()) * Eigen::AngleAxisd(y, Vector3::UnitY()) *
                   Eigen::AngleAxisd(x, Vector3::UnitX()))
                      .toRotationMatrix();
  const double tx = random.uniform(-sampling.max_offset_m, sampling.max_offset_m);
  const double ty = random.uniform(-sampling.max_offset_m, sampling.max_offset_m);
  const double tz = random.uniform(sampling.min_distance_m, sampling.max_distance_m);
  pose.translation = Vector3(tx, ty, tz) - pose.rotation * centre;
  return pose;
}

/// The pixels of all points, or nothing where one of them is not in the image.
std::optional<std::vector<Vector2>> project_all(const Camera& camera, const Pose& pose,
                                                const std::vector<Vector3>& points) {
  std::vector<Vector2> pixels;
  pixels.reserve(points.size());
  const ImageSize size = camera.image_size();
  for (const Vector3& point : points) {
    const auto u = camera.project(pose * point);
    if (!u || u->x() < -0.5 || u->y() < -0.5 || u->x() > size.width - 0.5 || u->y() > size.height - 0.5) {
      return std::nullopt;
    }
    pixels.push_back(*u);
  }
  return pixels;
}

std::string frame_name(std::size_t index) {
  std::string digits = std::to_string(index);
  return "frame" + std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

void check_options(const SimulateOptions& options) {
  const auto require = [](bool condition, const std::string& message) {
    if (!condition) throw Error(ErrorCode::kBadOption, message);
  };
  require(options.frames >= 1 && options.frames <= 1000000, "the number of frames must be from 1 to 1000000");
  require(options.noise_px >= 0 && std::isfinite(options.noise_px), "the noise must be zero or more pixels");
  require(std::isfinite(options.bend_m), "the bend must be a length in metres");
  const PoseSampling& poses = options.poses;
  require(poses.min_distance_m > 0 && poses.max_distance_m >= poses.min_distance_m,
          "the distances must be positive, the least before the greatest");
  require(poses.max_angle_rad >= 0 && poses.max_offset_m >= 0 && poses.max_draws >= 1,
          "angle, offset and draws of the poses must not be negative");
}

}  // namespace

std::vector<Vector3> bent_points(const Target& target, double bend_m) {
  std::vector<Vector3> points = target.points;
  const Eigen::AlignedBox3d box = box_of(points);
  const Vector3 half = (0.5 * box.sizes()).cwiseMax(1e-12);
  for (Vector3& p : points) {
    const Vector3 unit = (p - box.center()).cwiseQuotient(half);
    p.z() += bend_m * (1 - 0.5 * (unit.x() * unit.x() + unit.y() * unit.y()));
  }
  return points;
}

Simulation simulate(const Camera& camera, const Target& target, const SimulateOptions& options) {
  check_options(options);
  Simulation simulation;
  simulation.observations.image_size = camera.image_size();
  simulation.observations.target = target;
  simulation.target_points = bent_points(target, options.bend_m);
  const auto count = static_cast<std::size_t>(options.frames);
  simulation.observations.frames.resize(count);
  simulation.camera_from_target.resize(count);
  const Vector3 centre = box_of(target.points).center();
  parallel_for(count, options.threads, [&](std::size_t j) {
    RandomStream random(options.seed, j);
    for (int draw = 0; draw < options.poses.max_draws; ++draw) {
      const Pose pose = draw_pose(random, options.poses, centre);
      const auto pixels = project_all(camera, pose, simulation.target_points);
      if (!pixels) continue;
      Frame& frame = simulation.observations.frames[j];
      frame.name = frame_name(j);
      for (std::size_t id = 0; id < pixels->size(); ++id) {
        const double du = options.noise_px * random.normal();
        const double dv = options.noise_px * random.normal();
        frame.corners.push_back({static_cast<int>(id), (*pixels)[id] + Vector2(du, dv)});
      }
      simulation.camera_from_target[j] = pose;
      return;
    }
    throw Error(ErrorCode::kBadOption,
                "the target was not wholly in view in any of " + std::to_string(options.poses.max_draws) +
                    " random poses; take a smaller target, a shorter focal length or a greater distance");
  });
  return simulation;
}

}  // namespace fiducia
