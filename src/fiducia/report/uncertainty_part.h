#pragma once

#include "fiducia/report/evaluated_calibration.h"

namespace fiducia {

/// How uncertain the mapping is over the image by every estimator, the angle that a pixel spans there, where corners
/// were seen, and the edge of the model's domain where it crosses the image.
[[nodiscard]] Json uncertainty_part(const EvaluatedCalibration& calibration, const Observations& observations);

/// The density of the mapping error's root by every estimator: error_px and density (in 1/px) of equal length.
[[nodiscard]] Json distribution_part(const EvaluatedCalibration& calibration);

}  // namespace fiducia
