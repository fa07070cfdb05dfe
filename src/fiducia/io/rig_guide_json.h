#pragma once

#include <string>
#include <vector>

#include "fiducia/guide/rig_guide.h"
#include "fiducia/io/json.h"

namespace fiducia {

/// What to do next with a rig as JSON (docs/guide.md). names: of the cameras, in the rig's order.
[[nodiscard]] Json rig_guidance_object(const RigGuidance& guidance, const Goal& goal,
                                       const std::vector<std::string>& names, const std::string& advice);

}  // namespace fiducia
