#pragma once

#include "fiducia/solve/rig_fit.h"

namespace fiducia {

/// The calibration that a joint fit ended in: cameras, poses, residuals, and whether the data determine it.
[[nodiscard]] RigCalibration summarize_rig(std::shared_ptr<const RigObservations> observations,
                                           const std::vector<std::shared_ptr<const Model>>& models,
                                           const RigCalibrateOptions& options, const std::vector<LoneCamera>& lone,
                                           const RigViews& views, const RigFit& fit, FrameSolution solution);

}  // namespace fiducia
