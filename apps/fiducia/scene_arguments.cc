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

constexpr double kDefaultBend_m = 0.0005;
constexpr double kDefaultSpoiled_px = 1;

/// A size with which an effect costs an ordinary camera something.
double default_size(Effect effect) {
  switch (effect) {
    case Effect::kTargetBend: return kDefaultBend_m;
    case Effect::kShutter:
    case Effect::kShutterColumns: return 5;
    case Effect::kFocus: return 0.002;
    case Effect::kStabilisation: return 2;
    case Effect::kPupil: return 0.002;
  }
  return 0;
}

/// NAME or NAME:SIZE.
void add_effect(const std::string& text, SimulateOptions* options) {
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  std::optional<double> size;
  if (colon != std::string::npos) size = parse_number("--effect", text.substr(colon + 1));
  require_option(!size || *size >= 0, fmt::format("--effect {}: a size cannot be negative", text));
  require_option(name != "lens", "--effect lens: another lens is another --model; calibrate with one that is simpler");
  if (name == "target") {
    options->bend_m = size.value_or(kDefaultBend_m);
  } else if (name == "frames") {
    options->spoiled_px = size.value_or(kDefaultSpoiled_px);
  } else {
    const std::vector<Effect> effects = parse_effects("--effect", name);
    require_option(effects.size() == 1, fmt::format("--effect {}: give one effect at a time, NAME or NAME:SIZE", text));
    options->effects.push_back({effects.front(), size.value_or(default_size(effects.front()))});
  }
}

/// The value of an option that a rig's cameras may have several of.
const std::string& the_only(const char* option, const std::vector<std::string>& values) {
  require_option(values.size() == 1,
                 fmt::format("{} is given {} times; several are for a rig (--camera)", option, values.size()));
  return values.front();
}

}  // namespace

SimulateOptions simulate_options(const SceneArguments& arguments, const CommonOptions& common) {
  SimulateOptions options;
  options.frames = arguments.frames;
  options.noise_px = 0;
  options.bend_m = parse_number("--bend", arguments.bend_m);
  for (const std::string& effect : arguments.effects) add_effect(effect, &options);
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

void add_scene_options(CLI::App& command, SceneArguments& arguments) {
  const SimulateOptions defaults;
  arguments.frames = defaults.frames;
  arguments.bend_m = shortest(defaults.bend_m);
  arguments.max_angle_deg = fmt::format("{:g}", defaults.poses.max_angle_rad / kDegree);
  arguments.distance_m = shortest(defaults.poses.min_distance_m) + ":" + shortest(defaults.poses.max_distance_m);
  arguments.max_offset_m = shortest(defaults.poses.max_offset_m);

  command.add_option("--model", arguments.models, "Camera model: " + model_names())
      ->default_str(kSceneModel)
      ->allow_extra_args(false);
  command
      .add_option("--params", arguments.parameters, "The camera's parameters, NAME=VALUE,... (see 'fiducia models')")
      ->allow_extra_args(false)
      ->required();
  command.add_option("--image-size", arguments.image_sizes, "WxH in pixels")->allow_extra_args(false)->required();
  command.add_option("--target", arguments.target, "Target, such as chessboard:10x8:0.05")->required();
  command.add_option("--frames", arguments.frames, "How many images")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command
      .add_option("--bend", arguments.bend_m,
                  "How far, in metres, the middle of the target stands out; the file has the flat one")
      ->capture_default_str();
  command
      .add_option(
          "--effect", arguments.effects,
          "NAME or NAME:SIZE, what else is wrong (several times for several): target (as --bend), frames (px of "
          "noise in every eighth), " +
              names_of(all_effects()) + "; sizes in px, m or parts of the focal length, RMS over the frames")
      ->allow_extra_args(false);
  command.add_option("--max-angle", arguments.max_angle_deg, "Rotations about each axis, up to so many degrees")
      ->capture_default_str();
  command.add_option("--distance", arguments.distance_m, "MIN:MAX distance of the target in metres")
      ->capture_default_str();
  command.add_option("--max-offset", arguments.max_offset_m, "How far sideways the target moves, in metres")
      ->capture_default_str();
}

SceneToSimulate parse_scene(const SceneArguments& arguments, const CommonOptions& common) {
  const ImageSize image_size = parse_image_size("--image-size", the_only("--image-size", arguments.image_sizes));
  const std::string model = arguments.models.empty() ? kSceneModel : the_only("--model", arguments.models);
  Camera camera(model, parse_named_numbers("--params", the_only("--params", arguments.parameters)), image_size);
  Target target = target_named(arguments.target);
  return {std::move(camera), std::move(target), simulate_options(arguments, common)};
}

}  // namespace fiducia
