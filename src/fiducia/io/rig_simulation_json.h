#pragma once

#include <string>
#include <vector>

#include "fiducia/simulate/simulate_rig.h"

namespace fiducia {

/// The truth of a simulated rig in the form of a rig's calibration (docs/rigs.md): `cameras` with model, parameters and
/// camera_from_rig, `instants` with rig_from_target; and under `truth` what was put in besides: noise, bend, motion of
/// the target, lags, mounts, effects and seed.
[[nodiscard]] std::string rig_truth_json(const std::vector<SimulatedRigCamera>& cameras,
                                         const RigSimulation& simulation, const SimulateRigOptions& options);

}  // namespace fiducia
