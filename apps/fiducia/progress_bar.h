#pragma once

#include <string>

#include "apps/fiducia/common.h"
#include "fiducia/core/progress.h"

namespace fiducia {

/// A bar on standard error where that is a terminal and the user did not ask for quiet; nothing elsewhere. Clears
/// itself when the work is done.
[[nodiscard]] Progress progress_bar(const Streams& streams, const CommonOptions& common, const std::string& label);

}  // namespace fiducia
