#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "fiducia/camera/camera.h"

namespace fiducia {

/// A direction of the intrinsics that the data leave open.
struct OpenDirection {
  /// How far the mapping moves along it, RMS over the observed part of the image, at one standard deviation; px.
  /// Infinite where the normal equations themselves are singular.
  double spread_px = 0;
  std::vector<std::string> parameters;  ///< the names that matter in it, most important first
};

/// The direction d of the intrinsics that is determined worst, and how badly (docs/method.md 2): the largest
/// ||J_res d||_rms with d' A d = variance. The information matrix A and the variance
/// of a residual coordinate give its standard deviation, the derivative of the mapping at the observed rays says
/// what that means in the image. A rotation of the camera, which the poses would compensate, does not count.
[[nodiscard]] OpenDirection worst_direction(const Camera& camera, const Eigen::MatrixXd& information, double variance,
                                            const std::vector<Vector3>& rays);

}  // namespace fiducia
