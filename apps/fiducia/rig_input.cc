#include "apps/fiducia/rig_input.h"

#include <fnmatch.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "apps/fiducia/file_pattern.h"
#include "apps/fiducia/parse.h"
#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/io/file.h"
#include "fiducia/io/instants_csv.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

bool is_plain_name(const std::string& name) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  return !name.empty() && name.find_first_not_of(kLetters) == std::string::npos;
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

PairOptions pair_options(const RigArguments& rig) {
  PairOptions pairing;
  if (rig.sync_tolerance.empty()) return pairing;
  pairing.sync_tolerance_s = parse_number("--sync-tolerance", rig.sync_tolerance);
  require_option(*pairing.sync_tolerance_s >= 0, "--sync-tolerance: give zero or more seconds");
  require_option(rig.instants.empty(), "--sync-tolerance and --instants contradict each other; give one of them");
  return pairing;
}

}  // namespace

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
    for (std::string& file : files_like(argument.substr(equals + 1))) found->inputs.push_back(std::move(file));
  }
  require_option(cameras.size() > 1,
                 "a rig has at least two cameras; give --camera once for each, or INPUT for one camera");
  return cameras;
}

std::vector<std::string> all_inputs(const std::vector<CameraInput>& cameras) {
  std::vector<std::string> inputs;
  for (const CameraInput& camera : cameras) inputs.insert(inputs.end(), camera.inputs.begin(), camera.inputs.end());
  return inputs;
}

PairedFrames read_rig_views(const InputArguments& input, const RigArguments& rig,
                            const std::vector<CameraInput>& cameras, const CommonOptions& common,
                            const Streams& streams) {
  PairOptions how = pair_options(rig);
  std::vector<NamedObservations> seen;
  for (const CameraInput& camera : cameras) {
    InputArguments own = input;
    own.inputs = camera.inputs;
    own.leave_out.clear();  // they are instants
    own.videos = std::make_shared<VideoFrames>();
    ReadObservations read = read_input(own, read_options(own), common, streams);
    if (!common.quiet) {
      for (const std::string& warning : read.warnings) streams.err << camera.name << ": " << warning << '\n';
      for (const LeftOutImage& image : read.left_out) {
        streams.err << "left out: " << camera.name << " " << image.name << " (" << image.reason << ")\n";
      }
    }
    seen.push_back({camera.name, std::move(read.observations)});
  }
  if (!rig.instants.empty()) {
    std::vector<std::string> names;
    for (const CameraInput& camera : cameras) names.push_back(camera.name);
    how.list = read_instants_csv(read_file(rig.instants), rig.instants, names);
  }
  PairedFrames paired = pair_frames(seen, how);
  leave_out_instants(input.leave_out, &paired.rig);
  return paired;
}

std::vector<double> distances_of(const RigArguments& rig) {
  if (rig.distances.empty()) return {};
  std::vector<double> distances = parse_numbers("--distance", rig.distances);
  for (const double distance : distances) {
    require_option(distance > 0, "--distance " + excerpt(rig.distances) + ": distances are positive, in metres");
  }
  return distances;
}

void add_camera_option(CLI::App& command, RigArguments& arguments) {
  command
      .add_option(
          "--camera", arguments.cameras,
          "NAME=INPUT, once for each camera of a rig: cameras that are fixed to each other are calibrated together "
          "(left='left*.jpg'; a folder, a video or an observations file). The first one is the rig's frame")
      ->allow_extra_args(false);
}

void add_rig_options(CLI::App& command, RigArguments& arguments) {
  add_camera_option(command, arguments);
  add_pairing_options(command, arguments);
}

void add_pairing_options(CLI::App& command, RigArguments& arguments) {
  command.add_option(
      "--distance", arguments.distances,
      "Of a rig: the distances in metres, separated by commas, at which the error of a triangulated point "
      "is told; without it, as far as the target was");
  add_instant_options(command, arguments);
}

void add_instant_options(CLI::App& command, RigArguments& arguments) {
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

}  // namespace fiducia
