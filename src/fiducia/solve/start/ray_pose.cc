#include "fiducia/solve/start/ray_pose.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <cmath>
#include <vector>

namespace fiducia {
namespace {

using Matrix9 = Eigen::Matrix<double, 9, 9>;
using Vector9 = Eigen::Matrix<double, 9, 1>;

/// Centre and size of the matched points within the plane, to condition the homography.
struct Normalization {
  Vector2 centre = Vector2::Zero();
  double scale = 1;
};

Normalization normalize(std::span<const RayMatch> matches, const Pose& plane_from_target) {
  Normalization n;
  for (const RayMatch& match : matches) n.centre += (plane_from_target * match.point).head<2>();
  n.centre /= static_cast<double>(matches.size());
  double spread = 0;
  for (const RayMatch& match : matches) {
    spread += ((plane_from_target * match.point).head<2>() - n.centre).squaredNorm();
  }
  n.scale = std::sqrt(spread / static_cast<double>(matches.size()));
  return n;
}

/// The eigenvector of the smallest eigenvalue, by inverse iteration; the matrix is positive semi-definite.
Vector9 smallest_eigenvector(Matrix9 m) {
  m.diagonal().array() += 1e-13 * m.trace();
  const Eigen::LDLT<Matrix9> ldlt(m);
  Vector9 h;
  h << 1, 0.1, 0, 0.1, 1, 0, 0, 0.1, 1;
  for (int i = 0; i < 12; ++i) {
    const Vector9 next = ldlt.solve(h).normalized();
    const double change = std::min((next - h).norm(), (next + h).norm());
    h = next;
    if (change < 1e-9) break;
  }
  return h;
}

}  // namespace

bool collinear(std::span<const Vector3> points) {
  if (points.size() < 3) return true;
  Vector3 centre = Vector3::Zero();
  for (const Vector3& p : points) centre += p;
  centre /= static_cast<double>(points.size());
  Matrix3 spread = Matrix3::Zero();
  for (const Vector3& p : points) spread += (p - centre) * (p - centre).transpose();
  const Vector3 eigenvalues = Eigen::SelfAdjointEigenSolver<Matrix3>(spread, Eigen::EigenvaluesOnly).eigenvalues();
  return eigenvalues[1] <= 1e-6 * eigenvalues[2];
}

std::optional<Matrix3> homography_from_rays(std::span<const RayMatch> matches, const BoardPlane& plane) {
  if (matches.size() < 4) return std::nullopt;
  const Normalization norm = normalize(matches, plane.plane_from_target);
  if (!(norm.scale > 0)) return std::nullopt;
  // The point on the plane, H (X, Y, 1), has no part across its ray d: sum |(I - d d') H x|^2 is least.
  Matrix9 sum = Matrix9::Zero();
  std::vector<Vector3> plane_points;
  for (const RayMatch& match : matches) {
    const Vector2 xy = ((plane.plane_from_target * match.point).head<2>() - norm.centre) / norm.scale;
    const Vector3 x(xy.x(), xy.y(), 1);
    plane_points.push_back(x);
    const Matrix3 across = Matrix3::Identity() - match.ray * match.ray.transpose();
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j <= i; ++j) sum.block<3, 3>(3 * i, 3 * j) += x[i] * x[j] * across;
    }
  }
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < i; ++j) sum.block<3, 3>(3 * j, 3 * i) = sum.block<3, 3>(3 * i, 3 * j);
  }
  const Vector9 h = smallest_eigenvector(sum);
  if (!h.allFinite()) return std::nullopt;
  const Matrix3 homography = Eigen::Map<const Matrix3>(h.data());
  double side = 0;
  for (std::size_t i = 0; i < matches.size(); ++i) side += matches[i].ray.dot(homography * plane_points[i]);
  return side < 0 ? Matrix3(-homography) : homography;
}

std::optional<Pose> pose_from_rays(std::span<const RayMatch> matches, const BoardPlane& plane) {
  const auto homography = homography_from_rays(matches, plane);
  if (!homography) return std::nullopt;
  const double length1 = homography->col(0).norm();
  const double length2 = homography->col(1).norm();
  if (!(length1 > 0) || !(length2 > 0)) return std::nullopt;
  Matrix3 axes;
  axes.col(0) = homography->col(0) / length1;
  axes.col(1) = homography->col(1) / length2;
  axes.col(2) = axes.col(0).cross(axes.col(1));
  const Normalization norm = normalize(matches, plane.plane_from_target);
  Pose camera_from_plane;
  camera_from_plane.rotation = nearest_rotation(axes);
  const Vector3 at_centre = homography->col(2) * (2 * norm.scale / (length1 + length2));
  camera_from_plane.translation = at_centre - camera_from_plane.rotation * Vector3(norm.centre.x(), norm.centre.y(), 0);
  if (!camera_from_plane.translation.allFinite() || !camera_from_plane.rotation.allFinite()) return std::nullopt;
  const Pose camera_from_target = camera_from_plane * plane.plane_from_target;
  for (const RayMatch& match : matches) {
    if (!(match.ray.dot(camera_from_target * match.point) > 0)) return std::nullopt;
  }
  return camera_from_target;
}

}  // namespace fiducia
