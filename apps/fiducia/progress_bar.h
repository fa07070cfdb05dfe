#pragma once

#include <string>

#include "apps/fiducia/common.h"
#include "fiducia/core/progress.h"

namespace fiducia {

/// Stops the work when the user interrupts it (see interrupt.h). Shows a bar on standard error where that is a terminal
/// and the user did not ask for quiet, from half a second on, and clears it when the work is done or stopped.
[[nodiscard]] Progress progress_bar(const Streams& streams, const CommonOptions& common, const std::string& label);

}  // namespace fiducia
