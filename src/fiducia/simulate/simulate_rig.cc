#include "fiducia/simulate/simulate_rig.h"

#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/random.h"
#include "fiducia/simulate/board_view.h"
#include "fiducia/simulate/draw_pose.h"

namespace fiducia {
namespace {

constexpr std::size_t kSpoiledInstant = 8;  // every so many

/// A random direction times a length.
Vector3 random_arrow(RandomStream& random, double length) {
  Vector3 arrow;
  for (int i = 0; i < 3; ++i) arrow[i] = random.normal();
  return length * arrow.normalized();
}

/// Where a camera sees all points of a target; nothing where it does not, or looks at the back.
std::optional<std::vector<Vector2>> seen_whole(const FrameCamera& camera, const Pose& camera_from_target,
                                               const std::vector<Vector3>& points, double front) {
  for (const Vector3& point : points) {
    if ((camera_from_target * point).dot(front * camera_from_target.rotation.col(2)) >= 0) return std::nullopt;
  }
  return project_all(camera, camera_from_target, points);
}

/// What happens to each camera at an instant; the target's bend is the same for all.
std::vector<FrameEffects> effects_of_cameras(const std::vector<SimulatedRigCamera>& cameras, const Target& target,
                                             const SimulateRigOptions& options, std::size_t instant) {
  constexpr std::uint64_t kNextCamera = 0x9e3779b97f4a7c15ULL;
  std::vector<FrameEffects> effects;
  for (std::size_t c = 0; c < cameras.size(); ++c) {
    effects.push_back(
        draw_effects(options.effects, cameras[c].camera, target, options.seed + c * kNextCamera, instant));
    effects.back().bend = effects.front().bend;
  }
  return effects;
}

/// How far each camera has moved in its mount at an instant.
std::vector<Vector6> motions_of_mounts(std::size_t cameras, const SimulateRigOptions& options, std::size_t instant) {
  constexpr std::uint64_t kMountStreams = 0x6d6f756e74ULL;  // so that mounts and poses of one seed are unrelated
  std::vector<Vector6> motions(cameras, Vector6::Zero());
  RandomStream random(options.seed ^ kMountStreams, instant);
  for (const ShakyMount& mount : options.shaky_mounts) {
    for (int i = 0; i < 6; ++i) motions[mount.camera][i] += (i < 3 ? mount.turn_rad : mount.shift_m) * random.normal();
  }
  const auto& loose = options.loose_mount;
  if (loose && static_cast<int>(instant) >= loose->from_instant) motions[loose->camera] += loose->motion;
  return motions;
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
  for (const ShakyMount& mount : options.shaky_mounts) {
    require(mount.camera < cameras.size(), "the shaky mount is of no camera");
    require(mount.shift_m >= 0 && mount.turn_rad >= 0, "a shaky mount moves by zero or more metres and radians");
  }
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
  simulation.views.resize(count);
  const Vector3 centre = bounding_box(target.points).center();
  const Matrix3 facing = facing_the_camera(target);
  SharedProgress shared(options.progress, count);
  parallel_for(count, options.threads, [&](std::size_t j) {
    RandomStream random(options.seed, j);
    const std::size_t before = j % cameras.size();
    const std::vector<FrameEffects> effects = effects_of_cameras(cameras, target, options, j);
    const std::vector<Vector6> motions = motions_of_mounts(cameras.size(), options, j);
    const Vector3& bend = effects.front().bend;
    const std::vector<Vector3> points =
        bend.isZero() ? simulation.target_points : bent_points(target, options.bend_m, bend);
    std::vector<SurfacePoint> board;
    if (options.poses.board_margin_m > 0) {
      board = board_outline(target, TargetSurface(target, options.bend_m, bend), options.poses.board_margin_m);
    }
    const bool spoiled = j % kSpoiledInstant == kSpoiledInstant / 2;
    const double noise = std::hypot(options.noise_px, spoiled ? options.spoiled_px : 0);
    std::vector<SimulatedView>& views = simulation.views[j];
    for (int draw = 0; draw < options.poses.max_draws; ++draw) {
      shared.require_go_on();
      const Pose rig_from_target =
          cameras[before].camera_from_rig.inverse() * draw_pose(random, options.poses, facing, centre);
      const Vector3 turn = random_arrow(random, options.turn_rate_rad_s);
      const Vector3 velocity = random_arrow(random, options.speed_m_s);
      std::vector<std::optional<std::vector<Vector2>>> seen(cameras.size());
      views.assign(cameras.size(), {});
      for (std::size_t c = 0; c < cameras.size(); ++c) {
        const Pose camera_from_rig = cameras[c].camera_from_rig.moved(motions[c]);
        // About the target's centre, not about the rig.
        Pose late = rig_from_target;
        late.rotation = rotation_exp(cameras[c].lag_s * turn) * late.rotation;
        late.translation = rig_from_target * centre + cameras[c].lag_s * velocity - late.rotation * centre;
        const FrameCamera camera{cameras[c].camera, effects[c].disturbance, !options.effects.empty()};
        views[c] = {camera_from_rig * late, effects[c]};
        seen[c] = seen_whole(camera, views[c].camera_from_target, points, front_direction(target));
        if (!seen_from_the_front(camera, views[c].camera_from_target, board)) seen[c].reset();
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
          const double du = noise * random.normal();
          const double dv = noise * random.normal();
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
