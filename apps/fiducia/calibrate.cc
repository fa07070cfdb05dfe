#include "apps/fiducia/calibrate.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "apps/fiducia/assessment_output.h"
#include "apps/fiducia/cause_words.h"
#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/outliers.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/progress_bar.h"
#include "apps/fiducia/report_file.h"
#include "apps/fiducia/summary.h"
#include "fiducia/assess/assess.h"
#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"
#include "fiducia/io/file.h"
#include "fiducia/io/observations_json.h"

namespace fiducia {
namespace {

/// The observations as they were read or found, to calibrate from again.
std::string input_json(const ReadObservations& input) {
  return input.left_out.empty() ? observations_json(input.observations)
                                : detection_json(input.observations, input.left_out);
}

/// Everything that -o writes. `json`: of the calibration.
std::vector<FileContent> result_files(const CalibrateCommandOptions& options, EvaluatedCalibration calibration,
                                      const std::string& json, const ReadObservations& input, const Streams& streams) {
  ReportContent report;
  if (!options.title.empty()) report.title = options.title;
  report.calibration = std::move(calibration);
  report.calibration_text = json;
  report.observations = &input.observations;
  report.pictures = report_pictures(options.input.inputs, input.observations, options.common.threads);
  report.provenance = provenance_of(options.input.inputs, options.common, streams);
  return {{"calibration.json", json},
          {"observations.json", input_json(input)},
          {"provenance.json", readable(provenance_object(report.provenance))},
          {"report.html", report_html(report)}};
}

void note_found_effects(const Calibration& calibration, std::vector<std::string>* warnings) {
  if (!calibration.converged()) return;
  warnings->push_back(calibration.effects.empty()
                          ? "--effects auto: freeing the camera of an effect would not make it better"
                          : "--effects auto: the camera is freed of " + names_of(calibration.effects.layout.effects()));
}

/// From the words of the command line, before anything is read.
AssessOptions assess_options(const CalibrateCommandOptions& options) {
  AssessOptions assess;
  assess.model = options.model;
  assess.loss = parse_loss("--loss", options.loss);
  assess.target_shape = target_shape_named(options.target_shape);
  assess.find_effects = options.effects == "auto";
  if (!assess.find_effects) assess.effects = parse_effects("--effects", options.effects);
  assess.outliers.sigmas = options.outliers;
  assess.thresholds = verdict_thresholds(options.evaluation);
  static_cast<void>(mapping_options(options.evaluation));
  return assess;
}

}  // namespace

AssessedInput assess_input(const CalibrateCommandOptions& options, const Streams& streams) {
  AssessOptions how = assess_options(options);
  ReadObservations input = read_input(options.input, read_options(options.input), options.common, streams);
  how.evaluation = evaluate_options(options.evaluation, options.common, input.observations.image_size, streams);
  how.progress = progress_bar(streams, options.common, "models and causes");
  Assessment assessment = assess(input.observations, how);
  add_notes(input, &assessment);
  if (how.find_effects) note_found_effects(assessment.calibration, &assessment.calibration.warnings);
  if (assessment.turns) input.observations = renumbered(input.observations, *assessment.turns);
  return {std::move(input), std::move(assessment)};
}

int run_calibrate(const CalibrateCommandOptions& options, const Streams& streams) {
  // A slip in an option shows before a long read.
  if (options.output.empty() && !options.title.empty()) {
    throw Error(ErrorCode::kBadOption, "--title is for the report, which -o writes: give -o too");
  }
  const auto [input, assessment] = assess_input(options, streams);
  const Calibration& calibration = assessment.calibration;
  if (!calibration.converged()) return report_failure(calibration, "calibrate", options.common, streams);
  const VerdictWords words = words_of(assessment);
  EvaluatedCalibration evaluated = evaluated_calibration(calibration, findings_of(assessment, words));
  const std::string json = readable(evaluated.object);
  if (!options.output.empty()) {
    const std::vector<FileContent> files = result_files(options, std::move(evaluated), json, input, streams);
    stop_if_interrupted();
    write_files_atomically(options.output, files);
  }
  if (options.common.json) streams.out << json;
  if (!options.common.quiet) {
    if (assessment.selection) streams.err << selection_table(*assessment.selection) << '\n';
    streams.err << calibration_summary(calibration, *assessment.evaluation)
                << (assessment.trust ? trust_summary(*assessment.trust, calibration) : "")
                << causes_summary(assessment.causes) << verdict_summary(*assessment.verdict, words);
    if (!options.output.empty()) {
      streams.err << "wrote calibration.json, observations.json, provenance.json and report.html to " << options.output
                  << '\n';
    }
  }
  return kExitDone;
}

void add_calibration_options(CLI::App& command, CalibrateCommandOptions& options) {
  add_input_options(command, options.input);
  command
      .add_option("--model", options.model,
                  "Camera model: auto (the one that 'fiducia select' recommends), " + model_names())
      ->capture_default_str();
  command.add_option("--loss", options.loss, "none, or cauchy:PX against outliers of more than about PX pixels")
      ->capture_default_str();
  add_target_shape_option(command, options.target_shape);
  add_effects_option(command, options.effects);
  add_outliers_option(command, options.outliers);
}

void add_calibrate_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<CalibrateCommandOptions>();
  CLI::App& command = add_command(
      app, "calibrate", "Calibrate a camera from observations of a target, and say how far the result can be trusted",
      "fiducia calibrate corners.csv --image-size 1936x1216 --target chessboard:10x8:0.05 --model radial2 -o result",
      options->common);
  add_calibration_options(command, *options);
  command.add_option(
      "-o,--output", options->output,
      "Folder to write calibration.json, observations.json, provenance.json and report.html (open it in a "
      "browser) to; without it nothing is written");
  add_title_option(command, options->title);
  add_evaluation_options(command, options->evaluation);
  command.callback([options, streams, &status] { status = run_calibrate(*options, streams); });
}

}  // namespace fiducia
