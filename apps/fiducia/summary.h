#pragma once

#include <string>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// A calibration in a few lines for people.
[[nodiscard]] std::string calibration_summary(const Calibration& calibration);

/// What is known of a calibration that failed, besides its message: frames left out and warnings.
[[nodiscard]] std::string circumstances(const Calibration& calibration);

}  // namespace fiducia
