#include "fiducia/use/point_uncertainty.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>
#include <string>

#include "fiducia/camera/linearize_points.h"
#include "fiducia/core/error.h"

namespace fiducia {

std::vector<PointUncertainty> point_uncertainties(const Camera& camera, const Eigen::MatrixXd& covariance,
                                                  const std::vector<Vector3>& points, const GridOptions& grid) {
  if (covariance.rows() != camera.model().size() || covariance.cols() != camera.model().size()) {
    throw Error(ErrorCode::kBadOption, "the covariance has " + std::to_string(covariance.rows()) +
                                           " parameters, the camera " + std::to_string(camera.model().size()));
  }
  std::vector<PointUncertainty> result;
  if (points.empty()) return result;
  const Eigen::MatrixXd compensation = mapping_grid(camera, grid).compensation();
  std::vector<Vector3> rays;
  rays.reserve(points.size());
  for (const Vector3& point : points) rays.push_back(point.normalized());
  const ProjectionDerivatives derivatives = linearize_points(camera, rays);
  const Eigen::MatrixXd to_rotation = rotation_derivatives(rays, derivatives.point);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const auto at = 2 * static_cast<Eigen::Index>(i);
    const Eigen::MatrixXd j = derivatives.theta.middleRows(at, 2) - to_rotation.middleRows(at, 2) * compensation;
    PointUncertainty& one = result.emplace_back();
    one.pixel = j * covariance * j.transpose();
    // A fixed pixel: what the intrinsics move, the ray must take back, within the plane across it.
    Eigen::Matrix<double, 3, 2> across;
    across.col(0) = rays[i].unitOrthogonal();
    across.col(1) = rays[i].cross(across.col(0));
    const Eigen::Matrix2d inverse = (derivatives.point.middleRows(at, 2) * across).inverse();
    one.ray_rad = std::sqrt(std::max((inverse * one.pixel * inverse.transpose()).trace(), 0.0));
  }
  return result;
}

}  // namespace fiducia
