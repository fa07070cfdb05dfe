#pragma once

#include "fiducia/assess/rig_assessment.h"
#include "fiducia/data/pair_frames.h"
#include "fiducia/io/json.h"
#include "fiducia/io/verdict_json.h"

namespace fiducia {

/// The calibration of a rig as JSON (docs/rigs.md): `cameras`, each with its model, parameters, camera_from_rig, fit,
/// bias and trust; `instants` with rig_from_target; `rig` with pairs, consistency, explanation and pairing; the
/// verdict, with words where they are known. Of one that failed only the diagnosis is written.
[[nodiscard]] Json rig_object(const RigAssessment& rig, const PairedFrames& paired, const VerdictWords* words = nullptr,
                              double tolerance_px = 1);

/// One of `rig.pairs`.
[[nodiscard]] Json rig_pair_object(const RigCalibration& rig, const RigPair& pair);

/// The key of a distance in `triangulation`: "2m", "0.5m".
[[nodiscard]] std::string distance_key(double distance_m);

/// The names of some of the cameras.
[[nodiscard]] Json camera_names(const std::vector<std::size_t>& cameras, const std::vector<std::string>& names);

}  // namespace fiducia
