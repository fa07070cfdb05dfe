#pragma once

#include "apps/fiducia/guide.h"
#include "apps/fiducia/rig_input.h"

namespace fiducia {

/// Says where to hold the board before a rig next, for what is weakest of it, and when to stop.
[[nodiscard]] int run_guide_rig(const GuideCommandOptions& options, const RigArguments& rig, const Streams& streams);

}  // namespace fiducia
