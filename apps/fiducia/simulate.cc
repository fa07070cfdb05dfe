#include "apps/fiducia/simulate.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <ostream>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/pictures.h"
#include "fiducia/io/file.h"
#include "fiducia/io/observations_csv.h"
#include "fiducia/io/observations_json.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

bool is_csv(const std::string& file_name) { return std::filesystem::path(file_name).extension() == ".csv"; }

}  // namespace

int run_simulate(const SimulateCommandOptions& options, const Streams& streams) {
  require_option(
      !options.output.empty() || options.common.json,
      "there is nowhere to write to; give a file (-o obs.json or -o obs.csv), or --json for standard output");
  require_option(!names_pictures(options.output), options.output +
                                                      ": is the name of an image or a folder; observations "
                                                      "are written to a .json or .csv file");
  SceneToSimulate scene = parse_scene(options.scene, options.common);
  scene.options.noise_px = parse_number("--noise", options.noise_px);
  require_option(scene.options.noise_px >= 0, "--noise: a standard deviation cannot be negative");
  const Simulation simulation = simulate(scene.camera, scene.target, scene.options);

  const std::string json = simulation_json(scene.camera, simulation, scene.options);
  stop_if_interrupted();
  if (!options.output.empty()) {
    write_file_atomically(options.output, is_csv(options.output) ? observations_csv(simulation.observations) : json);
    if (!options.common.quiet) {
      streams.err << fmt::format("wrote {} frames of {} corners to {}\n", simulation.observations.frames.size(),
                                 scene.target.points.size(), options.output);
    }
  }
  if (options.common.json) streams.out << json;
  return kExitDone;
}

void add_simulate_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<SimulateCommandOptions>();
  options->noise_px = shortest(SimulateOptions().noise_px);

  CLI::App& command = add_command(
      app, "simulate", "Make observations of a target by a camera that is known",
      "fiducia simulate --model radial2 --params fx=1500,fy=1495,cx=968,cy=608,k1=-0.2,k2=0.1 \\\n"
      "    --image-size 1936x1216 --target chessboard:10x8:0.05 --frames 25 --noise 0.05 --seed 1 -o obs.json",
      options->common);
  add_scene_options(command, options->scene);
  command.add_option("--noise", options->noise_px, "Standard deviation of each coordinate in pixels")
      ->capture_default_str();
  command.add_option("-o,--output", options->output, "File to write: JSON, or CSV when its name ends in .csv");
  command.callback([options, streams, &status] { status = run_simulate(*options, streams); });
}

}  // namespace fiducia
