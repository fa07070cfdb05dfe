#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "apps/fiducia/input.h"
#include "fiducia/data/pair_frames.h"

namespace CLI {
class App;
}

namespace fiducia {

/// What tells several cameras that are fixed to each other.
struct RigArguments {
  std::vector<std::string> cameras;  ///< NAME=INPUT; empty: one camera, no rig
  std::string distances;             ///< metres, separated by commas; empty: as far as the target was
  std::string instants;              ///< a file; empty: frames are brought together by their names
  std::string sync_tolerance;        ///< seconds; empty: only where names do not tell

  [[nodiscard]] bool empty() const { return cameras.empty(); }
};

/// --camera, and what is for rigs beside it.
void add_rig_options(CLI::App& command, RigArguments& arguments);
/// --distance and what follows.
void add_pairing_options(CLI::App& command, RigArguments& arguments);
/// Which frames belong together: --instants, --sync-tolerance.
void add_instant_options(CLI::App& command, RigArguments& arguments);
/// --camera alone.
void add_camera_option(CLI::App& command, RigArguments& arguments);

/// Throws an Error where an option that is for rigs is given for one camera.
void check_no_rig_options(const RigArguments& rig);

/// A camera with its inputs.
struct CameraInput {
  std::string name;
  std::vector<std::string> inputs;
};

/// The inputs of all cameras, one after the other.
[[nodiscard]] std::vector<std::string> all_inputs(const std::vector<CameraInput>& cameras);

/// From NAME=INPUT; patterns are expanded.
[[nodiscard]] std::vector<CameraInput> camera_inputs(const std::vector<std::string>& arguments);

/// What the cameras saw, by instants, without those that are to be left out. Says what was not read.
[[nodiscard]] PairedFrames read_rig_views(const InputArguments& input, const RigArguments& rig,
                                          const std::vector<CameraInput>& cameras, const CommonOptions& common,
                                          const Streams& streams);

/// --distance, in metres.
[[nodiscard]] std::vector<double> distances_of(const RigArguments& rig);

}  // namespace fiducia
