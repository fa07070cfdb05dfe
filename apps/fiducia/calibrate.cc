#include "apps/fiducia/calibrate.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "apps/fiducia/assessment_output.h"
#include "apps/fiducia/cause_words.h"
#include "apps/fiducia/comparison_summary.h"
#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/frame_table.h"
#include "apps/fiducia/halves_part.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/outliers.h"
#include "apps/fiducia/output_folder.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/pictures.h"
#include "apps/fiducia/progress_bar.h"
#include "apps/fiducia/report_file.h"
#include "apps/fiducia/require.h"
#include "apps/fiducia/rig.h"
#include "apps/fiducia/summary.h"
#include "apps/fiducia/summary_file.h"
#include "apps/fiducia/verdict_words.h"
#include "fiducia/assess/assess.h"
#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"
#include "fiducia/io/file.h"
#include "fiducia/io/observations_json.h"
#include "fiducia/io/verdict_json.h"

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
  report.pictures =
      report_pictures(picture_inputs(options.input, options.common, streams), report, options.common.threads);
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

Assessment assessed(const CalibrateCommandOptions& options, const Observations& observations, const AssessOptions& how,
                    std::vector<ImprovementStep>* steps) {
  const auto shared = std::make_shared<const Observations>(observations);
  if (!options.auto_improve) return assess(shared, how);
  Improvement improved = improve(shared, how);
  *steps = std::move(improved.steps);
  return std::move(improved.assessment);
}

}  // namespace

AssessOptions assess_options(const CalibrateCommandOptions& options) {
  AssessOptions assess;
  assess.model = options.model;
  assess.loss = parse_loss("--loss", options.loss);
  if (options.target_shape != "auto") assess.target_shape = target_shape_named(options.target_shape);
  assess.find_effects = options.effects == "auto";
  if (!assess.find_effects) assess.effects = parse_effects("--effects", options.effects);
  assess.outliers.sigmas = options.outliers;
  assess.leave_out_outlying = !options.keep_frames;
  assess.thresholds = verdict_thresholds(options.evaluation);
  assess.tolerance_px = options.evaluation.tolerance;
  static_cast<void>(mapping_options(options.evaluation));
  return assess;
}

AssessedInput assess_read(ReadObservations input, const CalibrateCommandOptions& options, const AssessOptions& how) {
  std::vector<ImprovementStep> steps;
  Assessment assessment = assessed(options, input.observations, how, &steps);
  add_notes(input, &assessment);
  if (how.find_effects) note_found_effects(assessment.calibration, &assessment.calibration.warnings);
  if (assessment.turns) input.observations = renumbered(input.observations, *assessment.turns);
  return {std::move(input), std::move(assessment), std::move(steps)};
}

AssessedInput assess_input(const CalibrateCommandOptions& options, const Streams& streams) {
  AssessOptions how = assess_options(options);
  ReadObservations input = read_input(options.input, read_options(options.input), options.common, streams);
  how.evaluation = evaluate_options(options.evaluation, options.common, input.observations.image_size, streams);
  how.progress = progress_bar(streams, options.common, "models and causes");
  return assess_read(std::move(input), options, how);
}

