#include "apps/fiducia/rig.h"

#include <algorithm>
#include <ostream>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/output_folder.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/progress_bar.h"
#include "apps/fiducia/report_file.h"
#include "apps/fiducia/require.h"
#include "apps/fiducia/rig_models.h"
#include "apps/fiducia/rig_report_file.h"
#include "apps/fiducia/rig_summary_file.h"
#include "apps/fiducia/rig_verdict_words.h"
#include "apps/fiducia/rig_words.h"
#include "apps/fiducia/summary_file.h"
#include "fiducia/core/error.h"
#include "fiducia/io/file.h"
#include "fiducia/io/observations_json.h"
#include "fiducia/io/provenance.h"
#include "fiducia/io/rig_json.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

/// What is made for one camera is not done for several in silence.
void refuse_what_is_for_one_camera(const CalibrateCommandOptions& options) {
  const auto refuse = [](bool given, const std::string& what) {
    require_option(!given, what + " is for one camera, not for a rig (--camera)");
  };
  refuse(!options.input.inputs.empty(), "INPUT");
  refuse(options.auto_improve, "--auto-improve");
  refuse(options.effects == "auto", "--effects auto");
  refuse(options.evaluation.bootstrap > 0, "--bootstrap");
  refuse(!options.evaluation.regions.empty() || !options.evaluation.region_mask.empty(), "--region");
  const EvaluationArguments as_they_are;
  refuse(!options.evaluation.thresholds.empty(), "--threshold");
  refuse(options.evaluation.grid != as_they_are.grid, "--grid");
}

}  // namespace

RigAssessOptions rig_assess_options(const CalibrateCommandOptions& options, const RigArguments& rig,
                                    const std::vector<CameraInput>& cameras) {
  RigAssessOptions how;
  how.models = models_of_cameras(options.model, cameras);
  if (options.target_shape != "auto") how.target_shape = target_shape_named(options.target_shape);
  how.effects = parse_effects("--effects", options.effects);
  how.loss = parse_loss("--loss", options.loss);
  how.outliers.sigmas = options.outliers;
  how.distances_m = distances_of(rig);
  how.leave_out_deviating = !options.keep_frames;
  how.tolerance_px = options.evaluation.tolerance;
  how.seed = options.common.seed;
  how.threads = options.common.threads;
  return how;
}

namespace {

int report_rig_failure(const RigAssessment& assessment, const PairedFrames& paired, const CommonOptions& common,
                       const Streams& streams) {
  const RigCalibration& rig = assessment.calibration;
  if (common.json) streams.out << readable(rig_object(assessment, paired));
  streams.err << "fiducia calibrate: " << rig.message << '\n';
  if (!rig.shifts.empty()) streams.err << shift_words(rig) << '\n';
  return kExitCannotCalibrate;
}

std::vector<FileContent> rig_files(const RigAssessment& assessment, const PairedFrames& paired,
                                   const WrittenRig& written, const std::vector<CameraInput>& cameras,
                                   const CalibrateCommandOptions& options, const Streams& streams) {
  std::vector<std::vector<std::string>> by_camera;
  for (const CameraInput& camera : cameras) by_camera.push_back(camera.inputs);
  const Provenance provenance = provenance_of(all_inputs(cameras), options.common, streams);
  std::vector<FileContent> files = {{"calibration.json", written.text},
                                    {"provenance.json", readable(provenance_object(provenance))}};
  for (FileContent& file :
       rig_report_files(assessment, paired, written, by_camera, options.title, provenance, options.common.threads)) {
    files.push_back(std::move(file));
  }
  const RigObservations& seen = *assessment.calibration.observations;
  for (std::size_t c = 0; c < seen.cameras.size(); ++c) {
    files.push_back(
        {"observations_" + seen.cameras[c].name + ".json", observations_json(camera_observations(seen, c))});
  }
  return files;
}

}  // namespace

int run_rig(const CalibrateCommandOptions& options, const RigArguments& rig, const Streams& streams) {
  refuse_what_is_for_one_camera(options);
  require_option(options.title.empty() || !options.output.empty() || !options.summary.empty(),
                 "--title is for the report, which -o writes: give -o too");
  check_summary_name(options.summary);
  if (!options.output.empty()) check_output_folder(options.output, options.force, streams);
  const std::vector<Requirement> requirements = parse_requirements(options.evaluation.require);
  const std::vector<CameraInput> cameras = camera_inputs(rig.cameras);
  RigAssessOptions how = rig_assess_options(options, rig, cameras);
  const PairedFrames paired = read_rig_views(options.input, rig, cameras, options.common, streams);
  how.progress = progress_bar(streams, options.common, "cameras of the rig");
  const RigAssessment assessment = assess_rig(paired.rig, how);
  if (!assessment.calibration.converged()) return report_rig_failure(assessment, paired, options.common, streams);
  const VerdictWords words = rig_verdict_words(assessment, how.tolerance_px);
  WrittenRig written{rig_object(assessment, paired, &words, how.tolerance_px)};
  written.text = readable(written.object);
  const std::vector<std::string> failures = unmet(requirements, written.object);
  if (!options.output.empty()) {
    const std::vector<FileContent> files = rig_files(assessment, paired, written, cameras, options, streams);
    stop_if_interrupted();
    write_files_atomically(options.output, files);
  }
  if (!options.summary.empty()) {
    write_rig_summary(options.summary, options.title, written.object, rig_causes_in_words(assessment),
                      provenance_without_hashes(all_inputs(cameras), options.common, streams), options.common, streams);
  }
  if (options.common.json) streams.out << written.text;
  if (!options.common.quiet) {
    for (const LeftOutView& view : assessment.calibration.left_out) {
      streams.err << "left out: " << view.camera << " at " << view.instant << " (" << view.reason << ")\n";
    }
    for (const std::string& instant : assessment.left_out_instants) {
      streams.err << "left out: instant " << instant
                  << " (one rig does not explain it with the others; --keep-frames keeps it)\n";
    }
    for (const std::string& warning : assessment.calibration.warnings) streams.err << "warning: " << warning << '\n';
    result_stream(streams, options.common) << rig_summary(assessment, paired, how.tolerance_px);
    if (!options.output.empty()) {
      streams.err << "wrote calibration.json, provenance.json, report.html and the observations of each camera to "
                  << options.output << '\n';
    }
  }
  return report_unmet(failures, "calibrate", streams);
}

}  // namespace fiducia
