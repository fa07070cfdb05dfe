#include "apps/fiducia/calibrate.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/input.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/summary.h"
#include "fiducia/camera/registry.h"
#include "fiducia/io/calibration_json.h"
#include "fiducia/io/file.h"
#include "fiducia/io/observations_json.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {
namespace {

ReadOptions read_options(const CalibrateCommandOptions& options) {
  ReadOptions read;
  if (!options.image_size.empty()) read.image_size = parse_image_size("--image-size", options.image_size);
  if (!options.target.empty()) read.target = parse_target(options.target);
  return read;
}

CalibrateOptions solver_options(const CalibrateCommandOptions& options) {
  CalibrateOptions solver;
  solver.model = options.model;
  solver.loss = parse_loss("--loss", options.loss);
  solver.threads = options.common.threads;
  return solver;
}

}  // namespace

int run_calibrate(const CalibrateCommandOptions& options, const Streams& streams) {
  const CalibrateOptions solver = solver_options(options);  // a slip in an option shows before a long read
  const ReadObservations input = read_input(options.inputs, read_options(options));
  Calibration calibration = calibrate(input.observations, solver);
  calibration.warnings.insert(calibration.warnings.begin(), input.warnings.begin(), input.warnings.end());

  const std::string json = calibration_json(calibration);
  if (calibration.converged() && !options.output.empty()) {
    write_files_atomically(options.output,
                           {{"calibration.json", json}, {"observations.json", observations_json(input.observations)}});
  }
  if (options.common.json) streams.out << json;
  if (!calibration.converged()) {
    streams.err << "fiducia calibrate: " << calibration.message << '\n' << circumstances(calibration);
    return kExitCannotCalibrate;
  }
  if (!options.common.quiet) {
    streams.err << calibration_summary(calibration);
    if (!options.output.empty()) {
      streams.err << "wrote calibration.json and observations.json to " << options.output << '\n';
    }
  }
  return kExitDone;
}

void add_calibrate_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<CalibrateCommandOptions>();
  CLI::App& command = add_command(
      app, "calibrate", "Calibrate a camera from observations of a target",
      "fiducia calibrate corners.csv --image-size 1936x1216 --target chessboard:10x8:0.05 --model radial2 -o result",
      options->common);
  command.add_option("INPUT", options->inputs, "An observations file, CSV or JSON")->required();
  command.add_option("--target", options->target,
                     "chessboard:COLSxROWS:SPACING (inner corners, metres), charuco:COLSxROWS:SQUARE:MARKER:DICT or "
                     "aprilgrid:COLSxROWS:TAG:SPACING_RATIO; without it, what the file says");
  command.add_option("--model", options->model, "Camera model: " + model_names())->capture_default_str();
  command.add_option("--loss", options->loss, "none, or cauchy:PX against outliers of more than about PX pixels")
      ->capture_default_str();
  command.add_option("--image-size", options->image_size, "WxH in pixels; a CSV file needs it");
  command.add_option("-o,--output", options->output,
                     "Folder to write calibration.json and observations.json to; without it nothing is written");
  command.callback([options, streams, &status] { status = run_calibrate(*options, streams); });
}

}  // namespace fiducia
