#include "fiducia/solve/start/mirrored_pose.h"

#include <Eigen/Geometry>
#include <cmath>

namespace fiducia {

std::optional<Pose> mirrored_pose(const Pose& camera_from_target, const BoardPlane& plane) {
  const Vector3 target_centre = plane.plane_from_target.inverse().translation;
  const Vector3 centre = camera_from_target * target_centre;
  const Vector3 sight = centre.normalized();
  const Vector3 normal = camera_from_target.rotation * plane.plane_from_target.rotation.row(2).transpose();
  const Vector3 mirrored = 2 * sight.dot(normal) * sight - normal;
  const Vector3 axis = normal.cross(mirrored);
  if (axis.norm() < 1e-6) return std::nullopt;
  const Matrix3 turn = rotation_exp(axis.normalized() * std::atan2(axis.norm(), normal.dot(mirrored)));
  Pose other;
  other.rotation = turn * camera_from_target.rotation;
  other.translation = centre - other.rotation * target_centre;
  return other;
}

}  // namespace fiducia
