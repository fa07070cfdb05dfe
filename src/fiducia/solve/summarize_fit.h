#pragma once

#include "fiducia/solve/calibrate.h"
#include "fiducia/solve/calibration_attempt.h"

namespace fiducia {

/// The calibration that an attempt ended in: the camera, the poses, RMSE, MAD and their kin, the parameters'
/// covariance, and whether the data determine it (`status` and `message` say so). Takes what it needs out of the
/// attempt.
[[nodiscard]] Calibration summarize_fit(std::shared_ptr<const Observations> observations,
                                        const CalibrateOptions& options, CalibrationAttempt* attempt);

}  // namespace fiducia
