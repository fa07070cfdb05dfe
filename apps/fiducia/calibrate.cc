#include "apps/fiducia/calibrate.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <ostream>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/outliers.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/progress_bar.h"
#include "apps/fiducia/report_file.h"
#include "apps/fiducia/summary.h"
#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"
#include "fiducia/evaluate/select.h"
#include "fiducia/io/calibration_json.h"
#include "fiducia/io/evaluation_json.h"
#include "fiducia/io/file.h"
#include "fiducia/io/observations_json.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {
namespace {

/// The observations as they were read or found, to calibrate from again.
std::string input_json(const ReadObservations& input) {
  return input.left_out.empty() ? observations_json(input.observations)
                                : detection_json(input.observations, input.left_out);
}

constexpr const char* kAuto = "auto";

/// Everything that -o writes.
std::vector<FileContent> result_files(const CalibrateCommandOptions& options, const std::string& calibration,
                                      const ReadObservations& input, const Streams& streams) {
  ReportContent report;
  if (!options.title.empty()) report.title = options.title;
  report.calibration = calibration;
  report.observations = &input.observations;
  report.pictures = report_pictures(options.input.inputs, input.observations, options.common.threads);
  report.provenance = provenance_of(options.input.inputs, options.common, streams);
  return {{"calibration.json", calibration},
          {"observations.json", input_json(input)},
          {"provenance.json", readable(provenance_object(report.provenance))},
          {"report.html", report_html(report)}};
}

/// The calibration, what it was made from, and how its model was found where that was left to us.
struct Outcome {
  CleanCalibration clean;
  std::optional<Selection> selection;
};

/// Where no model gives a calibration: a failed one with the reasons of all of them.
Calibration failed_selection(const Selection& selection) {
  const Calibration& first = selection.entries.front().calibration;
  Calibration failed{.status = CalibrationStatus::kDegenerate,
                     .message = selection.reason,
                     .model = first.model,
                     .observations = first.observations,
                     .left_out = first.left_out};
  for (const SelectEntry& entry : selection.entries) {
    failed.message += "\n  " + std::string(entry.calibration.model->info().name) + ": " + entry.problem;
  }
  return failed;
}

Outcome calibrate_as_asked(const CalibrateCommandOptions& options, const CalibrateOptions& solver,
                           const MappingErrorOptions& mapping, const Observations& observations,
                           const Streams& streams) {
  const OutlierOptions outliers{.sigmas = options.outliers};
  if (options.model != kAuto) return {calibrate_cleaned(observations, solver, outliers), std::nullopt};
  CleanCalibration clean = clean_for_any_model(observations, solver, outliers);
  SelectOptions select;
  select.loss = solver.loss;
  select.target_shape = solver.target_shape;
  select.mapping = mapping;
  select.seed = options.common.seed;
  select.threads = options.common.threads;
  select.progress = progress_bar(streams, options.common, "models");
  Selection selection = select_model(clean.calibration.observations, select);
  clean.calibration =
      selection.recommended ? selection.entries[*selection.recommended].calibration : failed_selection(selection);
  return {std::move(clean), selection.recommended ? std::optional(std::move(selection)) : std::nullopt};
}

int report_failure(const Calibration& calibration, const CalibrateCommandOptions& options, const Streams& streams) {
  if (options.common.json) streams.out << calibration_json(calibration);
  streams.err << "fiducia calibrate: " << calibration.message << '\n' << circumstances(calibration);
  return kExitCannotCalibrate;
}

}  // namespace

int run_calibrate(const CalibrateCommandOptions& options, const Streams& streams) {
  // A slip in an option shows before a long read.
  if (options.output.empty() && !options.title.empty()) {
    throw Error(ErrorCode::kBadOption, "--title is for the report, which -o writes: give -o too");
  }
  CalibrateOptions solver;
  if (options.model != kAuto) solver.model = options.model;
  solver.loss = parse_loss("--loss", options.loss);
  solver.target_shape = target_shape_named(options.target_shape);
  solver.threads = options.common.threads;
  const VerdictThresholds thresholds = verdict_thresholds(options.evaluation);
  static_cast<void>(mapping_options(options.evaluation));
  const ReadObservations input = read_input(options.input, read_options(options.input), options.common, streams);
  const Observations& observations = input.observations;
  const EvaluateOptions evaluation_options =
      evaluate_options(options.evaluation, options.common, observations.image_size, streams);

  Outcome outcome = calibrate_as_asked(options, solver, evaluation_options.mapping, observations, streams);
  Calibration& calibration = outcome.clean.calibration;
  note_left_out_corners(outcome.clean.left_out, &calibration.warnings);
  add_circumstances(input, calibration);
  if (!calibration.converged()) return report_failure(calibration, options, streams);

  const Evaluation evaluation = evaluate(calibration, evaluation_options);
  std::optional<BetterModel> better;
  if (!outcome.selection && is_biased(evaluation.bias, thresholds)) {
    better = find_better_model(calibration, evaluation.bias, options.common.threads);
  }
  const Verdict judged = verdict(calibration, evaluation, thresholds, better);

  Json object = calibration_object(calibration, {.evaluation = &evaluation,
                                                 .mapping = &evaluation_options.mapping,
                                                 .verdict = &judged,
                                                 .thresholds = &thresholds,
                                                 .left_out_corners = &outcome.clean.left_out});
  if (outcome.selection) {
    object["selection"] = selection_object(*outcome.selection);
    for (Json& model : object["selection"]["models"]) model.erase("seconds");  // the same call gives the same file
  }
  const std::string json = readable(object);
  if (!options.output.empty()) {
    write_files_atomically(options.output, result_files(options, json, input, streams));
  }
  if (options.common.json) streams.out << json;
  if (!options.common.quiet) {
    if (outcome.selection) streams.err << selection_table(*outcome.selection) << '\n';
    streams.err << calibration_summary(calibration, evaluation) << verdict_summary(judged);
    if (!options.output.empty()) {
      streams.err << "wrote calibration.json, observations.json, provenance.json and report.html to " << options.output
                  << '\n';
    }
  }
  return kExitDone;
}

void add_calibrate_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<CalibrateCommandOptions>();
  CLI::App& command = add_command(
      app, "calibrate", "Calibrate a camera from observations of a target, and say how far the result can be trusted",
      "fiducia calibrate corners.csv --image-size 1936x1216 --target chessboard:10x8:0.05 --model radial2 -o result",
      options->common);
  add_input_options(command, options->input);
  command
      .add_option("--model", options->model,
                  "Camera model: auto (the one that 'fiducia select' recommends), " + model_names())
      ->capture_default_str();
  command.add_option("--loss", options->loss, "none, or cauchy:PX against outliers of more than about PX pixels")
      ->capture_default_str();
  add_target_shape_option(command, options->target_shape);
  add_outliers_option(command, options->outliers);
  command.add_option(
      "-o,--output", options->output,
      "Folder to write calibration.json, observations.json, provenance.json and report.html (open it in a "
      "browser) to; without it nothing is written");
  add_title_option(command, options->title);
  add_evaluation_options(command, options->evaluation);
  command.callback([options, streams, &status] { status = run_calibrate(*options, streams); });
}

}  // namespace fiducia
