#pragma once

#include <vector>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// How far each corner's residual stands off from those of its neighbours on the target in the same frame, px: from
/// their median or from where their trend leads, whichever is nearer; in the order of Residuals, one per corner. Times
/// the corner's weight, or less where its neighbours have smaller ones. What is systematic (a lens that the model does
/// not describe, a bent target) changes little from neighbour to neighbour and does not show here; a corner that was
/// taken for another, or a reflection, does.
[[nodiscard]] std::vector<double> local_deviations(const Calibration& calibration, int threads = 1,
                                                   const Progress& progress = {});

}  // namespace fiducia
