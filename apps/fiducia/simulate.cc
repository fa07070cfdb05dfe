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
#include "fiducia/core/error.h"
#include "fiducia/io/file.h"
#include "fiducia/io/observations_csv.h"
#include "fiducia/io/observations_json.h"
#include "fiducia/io/rig_simulation_json.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

bool is_csv(const std::string& file_name) { return std::filesystem::path(file_name).extension() == ".csv"; }

double noise_of(const SimulateCommandOptions& options) {
  const double noise = parse_number("--noise", options.noise_px);
  require_option(noise >= 0, "--noise: a standard deviation cannot be negative");
  return noise;
}

int run_simulate_rig(const SimulateCommandOptions& options, const Streams& streams) {
  require_option(!options.output.empty() || options.common.json,
                 "there is nowhere to write to; give a folder (-o DIR), or --json for the truth on standard output");
  const std::string extension = std::filesystem::path(options.output).extension().string();
  require_option(extension != ".json" && extension != ".csv",
                 "-o " + options.output + ": of a rig, several files are written; give a folder");
  RigSceneToSimulate scene = parse_rig_scene(options.scene, options.rig, options.common);
  scene.options.noise_px = noise_of(options);
  const RigSimulation simulation = simulate_rig(scene.cameras, scene.target, scene.options);
  const std::string truth = rig_truth_json(scene.cameras, simulation, scene.options);
  std::vector<FileContent> files = rig_observation_files(simulation);
  files.push_back({"truth.json", truth});
  stop_if_interrupted();
  if (!options.output.empty()) {
    write_files_atomically(options.output, files);
    if (!options.common.quiet) {
      streams.err << fmt::format(
          "wrote what {} cameras see in {} instants (observations_NAME.json) and the truth to {}\n",
          scene.cameras.size(), simulation.observations.instants.size(), options.output);
    }
  }
  if (options.common.json) streams.out << truth;
  return kExitDone;
}

}  // namespace

std::vector<FileContent> rig_observation_files(const RigSimulation& simulation) {
  std::vector<FileContent> files;
  const RigObservations& seen = simulation.observations;
  for (std::size_t c = 0; c < seen.cameras.size(); ++c) {
    const Observations own = camera_observations(seen, c);
    if (own.frames.empty()) {
      throw Error(ErrorCode::kBadOption, "camera " + seen.cameras[c].name +
                                             " never sees the whole target: turn it towards the others' view, or give "
                                             "a greater --distance");
    }
    files.push_back({"observations_" + seen.cameras[c].name + ".json", observations_json(own)});
  }
  return files;
}

int run_simulate(const SimulateCommandOptions& options, const Streams& streams) {
  if (!options.rig.empty()) return run_simulate_rig(options, streams);
  check_no_rig_scene(options.rig);
  require_option(
      !options.output.empty() || options.common.json,
      "there is nowhere to write to; give a file (-o obs.json or -o obs.csv), or --json for standard output");
  require_option(!names_pictures(options.output), options.output +
                                                      ": is the name of an image or a folder; observations "
                                                      "are written to a .json or .csv file");
  SceneToSimulate scene = parse_scene(options.scene, options.common);
  scene.options.noise_px = noise_of(options);
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
      "    --image-size 1936x1216 --target chessboard:10x8:0.05 --frames 25 --noise 0.05 --seed 1 -o obs.json\n"
      "  fiducia simulate --camera left --camera right=0.12,0,0 --params fx=900,fy=905,cx=640,cy=470,k1=-0.2,k2=0.05 "
      "\\\n"
      "    --image-size 1280x960 --target chessboard:9x6:0.04 --distance 0.6:1.5 --max-offset 0.3 -o rig",
      options->common);
  add_scene_options(command, options->scene);
  add_rig_scene_options(command, options->rig);
  command.add_option("--noise", options->noise_px, "Standard deviation of each coordinate in pixels")
      ->capture_default_str();
  command.add_option("-o,--output", options->output,
                     "File to write: JSON, or CSV when its name ends in .csv; of a rig a folder");
  command.callback([options, streams, &status] { status = run_simulate(*options, streams); });
}

}  // namespace fiducia
