#pragma once

#include <vector>

#include "fiducia/report/evaluated_calibration.h"
#include "fiducia/report/report.h"

namespace fiducia {

/// What was seen in every used frame: [id, u, v, du, dv] a corner, seen minus projected, px; corners that the
/// calibration left out are not among them. And the frame's picture, where there is one.
[[nodiscard]] Json frames_part(const EvaluatedCalibration& calibration, const Observations& observations,
                               const std::vector<ReportPicture>& pictures);

/// Throws an Error where the calibration's RMSE and number of coordinates are not those of its camera and poses with
/// these observations: one of the files was changed.
void require_its_residuals(const EvaluatedCalibration& calibration, const std::string& file_name,
                           const Observations& observations);

/// Where corners were seen in the used frames.
[[nodiscard]] std::vector<Vector2> seen_pixels(const EvaluatedCalibration& calibration,
                                               const Observations& observations);

}  // namespace fiducia
