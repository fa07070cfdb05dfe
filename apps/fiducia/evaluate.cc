#include "apps/fiducia/evaluate.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <sstream>

#include "apps/fiducia/assessment_output.h"
#include "apps/fiducia/cause_words.h"
#include "apps/fiducia/evaluate_rig.h"
#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/frame_table.h"
#include "apps/fiducia/halves_part.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/outliers.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/pictures.h"
#include "apps/fiducia/require.h"
#include "apps/fiducia/summary.h"
#include "apps/fiducia/summary_file.h"
#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/io/calibration_json.h"
#include "fiducia/io/read_observations.h"

namespace fiducia {
namespace {

void require_same_size(const Camera& camera, const std::string& calibration_file, const Observations& observations) {
  if (camera.image_size() == observations.image_size) return;
  throw Error(ErrorCode::kBadData, calibration_file + " is for images of " + to_string(camera.image_size()) +
                                       " pixels, the observations come from images of " +
                                       to_string(observations.image_size) +
                                       "; a calibration holds for the image size that it was made with");
}

void require_same_target(const CalibrationRecord& record, const std::string& calibration_file,
                         const Observations& observations) {
  const std::size_t points = record.target_points.size();
  if (points == 0 || points == observations.target.points.size()) return;
  throw Error(ErrorCode::kBadData, calibration_file + ": target_points has " + std::to_string(points) +
                                       " corners, the target of the observations has " +
                                       std::to_string(observations.target.points.size()) +
                                       "; a target's shape holds for that target alone");
}

/// Without an INPUT, what was seen is to be in the calibration's own file.
InputArguments with_observations(const EvaluateCommandOptions& options) {
  InputArguments input = options.input;
  if (!input.inputs.empty()) return input;
  if (!carries_observations(options.calibration)) {
    throw Error(ErrorCode::kBadOption, options.calibration +
                                           ": there is nothing to hold it against: give an INPUT, images or an "
                                           "observations file (only OpenCV's files with image_points need none)");
  }
  input.inputs = {options.calibration};
  return input;
}

/// A shape that was found belongs to one board: ids of another layout would put its corners elsewhere.
void require_same_layout(const CalibrationRecord& record, const std::string& calibration_file,
                         const Observations& observations) {
  constexpr double kBent = 0.1;  // no board that is still one differs so much, in parts of its size
  double size = 0;
  double largest = 0;
  const std::vector<Vector3>& nominal = observations.target.points;
  for (std::size_t i = 0; i < record.target_points.size(); ++i) {
    for (const std::size_t from : {std::size_t{0}, record.target_points.size() - 1}) {
      const double found = (record.target_points[i] - record.target_points[from]).norm();
      const double said = (nominal[i] - nominal[from]).norm();
      if (!std::isfinite(found) || !std::isfinite(said)) continue;
      size = std::max(size, said);
      largest = std::max(largest, std::abs(found - said));
    }
  }
  if (largest <= kBent * size) return;
  throw Error(ErrorCode::kBadData,
              calibration_file +
                  ": target_points are those of another board than the observations show: distances "
                  "differ by up to " +
                  in_digits(largest, 3) + " m; is --target the one that it was calibrated with?");
}

ReportContent evaluation_report(const EvaluateCommandOptions& options, EvaluatedCalibration calibration,
                                const std::string& json, const ReadObservations& input, const Streams& streams) {
  ReportContent report;
  report.calibration = std::move(calibration);
  report.calibration_text = json;
  report.observations = &input.observations;
  report.pictures =
      report_pictures(picture_inputs(options.input, options.common, streams), report, options.common.threads);
  report.judged_file = std::filesystem::path(options.calibration).filename().string();
  std::vector<std::string> files = {options.calibration};
  files.insert(files.end(), options.input.inputs.begin(), options.input.inputs.end());
  report.provenance = provenance_of(files, options.common, streams);
  return report;
}

/// The calibration where its file says how large the images are, or the call does; nothing where it is left to the
/// observations.
std::optional<CalibrationRecord> calibration_by_itself(const EvaluateCommandOptions& options, const ReadOptions& read) {
  try {
    return read_calibration(options.calibration, options.calibration_arguments, {.image_size = read.image_size});
  } catch (const Error& error) {
    if (read.image_size || options.input.inputs.empty() || error.code() != ErrorCode::kBadOption) throw;
    return std::nullopt;
  }
}

struct EvaluateInput {
  CalibrationRecord record;
  ReadObservations input;
};

/// Each read once; the one that says how large the images are tells the other.
EvaluateInput read_both(const EvaluateCommandOptions& options, const Streams& streams) {
  ReadOptions read = read_options(options.input);
  if (std::optional<CalibrationRecord> record = calibration_by_itself(options, read)) {
    read.presumed_image_size = record->camera.image_size();
    return {std::move(*record), read_input(with_observations(options), read, options.common, streams)};
  }
  ReadObservations input = read_input(options.input, read, options.common, streams);
  CalibrationRecord record = read_calibration(options.calibration, options.calibration_arguments,
                                              {.presumed_image_size = input.observations.image_size});
  return {std::move(record), std::move(input)};
}

/// A calibration that was made from these very frames is judged by the ones that it was made from.
void leave_out_as_calibrated(const CalibrationRecord& record, ReadObservations* input) {
  std::vector<Frame>& frames = input->observations.frames;
  const auto is_there = [&](const std::string& name) {
    return std::any_of(frames.begin(), frames.end(), [&](const Frame& frame) { return frame.name == name; });
  };
  const bool same_frames =
      !record.frames.empty() &&
      std::all_of(record.frames.begin(), record.frames.end(), [&](const auto& frame) { return is_there(frame.name); });
  if (!same_frames) return;
  for (const LeftOutFrame& left_out : record.left_out) {
    if (!is_there(left_out.name)) continue;
    std::erase_if(frames, [&](const Frame& frame) { return frame.name == left_out.name; });
    input->left_out.push_back({left_out.name, "as when this camera was calibrated: " + left_out.reason});
  }
}

/// The same of single corners. False where these are not the very corners that the calibration was made from: then
/// nothing is changed, and outliers are to be looked for.
bool leave_out_corners_as_calibrated(const CalibrationRecord& record, Observations* observations) {
  if (!record.fit || record.frames.empty()) return false;
  std::vector<Frame> frames = observations->frames;
  std::size_t corners = 0;
  for (Frame& frame : frames) {
    std::erase_if(frame.corners, [&](const Corner& corner) {
      return std::any_of(record.left_out_corners.begin(), record.left_out_corners.end(), [&](const auto& left_out) {
        return left_out.frame == frame.name && left_out.id == corner.id;
      });
    });
    corners += frame.corners.size();
  }
  if (frames.size() != record.frames.size() || 2 * corners != static_cast<std::size_t>(record.fit->n_observations)) {
    return false;
  }
  observations->frames = std::move(frames);
  return true;
}

/// From the words of the command line, before anything is read.
AssessOptions assess_options(const EvaluateCommandOptions& options) {
  AssessOptions assess;
  assess.loss = parse_loss("--loss", options.loss);
  assess.outliers.sigmas = options.outliers;
  assess.thresholds = verdict_thresholds(options.evaluation);
  assess.tolerance_px = options.evaluation.tolerance;
  static_cast<void>(mapping_options(options.evaluation));
  return assess;
}

/// NAME=INPUT of each camera, joined by line ends; nothing where it is the name of a camera alone.
std::vector<std::string> views_of_rig(const std::string& cameras) {
  std::vector<std::string> views;
  if (cameras.find('=') == std::string::npos) return views;
  std::istringstream lines(cameras);
  for (std::string line; std::getline(lines, line);) views.push_back(line);
  return views;
}

}  // namespace

Assessment assess_record(const CalibrationRecord& record, ReadObservations* input,
                         const EvaluateCommandOptions& options, const Streams& streams) {
  AssessOptions how = assess_options(options);
  leave_out_as_calibrated(record, input);
  if (leave_out_corners_as_calibrated(record, &input->observations)) how.outliers.sigmas = 0;
  const Observations& observations = input->observations;
  require_same_size(record.camera, options.calibration, observations);
  how.progress = options.common.progress ? options.common.progress : until_interrupted();
  how.evaluation = evaluate_options(options.evaluation, options.common, observations.image_size, streams);
  require_same_target(record, options.calibration, observations);
  require_same_layout(record, options.calibration, observations);

  GivenCamera given{record.camera, record.target_shape, record.target_points};
  if (record.pupil) given.pupil = record.pupil->values;
  given.effects = record.effects;
  Assessment assessment = assess_camera(given, observations, how);
  add_notes(*input, &assessment);
  if (assessment.turns) input->observations = renumbered(observations, *assessment.turns);
  return assessment;
}

int run_evaluate(const EvaluateCommandOptions& options, const Streams& streams) {
  const std::vector<Requirement> requirements = parse_requirements(options.evaluation.require);
  check_report_name(options.report);
  check_summary_name(options.summary);
  static_cast<void>(assess_options(options));  // a slip in an option shows before a long read
  auto [record, input] = read_both(options, streams);
  const Assessment assessment = assess_record(record, &input, options, streams);
  const Calibration& calibration = assessment.calibration;
  if (!calibration.converged()) return report_failure(calibration, "evaluate", options.common, streams);
  const VerdictWords words = words_of(assessment, options.evaluation, input.detected);
  EvaluatedCalibration evaluated = evaluated_calibration(calibration, findings_of(assessment, words));
  if (!options.report.file.empty()) {
    // Of the frames, not of the given camera: what a calibration of as many images of this kind leaves open.
    const std::shared_ptr<const Calibration>& best = assessment.optimum->best;
    evaluated.object["halves"] = halves_part(best ? *best : calibration, assessment.mapping, options.common);
  }
  const std::vector<std::string> failures = unmet(requirements, evaluated.object);
  const std::string json = readable(evaluated.object);
  if (options.common.json) streams.out << json;
  if (!options.common.quiet) {
    streams.err << circumstances(calibration, options.common.verbose);
    std::ostream& out = result_stream(streams, options.common);
    if (options.common.verbose) out << frame_table(calibration, *assessment.evaluation) << '\n';
    out << about(options.evaluation, calibration_summary(calibration, *assessment.evaluation) +
                                         optimum_summary(*assessment.optimum) + assessment_summary(assessment, words));
  }
  if (!options.summary.empty()) {
    write_summary(options.summary, options.report.title, evaluated,
                  provenance_without_hashes({options.calibration}, options.common, streams), options.common, streams);
  }
  if (!options.report.file.empty()) {
    write_report(options.report, evaluation_report(options, std::move(evaluated), json, input, streams), options.common,
                 streams);
  }
  return report_unmet(failures, "evaluate", streams);
}

void add_evaluate_command(CLI::App& app, const Streams& streams, int& status) {
  const auto options = std::make_shared<EvaluateCommandOptions>();
  CLI::App& command = add_command(app, "evaluate", "Hold a calibration that somebody made against observations",
                                  "fiducia evaluate calibration.json observations.json --tolerance 0.5 --require "
                                  "verdict=good",
                                  options->common);
  command
      .add_option("CALIBRATION", options->calibration,
                  "The calibration: a calibration.json, or a file of OpenCV, ROS, Kalibr, mrcal, COLMAP, basalt or "
                  "calib.io. One of OpenCV with image_points needs no INPUT")
      ->required();
  add_input_options(command, options->input)->required(false);
  add_calibration_options(command, options->calibration_arguments);
  command.get_option("--camera")
      ->description(
          "Of a rig, NAME=INPUT once for each camera: what it saw, to hold the whole rig against. Else: which camera "
          "of a "
          "file with several, its name or its index from 0")
      ->multi_option_policy(CLI::MultiOptionPolicy::Join);
  const auto rig = std::make_shared<RigArguments>();
  add_pairing_options(command, *rig);
  command.add_option("--loss", options->loss, "none, or cauchy:PX: how the poses are fitted")->capture_default_str();
  add_outliers_option(command, options->outliers);
  add_report_options(command, options->report);
  add_summary_option(command, options->summary);
  add_evaluation_options(command, options->evaluation);
  command.callback([options, rig, streams, &status] {
    rig->cameras = views_of_rig(options->calibration_arguments.camera);
    if (!rig->empty()) {
      status = run_evaluate_rig(*options, *rig, streams);
      return;
    }
    check_no_rig_options(*rig);
    options->calibration = calibration_file_of(options->calibration);
    status = run_evaluate(*options, streams);
  });
}

}  // namespace fiducia
