#pragma once

#include "apps/fiducia/calibrate.h"
#include "apps/fiducia/rig_input.h"
#include "fiducia/assess/rig_assessment.h"

namespace fiducia {

/// From the words of the command line, before anything is read.
[[nodiscard]] RigAssessOptions rig_assess_options(const CalibrateCommandOptions& options, const RigArguments& rig,
                                                  const std::vector<CameraInput>& cameras);

/// Calibrates the cameras together, evaluates the rig, tells and writes it.
[[nodiscard]] int run_rig(const CalibrateCommandOptions& options, const RigArguments& rig, const Streams& streams);

}  // namespace fiducia
