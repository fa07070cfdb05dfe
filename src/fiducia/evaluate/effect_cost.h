#pragma once

#include <Eigen/Core>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// What an effect that acts in single frames does to a camera that is calibrated without it: the expected squared
/// mapping error, px^2 per coordinate, when the frames' numbers are drawn with the widths that `with` found. To first
/// order: each frame's corners are displaced by the effect and pull at the intrinsics by A^-1 s_j, frame by frame
/// independently. H: of the mapping error (mapping_error.h).
[[nodiscard]] double expected_effect_cost(const Calibration& without, const Calibration& with, Effect effect,
                                          const Eigen::MatrixXd& H);

}  // namespace fiducia