int run_calibrate(const CalibrateCommandOptions& options, const Streams& streams) {
  // A slip in an option shows before a long read.
  if (options.output.empty() && options.summary.empty() && !options.title.empty()) {
    throw Error(ErrorCode::kBadOption, "--title is for the report, which -o writes: give -o too");
  }
  check_summary_name(options.summary);
  if (!options.output.empty()) check_output_folder(options.output, options.force, streams);
  const std::vector<Requirement> requirements = parse_requirements(options.evaluation.require);
  const auto [input, assessment, steps] = assess_input(options, streams);
  const Calibration& calibration = assessment.calibration;
  if (!calibration.converged()) return report_failure(calibration, "calibrate", options.common, streams);
  const VerdictWords words = words_of(assessment, options.evaluation, input.detected);
  EvaluatedCalibration evaluated = evaluated_calibration(calibration, findings_of(assessment, words));
  if (!steps.empty()) evaluated.object["improvement"] = improvement_array(steps);
  if (!options.output.empty())
    evaluated.object["halves"] = halves_part(calibration, assessment.mapping, options.common);
  const std::vector<std::string> failures = unmet(requirements, evaluated.object);
  const std::string json = readable(evaluated.object);
  if (!options.summary.empty()) {
    write_summary(options.summary, options.title, evaluated,
                  provenance_without_hashes(options.input.inputs, options.common, streams), options.common, streams);
  }
  if (!options.output.empty()) {
    const std::vector<FileContent> files = result_files(options, std::move(evaluated), json, input, streams);
    stop_if_interrupted();
    write_files_atomically(options.output, files);
  }
  if (options.common.json) streams.out << json;
  if (!options.common.quiet) {
    streams.err << circumstances(calibration, options.common.verbose);
    std::ostream& out = result_stream(streams, options.common);
    if (assessment.selection && options.common.verbose) out << selection_table(*assessment.selection) << '\n';
    if (options.common.verbose) out << frame_table(calibration, *assessment.evaluation) << '\n';
    out << about(options.evaluation, improvement_summary(steps) +
                                         calibration_summary(calibration, *assessment.evaluation) +
                                         choices_summary(assessment) + assessment_summary(assessment, words));
    if (!options.output.empty()) {
      streams.err << "wrote calibration.json, observations.json, provenance.json and report.html to " << options.output
                  << '\n';
    }
  }
  return report_unmet(failures, "calibrate", streams);
}

void add_calibration_options(CLI::App& command, CalibrateCommandOptions& options) {
  add_input_options(command, options.input);
  command
      .add_option("--model", options.model,
                  "Camera model: auto (the one that is expected to be least wrong, as 'fiducia select' has it), " +
                      model_names())
      ->capture_default_str();
  command.add_option("--loss", options.loss, "none, or cauchy:PX against outliers of more than about PX pixels")
      ->capture_default_str();
  add_target_shape_option(command, options.target_shape, true);
  add_effects_option(command, options.effects);
  add_outliers_option(command, options.outliers);
}

void add_calibrate_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<CalibrateCommandOptions>();
  const auto rig = std::make_shared<RigArguments>();
  CLI::App& command = add_command(
      app, "calibrate", "Calibrate a camera from observations of a target, and say how far the result can be trusted",
      "fiducia calibrate images --target chessboard:9x6:0.03 -o result", options->common);
  add_calibration_options(command, *options);
  CLI::Option* input = command.get_option("INPUT");
  input->required(false);                                                            // a rig has --camera instead
  command.get_option("--model")->multi_option_policy(CLI::MultiOptionPolicy::Join);  // --model left=fisheye
  add_rig_options(command, *rig);
  command.add_option(
      "-o,--output", options->output,
      "Folder to write calibration.json, observations.json, provenance.json and report.html (open it in a "
      "browser) to (of a rig: calibration.json, provenance.json, report.html and observations_NAME.json of each "
      "camera); without it "
      "nothing is written. One that holds the result of another call is left alone");
  command.add_flag("--force", options->force, "With -o: replace the result of another call");
  command.add_flag("--keep-frames", options->keep_frames,
                   "Use all frames. Without it, those whose RMSE is more than --threshold outlier_ratio=3 times the "
                   "median's are left out where the camera is expected to be less wrong without them");
  command.add_flag("--auto-improve", options->auto_improve,
                   "Follow the advice as long as it is about these images and the camera gets better by it (another "
                   "model, the target's shape, effects, frames to leave out), and show the steps");
  add_summary_option(command, options->summary);
  add_title_option(command, options->title);
  add_evaluation_options(command, options->evaluation);
  command.callback([options, rig, input, streams, &status] {
    if (!rig->empty()) {
      status = run_rig(*options, *rig, streams);
      return;
    }
    if (options->input.inputs.empty()) throw CLI::RequiredError(input->get_name());
    check_no_rig_options(*rig);
    status = run_calibrate(*options, streams);
  });
}

}  // namespace fiducia
