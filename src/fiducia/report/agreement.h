#pragma once

#include <string>
#include <vector>

#include "fiducia/report/evaluated_calibration.h"
#include "fiducia/report/used_frames.h"

namespace fiducia {

// Whether a calibration is about the observations beside it: files are changed and mixed up.

/// Throws an Error where the calibration's frames, corners, tiles or image size are not those of the observations.
void require_its_observations(const EvaluatedCalibration& calibration, const std::string& file_name,
                              const Observations& observations);

/// Throws an Error where the calibration's RMSE and number of coordinates are not those of its camera and poses with
/// these observations. `used`: of used_frames().
void require_its_residuals(const EvaluatedCalibration& calibration, const std::string& file_name,
                           const std::vector<UsedFrame>& used);

}  // namespace fiducia
