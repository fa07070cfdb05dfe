#pragma once

#include <vector>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// The sum of squared residuals of each used frame, as often as it counts, px^2.
[[nodiscard]] std::vector<double> squares_by_frame(const Calibration& calibration);

/// How clearly the frames, one by one, are explained better: the mean over its standard error of what each frame's
/// likelihood gains (Vuong 1989), less its part of the penalty. Squares by frame, px^2; variance: of a coordinate.
[[nodiscard]] double gain_by_frame(const std::vector<double>& lean, const std::vector<double>& rich, double variance,
                                   double penalty);

}  // namespace fiducia
