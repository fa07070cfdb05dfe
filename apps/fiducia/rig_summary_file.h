#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "fiducia/io/drawing.h"
#include "fiducia/io/json.h"
#include "fiducia/io/provenance.h"

namespace fiducia {

/// The one-page summary of a rig. calibration: its calibration.json; causes: in words, as figures.json has them;
/// without a title, the cameras' names.
[[nodiscard]] Drawing rig_summary_page(const std::string& title, const Json& calibration,
                                       const std::vector<std::string>& causes, const Provenance& provenance);

/// Writes it where one was asked for, and says so.
void write_rig_summary(const std::string& file, const std::string& title, const Json& calibration,
                       const std::vector<std::string>& causes, const Provenance& provenance,
                       const CommonOptions& common, const Streams& streams);

}  // namespace fiducia
