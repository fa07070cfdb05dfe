#include "fiducia/simulate/simulate_rig.h"

#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/random.h"
#include "fiducia/simulate/draw_pose.h"

namespace fiducia {
namespace {

/// A random direction times a length.
Vector3 random_arrow(RandomStream& random, double length) {
  Vector3 arrow;
  for (int i = 0; i < 3; ++i) arrow[i] = random.normal();
  return length * arrow.normalized();
}

/// Where a camera sees all points of a target; nothing where it does not, or looks at the back.
std::optional<std::vector<Vector2>> seen_whole(const Camera& camera, const Pose& camera_from_target,
                                               const std::vector<Vector3>& points, double front) {
  std::vector<Vector2> pixels;
  const ImageSize size = camera.image_size();
  for (const Vector3& point : points) {
    const Vector3 x = camera_from_target * point;
    if (x.dot(front * camera_from_target.rotation.col(2)) >= 0) return std::nullopt;
    const auto u = camera.project(x);
    if (!u || u->x() < -0.5 || u->y() < -0.5 || u->x() > size.width - 0.5 || u->y() > size.height - 0.5) {
      return std::nullopt;
    }
    pixels.push_back(*u);
  }
  return pixels;
}

std::string instant_name(std::size_t index) {
  const std::string digits = std::to_string(index);
  return "instant" + std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

void check_rig(const std::vector<SimulatedRigCamera>& cameras, const SimulateRigOptions& options) {
  const auto require = [](bool condition, const std::string& message) {
    if (!condition) throw Error(ErrorCode::kBadOption, message);
  };
  require(!cameras.empty(), "a rig needs at least one camera");
  require(options.instants >= 1 && options.instants <= 1000000, "the number of instants must be from 1 to 1000000");
  require(options.noise_px >= 0 && std::isfinite(options.noise_px), "the noise must be zero or more pixels");
  require(options.alone_fraction >= 0 && options.alone_fraction <= 1,
          "the part of instants that one camera sees alone must be from 0 to 1");
  require(!options.loose_mount || options.loose_mount->camera < cameras.size(), "the loose mount is of no camera");
}

}  // namespace

RigSimulation simulate_rig(const std::vector<SimulatedRigCamera>& cameras, const Target& target,
                           const SimulateRigOptions& options) {
  check_rig(cameras, options);
  RigSimulation simulation;
  simulation.observations.target = target;
  for (const SimulatedRigCamera& camera : cameras) {
    simulation.observations.cameras.push_back({camera.name, camera.camera.image_size()});
  }
  simulation.target_points = bent_points(target, options.bend_m);
  const auto count = static_cast<std::size_t>(options.instants);
  simulation.observations.instants.resize(count);
  simulation.rig_from_target.resize(count);
  const Vector3 centre = bounding_box(target.points).center();
  const Matrix3 facing = facing_the_camera(target);
  SharedProgress shared(options.progress, count);
  parallel_for(count, options.threads, [&](std::size_t j) {
    RandomStream random(options.seed, j);
    const std::size_t before = j % cameras.size();
    for (int draw = 0; draw < options.poses.max_draws; ++draw) {
      shared.require_go_on();
      const Pose rig_from_target =
          cameras[before].camera_from_rig.inverse() * draw_pose(random, options.poses, facing, centre);
      const Vector3 turn = random_arrow(random, options.turn_rate_rad_s);
      const Vector3 velocity = random_arrow(random, options.speed_m_s);
      std::vector<std::optional<std::vector<Vector2>>> seen(cameras.size());
      for (std::size_t c = 0; c < cameras.size(); ++c) {
        Pose camera_from_rig = cameras[c].camera_from_rig;
        const auto& loose = options.loose_mount;
        if (loose && loose->camera == c && static_cast<int>(j) >= loose->from_instant) {
          camera_from_rig = camera_from_rig.moved(loose->motion);
        }
        // About the target's centre, not about the rig.
        Pose late = rig_from_target;
        late.rotation = rotation_exp(cameras[c].lag_s * turn) * late.rotation;
        late.translation = rig_from_target * centre + cameras[c].lag_s * velocity - late.rotation * centre;
        seen[c] =
            seen_whole(cameras[c].camera, camera_from_rig * late, simulation.target_points, front_direction(target));
      }
      if (!seen[before]) continue;
      if (random.uniform() < options.alone_fraction) {
        for (std::size_t c = 0; c < cameras.size(); ++c) {
          if (c != before) seen[c].reset();
        }
      }
      Instant& instant = simulation.observations.instants[j];
      instant.name = instant_name(j);
      instant.frames.resize(cameras.size());
      for (std::size_t c = 0; c < cameras.size(); ++c) {
        if (!seen[c]) continue;
        Frame& frame = instant.frames[c].emplace();
        frame.name = cameras[c].name + "_" + instant.name;
        for (std::size_t id = 0; id < seen[c]->size(); ++id) {
          const double du = options.noise_px * random.normal();
          const double dv = options.noise_px * random.normal();
          frame.corners.push_back({static_cast<int>(id), (*seen[c])[id] + Vector2(du, dv)});
        }
      }
      simulation.rig_from_target[j] = rig_from_target;
      shared.add_one();
      return;
    }
    throw Error(ErrorCode::kBadOption,
                "the target was not wholly in view of camera '" + cameras[before].name + "' in any of " +
                    std::to_string(options.poses.max_draws) +
                    " random poses; take a smaller target, a shorter focal length or a greater distance");
  });
  return simulation;
}

}  // namespace fiducia
