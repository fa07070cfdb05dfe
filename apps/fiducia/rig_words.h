#pragma once

#include <string>
#include <vector>

#include "fiducia/assess/rig_assessment.h"
#include "fiducia/data/pair_frames.h"

namespace fiducia {

/// What people read of a rig: which frames belong together, a line per camera, a paragraph per pair, whether it is one
/// rig, and what to do.
[[nodiscard]] std::string rig_summary(const RigAssessment& rig, const PairedFrames& paired, double tolerance_px);

/// One sentence: which frames were brought together, and how.
[[nodiscard]] std::string pairing_words(const PairedFrames& paired);

/// Whether one rig explains all instants, and what to do where it does not.
[[nodiscard]] std::string consistency_words(const RigCalibration& rig, const RigConsistency& found);

/// The same of all that was found: where a better explanation makes one rig of the instants, that.
[[nodiscard]] std::string rig_in_words(const RigAssessment& rig);

/// What was found on the way to the fullest explanation, and what it costs, a sentence each.
[[nodiscard]] std::vector<std::string> rig_causes_in_words(const RigAssessment& rig);

/// Frames that belong to other instants, a sentence each; empty without any.
[[nodiscard]] std::string shift_words(const RigCalibration& rig);

}  // namespace fiducia
