#include "apps/fiducia/select.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <ostream>

#include "apps/fiducia/assessment_output.h"
#include "apps/fiducia/comparison_summary.h"
#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/halves_part.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/outliers.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/pictures.h"
#include "apps/fiducia/progress_bar.h"
#include "apps/fiducia/select_rig.h"
#include "apps/fiducia/summary.h"
#include "fiducia/assess/assess.h"
#include "fiducia/assess/clean_selection.h"
#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"
#include "fiducia/evaluate/select.h"
#include "fiducia/io/evaluation_json.h"

namespace fiducia {
namespace {

/// The table, and everything about the model that it recommends.
ReportContent selection_report(const SelectCommandOptions& options, const SelectOptions& select,
                               const CleanCalibration& clean, const Selection& selection, const ReadObservations& input,
                               const Streams& streams) {
  AssessOptions how;
  how.evaluation.mapping = select.mapping;
  how.evaluation.seed = select.seed;
  how.evaluation.threads = select.threads;
  how.progress = until_interrupted();
  how.look_for_better = false;  // the table has it
  Assessment assessment =
      assess_calibration({.clean = {selection.entries[*selection.recommended].calibration, clean.left_out}}, how);
  add_notes(input, &assessment);
  ReportContent report;
  const VerdictWords words = words_of(assessment, options.evaluation, input.detected);
  report.calibration = evaluated_calibration(assessment.calibration, findings_of(assessment, words));
  report.calibration->object["halves"] = halves_part(assessment.calibration, assessment.mapping, options.common);
  report.observations = &input.observations;
  report.pictures =
      report_pictures(picture_inputs(options.input, options.common, streams), report, options.common.threads);
  report.selection = selection_object(selection);
  report.provenance = provenance_of(options.input.inputs, options.common, streams);
  return report;
}

}  // namespace

std::vector<std::shared_ptr<const Model>> models_named(const std::vector<std::string>& names) {
  if (names.size() == 1 && names.front() == "all") return {all_models().begin(), all_models().end()};
  std::vector<std::shared_ptr<const Model>> models;
  for (const std::string& name : names) {
    std::shared_ptr<const Model> model = make_model(name);
    const auto same = [&](const std::shared_ptr<const Model>& other) { return same_model(*other, *model); };
    if (std::any_of(models.begin(), models.end(), same)) {
      throw Error(ErrorCode::kBadOption, "--models: " + name + " is named twice");
    }
    models.push_back(std::move(model));
  }
  return models;
}

SelectOptions select_options(const SelectCommandOptions& options) {
  SelectOptions select;
  select.models = models_named(options.models);
  select.by = options.by == "bic" ? SelectBy::kBic : SelectBy::kTotalError;
  select.loss = parse_loss("--loss", options.loss);
  select.target_shape = target_shape_named(options.target_shape);
  static_cast<void>(mapping_options(options.evaluation));
  select.seed = options.common.seed;
  select.threads = options.common.threads;
  return select;
}

int run_select(const SelectCommandOptions& options, const Streams& streams) {
  check_report_name(options.report);
  SelectOptions select = select_options(options);
  const ReadObservations input = read_input(options.input, read_options(options.input), options.common, streams);
  select.mapping = mapping_options(options.evaluation, input.observations);
  select.progress = progress_bar(streams, options.common, "models");
  const auto [clean, selection] =
      select_cleaned(std::make_shared<const Observations>(input.observations), select, {.sigmas = options.outliers});
  if (options.common.json) streams.out << readable(selection_object(selection));
  if (!selection.recommended) {
    streams.err << "fiducia select: " << selection.reason << '\n';
    for (const SelectEntry& entry : selection.entries) {
      streams.err << "  " << entry.calibration.model->info().name << ": " << entry.problem << '\n';
    }
    return kExitCannotCalibrate;
  }
  if (!options.common.quiet) {
    std::vector<std::string> warnings;
    note_left_out_corners(clean.left_out, &warnings);
    streams.err << circumstances(input, options.common.verbose);
    for (const std::string& warning : warnings) streams.err << "warning: " << warning << '\n';
    std::ostream& out = result_stream(streams, options.common);
    out << selection_table(selection);
    if (select.target_shape == TargetShape::kPlanar) {
      out << "The target is taken for planar: what a bent one does to all models alike is not in this ('fiducia "
             "calibrate' looks for it; --target-shape)\n";
    }
  }
  if (!options.report.file.empty()) {
    write_report(options.report, selection_report(options, select, clean, selection, input, streams), options.common,
                 streams);
  }
  return kExitDone;
}

void add_select_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<SelectCommandOptions>();
  const auto rig = std::make_shared<RigArguments>();
  CLI::App& command =
      add_command(app, "select", "Calibrate with several camera models, and say which one to take",
                  "fiducia select observations.json --models radial1,radial2,radial3,fisheye", options->common);
  add_input_options(command, options->input);
  CLI::Option* input = command.get_option("INPUT");
  input->required(false);  // a rig has --camera instead
  add_rig_options(command, *rig);
  command
      .add_option("--models", options->models,
                  "Models to compare, NAME,NAME,... or all (but the splined ones, which must be named); without it, "
                  "those that fit the "
                  "lens. There are " +
                      model_names())
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_option("--by", options->by,
                  "What decides: total (the expected total error of the camera) or bic (how well a model fits)")
      ->check(CLI::IsMember({"total", "bic"}))
      ->capture_default_str();
  command.add_option("--loss", options->loss, "none, or cauchy:PX against outliers of more than about PX pixels")
      ->capture_default_str();
  CLI::Option* shape =
      command
          .add_option(
              "--target-shape", options->target_shape,
              "What of the target is found with the camera: planar (nothing: it is what --target says), warp (a "
              "smooth surface), free (every corner in 3D); of a rig also auto (as 'fiducia calibrate' chooses), "
              "which it takes where nothing is said")
          ->capture_default_str();
  command.add_flag(
      "--keep-frames", options->keep_frames,
      "Of a rig: use all instants. Without it, single ones that do not belong to the others are left out, as "
      "'fiducia calibrate' does. One camera's frames are all used");
  add_outliers_option(command, options->outliers);
  add_report_options(command, options->report);
  add_mapping_options(command, options->evaluation);
  command.callback([options, rig, input, shape, streams, &status] {
    if (!rig->empty()) {
      if (shape->count() == 0) options->target_shape = "auto";
      status = run_select_rig(*options, *rig, streams);
      return;
    }
    if (options->input.inputs.empty()) throw CLI::RequiredError(input->get_name());
    check_no_rig_options(*rig);
    require_option(!options->keep_frames, "--keep-frames is for a rig: of one camera, all frames are used here");
    status = run_select(*options, streams);
  });
}

}  // namespace fiducia
