#include "apps/fiducia/rig.h"

#include <fnmatch.h>
#include <glob.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/interrupt.h"
#include "apps/fiducia/output_folder.h"
#include "apps/fiducia/parse.h"
#include "apps/fiducia/progress_bar.h"
#include "apps/fiducia/report_file.h"
#include "apps/fiducia/require.h"
#include "apps/fiducia/rig_report_file.h"
#include "apps/fiducia/rig_words.h"
#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/io/file.h"
#include "fiducia/io/instants_csv.h"
#include "fiducia/io/observations_json.h"
#include "fiducia/io/provenance.h"
#include "fiducia/io/rig_json.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

/// A camera with its inputs.
struct CameraInput {
  std::string name;
  std::vector<std::string> inputs;
};

/// The files that a pattern means, which no shell expands behind NAME=; what is no pattern is itself.
std::vector<std::string> expanded(const std::string& input) {
  if (input.find_first_of("*?[") == std::string::npos) return {input};
  glob_t found{};
  std::vector<std::string> files;
  if (glob(input.c_str(), 0, nullptr, &found) == 0) files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  globfree(&found);
  if (files.empty()) throw Error(ErrorCode::kBadFile, "--camera: no file is named like " + excerpt(input));
  return files;
}

bool is_plain_name(const std::string& name) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  return !name.empty() && name.find_first_not_of(kLetters) == std::string::npos;
}

std::vector<CameraInput> camera_inputs(const std::vector<std::string>& arguments) {
  std::vector<CameraInput> cameras;
  for (const std::string& argument : arguments) {
    const std::size_t equals = argument.find('=');
    require_option(
        equals != std::string::npos && equals + 1 < argument.size() && is_plain_name(argument.substr(0, equals)),
        "--camera " + excerpt(argument) +
            ": give NAME=INPUT, such as left=images/left or left='left*.jpg'; a name has letters, digits, _ "
            "and - only");
    const std::string name = argument.substr(0, equals);
    auto found = std::find_if(cameras.begin(), cameras.end(), [&](const CameraInput& c) { return c.name == name; });
    if (found == cameras.end()) found = cameras.insert(cameras.end(), {name, {}});
    for (std::string& file : expanded(argument.substr(equals + 1))) found->inputs.push_back(std::move(file));
  }
  require_option(cameras.size() > 1,
                 "a rig has at least two cameras; give --camera once for each, or INPUT for one camera");
  return cameras;
}

/// --model radial2 for all, --model left=fisheye for one; several are joined by line ends.
std::vector<ModelRequest> models_of(const std::string& joined, const std::vector<CameraInput>& cameras) {
  std::vector<std::string> models(cameras.size(), std::string(ModelRequest::kAuto));
  std::vector<char> named(cameras.size());
  for (std::size_t begin = 0; begin <= joined.size();) {
    const std::size_t end = std::min(joined.find('\n', begin), joined.size());
    const std::string one = joined.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t equals = one.find('=');
    for (std::size_t c = 0; c < cameras.size() && equals == std::string::npos; ++c) {
      if (named[c] == 0) models[c] = one;
    }
    if (equals == std::string::npos) continue;
    const auto found = std::find_if(cameras.begin(), cameras.end(),
                                    [&](const CameraInput& c) { return c.name == one.substr(0, equals); });
    require_option(found != cameras.end(), "--model " + excerpt(one) + ": there is no such camera");
    models[static_cast<std::size_t>(found - cameras.begin())] = one.substr(equals + 1);
    named[static_cast<std::size_t>(found - cameras.begin())] = 1;
  }
  return {models.begin(), models.end()};
}

/// What is made for one camera is not done for several in silence.
void refuse_what_is_for_one_camera(const CalibrateCommandOptions& options) {
  const auto refuse = [](bool given, const std::string& what) {
    require_option(!given, what + " is for one camera, not for a rig (--camera)");
  };
  refuse(!options.input.inputs.empty(), "INPUT");
  refuse(options.auto_improve, "--auto-improve");
  refuse(!options.summary.empty(), "--summary");
  refuse(options.effects == "auto", "--effects auto");
  refuse(options.evaluation.bootstrap > 0, "--bootstrap");
  refuse(!options.evaluation.regions.empty() || !options.evaluation.region_mask.empty(), "--region");
  // A rig has no verdict of its own: its figures are judged by --require.
  const EvaluationArguments as_they_are;
  refuse(options.evaluation.tolerance != as_they_are.tolerance, "--tolerance");
  refuse(!options.evaluation.thresholds.empty(), "--threshold");
  refuse(options.evaluation.grid != as_they_are.grid, "--grid");
  refuse(options.keep_frames, "--keep-frames");
}

