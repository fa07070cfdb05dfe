#include "apps/fiducia/simulate.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <numbers>
#include <ostream>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/parse.h"
#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"
#include "fiducia/io/file.h"
#include "fiducia/io/observations_csv.h"
#include "fiducia/io/observations_json.h"
#include "fiducia/io/text.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

void require(bool condition, const std::string& message) {
  if (!condition) throw Error(ErrorCode::kBadOption, message);
}

SimulateOptions simulation_options(const SimulateCommandOptions& options) {
  SimulateOptions simulation;
  simulation.frames = options.frames;
  simulation.noise_px = parse_number("--noise", options.noise_px);
  simulation.bend_m = parse_number("--bend", options.bend_m);
  simulation.seed = options.common.seed;
  simulation.threads = options.common.threads;
  PoseSampling& poses = simulation.poses;
  poses.max_angle_rad = parse_number("--max-angle", options.max_angle_deg) * kDegree;
  std::tie(poses.min_distance_m, poses.max_distance_m) = parse_range("--distance", options.distance_m);
  poses.max_offset_m = parse_number("--max-offset", options.max_offset_m);
  require(simulation.noise_px >= 0, "--noise: a standard deviation cannot be negative");
  require(poses.max_angle_rad >= 0 && poses.max_angle_rad <= std::numbers::pi,
          "--max-angle: give an angle from 0 to 180 degrees");
  require(poses.min_distance_m > 0, "--distance: the target must be in front of the camera, at more than 0 m");
  require(poses.max_offset_m >= 0, "--max-offset: an offset in metres to either side cannot be negative");
  return simulation;
}

bool is_csv(const std::string& file_name) { return std::filesystem::path(file_name).extension() == ".csv"; }

}  // namespace

int run_simulate(const SimulateCommandOptions& options, const Streams& streams) {
  require(!options.output.empty() || options.common.json,
          "there is nowhere to write to; give a file (-o obs.json or -o obs.csv), or --json for standard output");
  const ImageSize image_size = parse_image_size("--image-size", options.image_size);
  const Camera camera(options.model, parse_named_numbers("--params", options.parameters), image_size);
  const Target target = parse_target(options.target);
  const SimulateOptions simulation_settings = simulation_options(options);
  const Simulation simulation = simulate(camera, target, simulation_settings);

  const std::string json = simulation_json(camera, simulation, simulation_settings);
  if (!options.output.empty()) {
    write_file_atomically(options.output, is_csv(options.output) ? observations_csv(simulation.observations) : json);
    if (!options.common.quiet) {
      streams.err << fmt::format("wrote {} frames of {} corners to {}\n", simulation.observations.frames.size(),
                                 target.points.size(), options.output);
    }
  }
  if (options.common.json) streams.out << json;
  return kExitDone;
}

void add_simulate_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<SimulateCommandOptions>();
  const SimulateOptions defaults;
  options->frames = defaults.frames;
  options->noise_px = shortest(defaults.noise_px);
  options->bend_m = shortest(defaults.bend_m);
  options->max_angle_deg = fmt::format("{:g}", defaults.poses.max_angle_rad / kDegree);
  options->distance_m = shortest(defaults.poses.min_distance_m) + ":" + shortest(defaults.poses.max_distance_m);
  options->max_offset_m = shortest(defaults.poses.max_offset_m);

  CLI::App& command = add_command(
      app, "simulate", "Make observations of a target by a camera that is known",
      "fiducia simulate --model radial2 --params fx=1500,fy=1495,cx=968,cy=608,k1=-0.2,k2=0.1 \\\n"
      "    --image-size 1936x1216 --target chessboard:10x8:0.05 --frames 25 --noise 0.05 --seed 1 -o obs.json",
      options->common);
  command.add_option("--model", options->model, "Camera model: " + model_names())->capture_default_str();
  command.add_option("--params", options->parameters, "The camera's parameters, NAME=VALUE,... (see 'fiducia models')")
      ->required();
  command.add_option("--image-size", options->image_size, "WxH in pixels")->required();
  command.add_option("--target", options->target, "Target, such as chessboard:10x8:0.05")->required();
  command.add_option("--frames", options->frames, "How many pictures")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--noise", options->noise_px, "Standard deviation of each coordinate in pixels")
      ->capture_default_str();
  command
      .add_option("--bend", options->bend_m,
                  "How far, in metres, the middle of the target stands out; the file has the flat one")
      ->capture_default_str();
  command.add_option("--max-angle", options->max_angle_deg, "Rotations about each axis, up to so many degrees")
      ->capture_default_str();
  command.add_option("--distance", options->distance_m, "MIN:MAX distance of the target in metres")
      ->capture_default_str();
  command.add_option("--max-offset", options->max_offset_m, "How far sideways the target moves, in metres")
      ->capture_default_str();
  command.add_option("-o,--output", options->output, "File to write: JSON, or CSV when its name ends in .csv");
  command.callback([options, streams, &status] { status = run_simulate(*options, streams); });
}

}  // namespace fiducia
