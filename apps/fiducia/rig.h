#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/calibrate.h"

namespace fiducia {

/// What 'fiducia calibrate' takes for several cameras at once.
struct RigArguments {
  std::vector<std::string> cameras;  ///< NAME=INPUT; empty: one camera, no rig
  std::string distances;             ///< metres, separated by commas; empty: as far as the target was
  std::string instants;              ///< a file; empty: frames are brought together by their names
  std::string sync_tolerance;        ///< seconds; empty: only where names do not tell

  [[nodiscard]] bool empty() const { return cameras.empty(); }
};

void add_rig_options(CLI::App& command, RigArguments& arguments);

/// Calibrates the cameras together, evaluates the rig, tells and writes it.
[[nodiscard]] int run_rig(const CalibrateCommandOptions& options, const RigArguments& rig, const Streams& streams);

/// Throws an Error where an option that is for rigs is given for one camera.
void check_no_rig_options(const RigArguments& rig);

}  // namespace fiducia
