#include "fiducia/simulate/simulate.h"

#include <Eigen/Geometry>
#include <cmath>
#include <optional>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/random.h"
#include "fiducia/simulate/board_view.h"
#include "fiducia/simulate/draw_pose.h"

namespace fiducia {
namespace {

constexpr std::size_t kSpoiledEvery = 8;

std::string frame_name(std::size_t index) {
  std::string digits = std::to_string(index);
  return "frame" + std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

void check_simulate_options(const SimulateOptions& options) {
  const auto require = [](bool condition, const std::string& message) {
    if (!condition) throw Error(ErrorCode::kBadOption, message);
  };
  require(options.frames >= 1 && options.frames <= 1000000, "the number of frames must be from 1 to 1000000");
  require(options.noise_px >= 0 && std::isfinite(options.noise_px), "the noise must be zero or more pixels");
  require(std::isfinite(options.bend_m), "the bend must be a length in metres");
  require(options.spoiled_px >= 0 && std::isfinite(options.spoiled_px),
          "the noise of spoiled frames must be zero or more pixels");
  const PoseSampling& poses = options.poses;
  require(poses.min_distance_m > 0 && poses.max_distance_m >= poses.min_distance_m,
          "the distances must be positive, the least before the greatest");
  require(poses.max_angle_rad >= 0 && poses.max_offset_m >= 0 && poses.max_draws >= 1,
          "angle, offset and draws of the poses must not be negative");
  require(poses.board_margin_m >= 0 && std::isfinite(poses.board_margin_m),
          "the margin of the board must be zero or more metres");
}

}  // namespace

Simulation simulate(const Camera& camera, const Target& target, const SimulateOptions& options) {
  check_simulate_options(options);
  Simulation simulation;
  simulation.observations.image_size = camera.image_size();
  simulation.observations.target = target;
  simulation.target_points = bent_points(target, options.bend_m);
  const auto count = static_cast<std::size_t>(options.frames);
  simulation.observations.frames.resize(count);
  simulation.camera_from_target.resize(count);
  const Vector3 centre = bounding_box(target.points).center();
  const Matrix3 facing = facing_the_camera(target);
  simulation.effects.resize(count);
  SharedProgress shared(options.progress, count);
  parallel_for(count, options.threads, [&](std::size_t j) {
    RandomStream random(options.seed, j);
    FrameEffects& effects = simulation.effects[j];
    effects = draw_effects(options.effects, camera, target, options.seed, j);
    const FrameCamera seen_by{camera, effects.disturbance, !options.effects.empty()};
    const std::vector<Vector3> points =
        effects.bend.isZero() ? simulation.target_points : bent_points(target, options.bend_m, effects.bend);
    std::vector<SurfacePoint> board;
    if (options.poses.board_margin_m > 0) {
      board = board_outline(target, TargetSurface(target, options.bend_m, effects.bend), options.poses.board_margin_m);
    }
    const bool spoiled = j % kSpoiledEvery == kSpoiledEvery / 2;
    const double noise = std::hypot(options.noise_px, spoiled ? options.spoiled_px : 0);
    for (int draw = 0; draw < options.poses.max_draws; ++draw) {
      shared.require_go_on();
      const Pose pose = draw_pose(random, options.poses, facing, centre);
      const auto pixels = project_all(seen_by, pose, points);
      if (!pixels || !seen_from_the_front(seen_by, pose, board)) continue;
      Frame& frame = simulation.observations.frames[j];
      frame.name = frame_name(j);
      for (std::size_t id = 0; id < pixels->size(); ++id) {
        const double du = noise * random.normal();
        const double dv = noise * random.normal();
        frame.corners.push_back({static_cast<int>(id), (*pixels)[id] + Vector2(du, dv)});
      }
      simulation.camera_from_target[j] = pose;
      shared.add_one();
      return;
    }
    throw Error(ErrorCode::kBadOption,
                "the target was not wholly in view in any of " + std::to_string(options.poses.max_draws) +
                    " random poses; take a smaller target, a shorter focal length or a greater distance");
  });
  return simulation;
}

}  // namespace fiducia