RigAssessOptions rig_assess_options(const CalibrateCommandOptions& options, const RigArguments& rig,
                                    const std::vector<CameraInput>& cameras) {
  RigAssessOptions how;
  how.models = models_of(options.model, cameras);
  if (options.target_shape != "auto") how.target_shape = target_shape_named(options.target_shape);
  how.effects = parse_effects("--effects", options.effects);
  how.loss = parse_loss("--loss", options.loss);
  how.outliers.sigmas = options.outliers;
  if (!rig.distances.empty()) how.distances_m = parse_numbers("--distance", rig.distances);
  for (const double distance : how.distances_m) {
    require_option(distance > 0, "--distance " + excerpt(rig.distances) + ": distances are positive, in metres");
  }
  how.seed = options.common.seed;
  how.threads = options.common.threads;
  return how;
}

PairedFrames read_rig(const CalibrateCommandOptions& options, const RigArguments& rig,
                      const std::vector<CameraInput>& cameras, const PairOptions& pairing, const Streams& streams) {
  std::vector<NamedObservations> seen;
  for (const CameraInput& camera : cameras) {
    InputArguments own = options.input;
    own.inputs = camera.inputs;
    own.leave_out.clear();  // they are instants
    own.videos = std::make_shared<VideoFrames>();
    ReadObservations read = read_input(own, read_options(own), options.common, streams);
    if (!options.common.quiet) {
      for (const std::string& warning : read.warnings) streams.err << camera.name << ": " << warning << '\n';
      for (const LeftOutImage& image : read.left_out) {
        streams.err << "left out: " << camera.name << " " << image.name << " (" << image.reason << ")\n";
      }
    }
    seen.push_back({camera.name, std::move(read.observations)});
  }
  PairOptions how = pairing;
  if (!rig.instants.empty()) {
    std::vector<std::string> names;
    for (const CameraInput& camera : cameras) names.push_back(camera.name);
    how.list = read_instants_csv(read_file(rig.instants), rig.instants, names);
  }
  return pair_frames(seen, how);
}

/// Takes instants out, by their names, those of their frames, or patterns of either.
void leave_out_instants(const std::vector<std::string>& names, RigObservations* rig) {
  for (const std::string& name : names) {
    const auto is_meant = [&](const Instant& instant) {
      const auto fits = [&](const std::string& other) { return fnmatch(name.c_str(), other.c_str(), 0) == 0; };
      return fits(instant.name) || std::any_of(instant.frames.begin(), instant.frames.end(),
                                               [&](const auto& frame) { return frame && fits(frame->name); });
    };
    std::vector<std::string> known;
    for (const Instant& instant : rig->instants) known.push_back(instant.name);
    if (std::erase_if(rig->instants, is_meant) == 0) {
      throw Error(ErrorCode::kBadOption,
                  "--leave-out: there is no instant or frame " + excerpt(name) + "; there are " + some_of(known));
    }
  }
}

int report_rig_failure(const RigAssessment& assessment, const PairedFrames& paired, const CommonOptions& common,
                       const Streams& streams) {
  const RigCalibration& rig = assessment.calibration;
  if (common.json) streams.out << readable(rig_object(assessment, paired));
  streams.err << "fiducia calibrate: " << rig.message << '\n';
  if (!rig.shifts.empty()) streams.err << shift_words(rig) << '\n';
  return kExitCannotCalibrate;
}

