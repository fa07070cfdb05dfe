#pragma once

#include "apps/fiducia/calibrate.h"
#include "apps/fiducia/rig_input.h"

namespace fiducia {

/// Calibrates the cameras together, evaluates the rig, tells and writes it.
[[nodiscard]] int run_rig(const CalibrateCommandOptions& options, const RigArguments& rig, const Streams& streams);

}  // namespace fiducia
