#pragma once

#include <vector>

#include "fiducia/report/evaluated_calibration.h"
#include "fiducia/report/used_frames.h"

namespace fiducia {

/// How uncertain the mapping is over the image by every estimator, the angle that a pixel spans there, where corners
/// were detected in the used frames, and the edge of the model's domain where it crosses the image. The best-fit
/// rotation is removed over the grid and the region of calibration.mapping, as in the map of calibration.json.
[[nodiscard]] Json uncertainty_part(const EvaluatedCalibration& calibration, const std::vector<UsedFrame>& frames);

/// The density of the mapping error's root by every estimator: error_px and density (in 1/px) of equal length.
[[nodiscard]] Json distribution_part(const EvaluatedCalibration& calibration);

}  // namespace fiducia