std::vector<FileContent> rig_files(const RigAssessment& assessment, const PairedFrames& paired, const std::string& json,
                                   const std::vector<CameraInput>& cameras, const CalibrateCommandOptions& options,
                                   const Streams& streams) {
  std::vector<std::string> inputs;
  std::vector<std::vector<std::string>> by_camera;
  for (const CameraInput& camera : cameras) {
    inputs.insert(inputs.end(), camera.inputs.begin(), camera.inputs.end());
    by_camera.push_back(camera.inputs);
  }
  const Provenance provenance = provenance_of(inputs, options.common, streams);
  std::vector<FileContent> files = {{"calibration.json", json},
                                    {"provenance.json", readable(provenance_object(provenance))}};
  for (FileContent& file :
       rig_report_files(assessment, paired, json, by_camera, options.title, provenance, options.common.threads)) {
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

void add_rig_options(CLI::App& command, RigArguments& arguments) {
  command
      .add_option(
          "--camera", arguments.cameras,
          "NAME=INPUT, once for each camera of a rig: cameras that are fixed to each other are calibrated together "
          "(left='left*.jpg'; a folder, a video or an observations file). The first one is the rig's frame")
      ->allow_extra_args(false);
  command.add_option(
      "--distance", arguments.distances,
      "Of a rig: the distances in metres, separated by commas, at which the error of a triangulated point "
      "is told; without it, as far as the target was");
  command.add_option(
      "--instants", arguments.instants,
      "Of a rig: a CSV file that says which frames were taken together: the cameras' names, then one row "
      "per instant. Without it, frames of the same name, or with the same numbers in their names");
  command.add_option(
      "--sync-tolerance", arguments.sync_tolerance,
      "Of a rig: frames whose names are time stamps no more than so many seconds apart were taken together");
}

void check_no_rig_options(const RigArguments& rig) {
  const auto refuse = [](const std::string& value, const std::string& option) {
    require_option(value.empty(), option + " is for a rig: give --camera NAME=INPUT for each of its cameras");
  };
  refuse(rig.distances, "--distance");
  refuse(rig.instants, "--instants");
  refuse(rig.sync_tolerance, "--sync-tolerance");
}

int run_rig(const CalibrateCommandOptions& options, const RigArguments& rig, const Streams& streams) {
  refuse_what_is_for_one_camera(options);
  require_option(options.title.empty() || !options.output.empty(),
                 "--title is for the report, which -o writes: give -o too");
  if (!options.output.empty()) check_output_folder(options.output, options.force, streams);
  const std::vector<Requirement> requirements = parse_requirements(options.evaluation.require);
  const std::vector<CameraInput> cameras = camera_inputs(rig.cameras);
  RigAssessOptions how = rig_assess_options(options, rig, cameras);
  PairOptions pairing;
  if (!rig.sync_tolerance.empty()) {
    pairing.sync_tolerance_s = parse_number("--sync-tolerance", rig.sync_tolerance);
    require_option(*pairing.sync_tolerance_s >= 0, "--sync-tolerance: give zero or more seconds");
    require_option(rig.instants.empty(), "--sync-tolerance and --instants contradict each other; give one of them");
  }
  PairedFrames paired = read_rig(options, rig, cameras, pairing, streams);
  leave_out_instants(options.input.leave_out, &paired.rig);
  how.progress = progress_bar(streams, options.common, "cameras of the rig");
  const RigAssessment assessment = assess_rig(paired.rig, how);
  if (!assessment.calibration.converged()) return report_rig_failure(assessment, paired, options.common, streams);
  const Json object = rig_object(assessment, paired);
  const std::vector<std::string> failures = unmet(requirements, object);
  const std::string json = readable(object);
  if (!options.output.empty()) {
    const std::vector<FileContent> files = rig_files(assessment, paired, json, cameras, options, streams);
    stop_if_interrupted();
    write_files_atomically(options.output, files);
  }
  if (options.common.json) streams.out << json;
  if (!options.common.quiet) {
    for (const LeftOutView& view : assessment.calibration.left_out) {
      streams.err << "left out: " << view.camera << " at " << view.instant << " (" << view.reason << ")\n";
    }
    for (const std::string& warning : assessment.calibration.warnings) streams.err << "warning: " << warning << '\n';
    result_stream(streams, options.common) << rig_summary(assessment, paired);
    if (!options.output.empty()) {
      streams.err << "wrote calibration.json, provenance.json, report.html and the observations of each camera to "
                  << options.output << '\n';
    }
  }
  return report_unmet(failures, "calibrate", streams);
}

}  // namespace fiducia
