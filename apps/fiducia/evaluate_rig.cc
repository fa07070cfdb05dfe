#include "apps/fiducia/evaluate_rig.h"

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/progress_bar.h"
#include "apps/fiducia/report_file.h"
#include "apps/fiducia/require.h"
#include "apps/fiducia/rig_report_file.h"
#include "apps/fiducia/rig_summary_file.h"
#include "apps/fiducia/rig_verdict_words.h"
#include "apps/fiducia/rig_words.h"
#include "apps/fiducia/summary_file.h"
#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/io/file.h"
#include "fiducia/io/formats/rig_files.h"
#include "fiducia/io/rig_json.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

/// What is made for one camera is not done for several in silence.
void refuse_for_rigs(const EvaluateCommandOptions& options) {
  const auto refuse = [](bool given, const std::string& what) {
    require_option(!given, what + " is for one camera, not for a rig (--camera NAME=INPUT)");
  };
  const EvaluationArguments as_they_are;
  refuse(!options.input.inputs.empty(), "INPUT");
  refuse(options.evaluation.bootstrap > 0, "--bootstrap");
  refuse(!options.evaluation.regions.empty() || !options.evaluation.region_mask.empty(), "--region");
  refuse(!options.evaluation.thresholds.empty(), "--threshold");
  refuse(options.evaluation.grid != as_they_are.grid, "--grid");
}

/// The rig's cameras in the order of those that saw, by their names.
GivenRig in_order(const Rig& rig, const std::vector<CameraInput>& cameras, const std::string& file) {
  std::vector<std::string> known;
  for (const MountedCamera& one : rig.cameras) known.push_back(one.name);
  GivenRig given;
  for (const CameraInput& camera : cameras) {
    const auto found = std::find(known.begin(), known.end(), camera.name);
    require_option(found != known.end(), "--camera " + camera.name + ": " + file + " has no such camera; it has " +
                                             some_of(known, known.size()));
    const MountedCamera& one = rig.cameras[static_cast<std::size_t>(found - known.begin())];
    given.cameras.push_back(one.camera);
    given.camera_from_rig.push_back(one.camera_from_rig);
  }
  return given;
}

std::vector<std::string> files_read(const EvaluateCommandOptions& options, const std::vector<CameraInput>& cameras) {
  std::vector<std::string> files = all_inputs(cameras);
  files.insert(files.begin(), options.calibration);
  return files;
}

std::string title_of_given(const EvaluateCommandOptions& options) {
  return options.report.title.empty() ? std::filesystem::path(options.calibration).filename().string()
                                      : options.report.title;
}

/// The page that `calibrate -o` writes of a rig, about the given one.
void write_rig_report(const EvaluateCommandOptions& options, const RigAssessment& assessment,
                      const PairedFrames& paired, const WrittenRig& written, const std::vector<CameraInput>& cameras,
                      const Streams& streams) {
  std::vector<std::vector<std::string>> by_camera;
  for (const CameraInput& camera : cameras) by_camera.push_back(camera.inputs);
  for (const FileContent& file :
       rig_report_files(assessment, paired, written, by_camera, title_of_given(options),
                        provenance_of(files_read(options, cameras), options.common, streams), options.common.threads)) {
    if (file.name != "report.html") continue;
    stop_if_interrupted();
    write_file_atomically(options.report.file, file.content);
  }
  if (!options.common.quiet) streams.err << "wrote " << options.report.file << '\n';
}

}  // namespace

int run_evaluate_rig(const EvaluateCommandOptions& options, const RigArguments& rig, const Streams& streams) {
  refuse_for_rigs(options);
  check_report_name(options.report);
  check_summary_name(options.summary);
  const std::vector<Requirement> requirements = parse_requirements(options.evaluation.require);
  const std::vector<CameraInput> cameras = camera_inputs(rig.cameras);
  RigAssessOptions how;
  how.loss = parse_loss("--loss", options.loss);
  how.outliers.sigmas = options.outliers;
  how.distances_m = distances_of(rig);
  how.tolerance_px = options.evaluation.tolerance;
  how.seed = options.common.seed;
  how.threads = options.common.threads;
  CameraFileOptions known;
  known.four_coefficients = options.calibration_arguments.model;
  if (!options.input.image_size.empty()) {
    known.image_size = parse_image_size("--image-size", options.input.image_size);
  }
  const Rig read = rig_of(read_camera_files(calibration_files({options.calibration}), known), options.calibration);
  const GivenRig given = in_order(read, cameras, options.calibration);
  const PairedFrames paired = read_rig_views(options.input, rig, cameras, options.common, streams);
  how.progress = progress_bar(streams, options.common, "cameras of the rig");
  const RigAssessment assessment = assess_given_rig(given, paired.rig, how);
  if (!assessment.calibration.converged()) {
    if (options.common.json) streams.out << readable(rig_object(assessment, paired));
    streams.err << "fiducia evaluate: " << assessment.calibration.message << '\n';
    return kExitCannotCalibrate;
  }
  const VerdictWords words = rig_verdict_words(assessment, how.tolerance_px);
  WrittenRig written{rig_object(assessment, paired, &words, how.tolerance_px)};
  written.text = readable(written.object);
  if (!options.report.file.empty()) write_rig_report(options, assessment, paired, written, cameras, streams);
  if (!options.summary.empty()) {
    write_rig_summary(options.summary, title_of_given(options), written.object, rig_causes_in_words(assessment),
                      provenance_without_hashes(files_read(options, cameras), options.common, streams), options.common,
                      streams);
  }
  if (options.common.json) streams.out << written.text;
  if (!options.common.quiet)
    result_stream(streams, options.common) << rig_summary(assessment, paired, how.tolerance_px);
  return report_unmet(unmet(requirements, written.object), "evaluate", streams);
}

}  // namespace fiducia
