#pragma once

#include "apps/fiducia/evaluate.h"
#include "apps/fiducia/rig_input.h"

namespace fiducia {

/// Holds a rig that somebody made against what its cameras saw: poses of the target are estimated, cameras and how they
/// stand to each other stay.
[[nodiscard]] int run_evaluate_rig(const EvaluateCommandOptions& options, const RigArguments& rig,
                                   const Streams& streams);

}  // namespace fiducia
