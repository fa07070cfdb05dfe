#pragma once

#include <Eigen/Core>

#include "fiducia/solve/calibrate.h"

namespace fiducia::python {

/// Standard deviations of the rotation vector (rad) and the translation (m) of every used frame, one row each. A pose
/// errs by the noise of its own corners and by what the intrinsics err,
///
///     cov(pose) = s^2 (E'E)^-1 + G cov(theta) G',   G = (E'E)^-1 E'F,   E = dp/dpose, F = dp/dtheta,
///
/// which with cov(theta) = s^2 A^-1 is the block of the inverse of all normal equations, and with cr2 allows for frames
/// that disagree more than noise makes them. covariance: of the intrinsics.
[[nodiscard]] Eigen::MatrixXd pose_deviations(const Calibration& calibration, const Eigen::MatrixXd& covariance);

}  // namespace fiducia::python
