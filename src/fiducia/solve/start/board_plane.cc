#include "fiducia/solve/start/board_plane.h"

#include <Eigen/Eigenvalues>
#include <cmath>

namespace fiducia {

BoardPlane fit_board_plane(const std::vector<Vector3>& points) {
  Vector3 centre = Vector3::Zero();
  double count = 0;
  for (const Vector3& p : points) {
    if (!p.allFinite()) continue;
    centre += p;
    ++count;
  }
  BoardPlane plane;
  if (count == 0) return plane;
  centre /= count;
  Matrix3 spread = Matrix3::Zero();
  for (const Vector3& p : points) {
    if (p.allFinite()) spread += (p - centre) * (p - centre).transpose() / count;
  }
  const Eigen::SelfAdjointEigenSolver<Matrix3> eigen(spread);
  Matrix3 axes;  // rows: the directions of most, second and least spread
  axes.row(0) = eigen.eigenvectors().col(2).transpose();
  axes.row(1) = eigen.eigenvectors().col(1).transpose();
  axes.row(2) = eigen.eigenvectors().col(0).transpose();
  if (axes.determinant() < 0) axes.row(2) = -axes.row(2);
  plane.plane_from_target = {axes, -(axes * centre)};
  plane.extent_m = std::sqrt(spread.trace());
  plane.thickness_m = std::sqrt(std::max(0.0, eigen.eigenvalues()[0]));
  return plane;
}

}  // namespace fiducia
