#pragma once

#include <Eigen/Core>
#include <vector>

#include "fiducia/camera/camera.h"

namespace fiducia {

/// How projections move: two rows per point, u and v.
struct ProjectionDerivatives {
  Eigen::MatrixXd theta;  ///< d p / d theta
  Eigen::MatrixXd point;  ///< d p / d (x, y, z)
};

/// The derivatives of the projections of points in the camera frame. Throws an Error where one cannot be projected.
[[nodiscard]] ProjectionDerivatives linearize_points(const Camera& camera, const std::vector<Vector3>& points);

}  // namespace fiducia
