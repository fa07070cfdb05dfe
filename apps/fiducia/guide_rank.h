#pragma once

#include "apps/fiducia/guide.h"

namespace fiducia {

/// `guide --rank`: the order in which images that were taken matter.
[[nodiscard]] int run_guide_rank(const GuideCommandOptions& options, const Streams& streams);

}  // namespace fiducia
