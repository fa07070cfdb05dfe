#pragma once

#include <Eigen/Core>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/evaluate/mapping_grid.h"

namespace fiducia {

/// How uncertain the mapping is at single points, because the intrinsics are: to first order, from their covariance,
/// after removing the rotation that best takes back an error of the intrinsics over `grid` (the image, where none is
/// given). That is what the uncertainty map of a calibration shows (evaluate/uncertainty_map.h): where the camera
/// points is a matter of its pose. It holds the random error alone; a bias that all frames share is in no covariance.
struct PointUncertainty {
  Eigen::Matrix2d pixel;  ///< covariance of the pixel at which a fixed ray is seen, px^2
  double ray_rad = 0;     ///< sqrt(trace) of the covariance of the ray of a fixed pixel: an angle
};

/// One per point in the camera frame, each of which must have a projection. Throws an Error where the covariance is not
/// the model's.
[[nodiscard]] std::vector<PointUncertainty> point_uncertainties(const Camera& camera, const Eigen::MatrixXd& covariance,
                                                                const std::vector<Vector3>& points,
                                                                const GridOptions& grid = {});

}  // namespace fiducia
