#pragma once

#include <string>

#include "fiducia/evaluate/evaluation.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// The frames of a calibration, the one that fits worst first.
[[nodiscard]] std::string frame_table(const Calibration& calibration, const Evaluation& evaluation);

}  // namespace fiducia
