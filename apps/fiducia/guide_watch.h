#pragma once

#include "apps/fiducia/guide.h"

namespace fiducia {

/// `guide --watch`: follows a folder until it is told to end, its time is over, or the goal that was asked for is
/// reached. With --json one object per line, after every change.
[[nodiscard]] int run_guide_watch(const GuideCommandOptions& options, const Streams& streams);

}  // namespace fiducia
