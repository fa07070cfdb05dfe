#include "fiducia/camera/linearize_points.h"

#include <algorithm>
#include <string>

#include "fiducia/core/error.h"
#include "fiducia/core/lanes.h"

namespace fiducia {

ProjectionDerivatives linearize_points(const Camera& camera, const std::vector<Vector3>& points) {
  const auto count = static_cast<Eigen::Index>(points.size());
  const Eigen::Index parameters = camera.model().size();
  ProjectionDerivatives result{Eigen::MatrixXd(2 * count, parameters), Eigen::MatrixXd(2 * count, 3)};
  if (count == 0) return result;
  const Eigen::Index padded = (count + Lanes::kCount - 1) / Lanes::kCount * Lanes::kCount;
  Eigen::MatrixXd xyz(padded, 3);
  for (Eigen::Index i = 0; i < padded; ++i) xyz.row(i) = points[static_cast<std::size_t>(std::min(i, count - 1))];
  Eigen::MatrixXd columns(2 * padded, 1 + parameters + 3);
  const ProjectionColumns out{columns.data(), columns.col(1).data(), columns.col(1 + parameters).data(),
                              static_cast<int>(padded)};
  if (!camera.model().linearize(camera.parameters().data(), static_cast<int>(padded), xyz.col(0).data(),
                                xyz.col(1).data(), xyz.col(2).data(), out)) {
    throw Error(ErrorCode::kBadData,
                "a point cannot be projected by the model " + std::string(camera.model().info().name));
  }
  for (Eigen::Index i = 0; i < count; ++i) {
    for (Eigen::Index axis = 0; axis < 2; ++axis) {
      result.theta.row(2 * i + axis) = columns.row(axis * padded + i).segment(1, parameters);
      result.point.row(2 * i + axis) = columns.row(axis * padded + i).tail<3>();
    }
  }
  return result;
}

}  // namespace fiducia
