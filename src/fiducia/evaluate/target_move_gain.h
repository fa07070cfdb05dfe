#pragma once

#include <optional>
#include <vector>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// By how much the cost of a calibration falls, to first order, once its target's points may move by any amount along
/// `moves` (by corner id), with lens, poses and effects following: one Gauss-Newton step, px^2. Nothing where there is
/// no such step, or for a splined lens, which its prior holds. Of a loss that is no square the cost falls by more.
[[nodiscard]] std::optional<double> target_move_gain(const Calibration& calibration, const std::vector<Vector3>& moves,
                                                     int threads = 1);

}  // namespace fiducia
