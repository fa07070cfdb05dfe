#pragma once

#include "fiducia/assess/rig_assessment.h"
#include "fiducia/io/verdict_json.h"

namespace fiducia {

/// The verdict on a rig in words: about a camera or a pair that decides, and what to do.
[[nodiscard]] VerdictWords rig_verdict_words(const RigAssessment& rig, double tolerance_px);

}  // namespace fiducia
