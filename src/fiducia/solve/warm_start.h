#pragma once

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// Options for calibrating the same frames again from where a calibration ended: its model, loss, target shape, camera,
/// poses and frame weights. Frames that it left out stay out. Throws an Error (kNotConverged) where it failed.
[[nodiscard]] CalibrateOptions continued_from(const Calibration& calibration, int threads = 1);

}  // namespace fiducia
