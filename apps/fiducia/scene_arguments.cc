#include "apps/fiducia/scene_arguments.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <numbers>
#include <tuple>

#include "apps/fiducia/input.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/parse.h"
#include "fiducia/camera/registry.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

SimulateOptions simulate_options(const SceneArguments& arguments, const CommonOptions& common) {
  SimulateOptions options;
  options.frames = arguments.frames;
  options.noise_px = 0;
  options.bend_m = parse_number("--bend", arguments.bend_m);
  options.seed = common.seed;
  options.threads = common.threads;
  options.progress = until_interrupted();
  PoseSampling& poses = options.poses;
  poses.max_angle_rad = parse_number("--max-angle", arguments.max_angle_deg) * kDegree;
  std::tie(poses.min_distance_m, poses.max_distance_m) = parse_range("--distance", arguments.distance_m);
  poses.max_offset_m = parse_number("--max-offset", arguments.max_offset_m);
  require_option(poses.max_angle_rad >= 0 && poses.max_angle_rad <= std::numbers::pi,
                 "--max-angle: give an angle from 0 to 180 degrees");
  require_option(poses.min_distance_m > 0, "--distance: the target must be in front of the camera, at more than 0 m");
  require_option(poses.max_offset_m >= 0, "--max-offset: an offset in metres to either side cannot be negative");
  return options;
}

}  // namespace

void add_scene_options(CLI::App& command, SceneArguments& arguments) {
  const SimulateOptions defaults;
  arguments.frames = defaults.frames;
  arguments.bend_m = shortest(defaults.bend_m);
  arguments.max_angle_deg = fmt::format("{:g}", defaults.poses.max_angle_rad / kDegree);
  arguments.distance_m = shortest(defaults.poses.min_distance_m) + ":" + shortest(defaults.poses.max_distance_m);
  arguments.max_offset_m = shortest(defaults.poses.max_offset_m);

  command.add_option("--model", arguments.model, "Camera model: " + model_names())->capture_default_str();
  command
      .add_option("--params", arguments.parameters, "The camera's parameters, NAME=VALUE,... (see 'fiducia models')")
      ->required();
  command.add_option("--image-size", arguments.image_size, "WxH in pixels")->required();
  command.add_option("--target", arguments.target, "Target, such as chessboard:10x8:0.05")->required();
  command.add_option("--frames", arguments.frames, "How many images")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command
      .add_option("--bend", arguments.bend_m,
                  "How far, in metres, the middle of the target stands out; the file has the flat one")
      ->capture_default_str();
  command.add_option("--max-angle", arguments.max_angle_deg, "Rotations about each axis, up to so many degrees")
      ->capture_default_str();
  command.add_option("--distance", arguments.distance_m, "MIN:MAX distance of the target in metres")
      ->capture_default_str();
  command.add_option("--max-offset", arguments.max_offset_m, "How far sideways the target moves, in metres")
      ->capture_default_str();
}

SceneToSimulate parse_scene(const SceneArguments& arguments, const CommonOptions& common) {
  const ImageSize image_size = parse_image_size("--image-size", arguments.image_size);
  Camera camera(arguments.model, parse_named_numbers("--params", arguments.parameters), image_size);
  Target target = target_named(arguments.target);
  return {std::move(camera), std::move(target), simulate_options(arguments, common)};
}

}  // namespace fiducia
