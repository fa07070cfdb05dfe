#include "fiducia/guide/placement.h"

#include <Eigen/Geometry>
#include <cmath>

namespace fiducia {
namespace {

/// The shortest rotation that takes the camera's axis to the line of sight.
Matrix3 towards(const Vector3& ray) {
  return Eigen::Quaterniond::FromTwoVectors(Vector3::UnitZ(), ray).toRotationMatrix();
}

}  // namespace

std::optional<Pose> pose_of(const Placement& placement, const Camera& camera, const Board& board) {
  const std::optional<Vector3> ray = camera.unproject(placement.pixel);
  if (!ray) return std::nullopt;
  Pose pose;
  pose.rotation = towards(*ray) * rotation_exp({placement.tilt_rad.x(), placement.tilt_rad.y(), 0}) *
                  rotation_exp({0, 0, placement.roll_rad}) * board.upright;
  pose.translation = placement.distance_m * *ray - pose.rotation * board.centre;
  return pose;
}

std::optional<Placement> placement_of(const Pose& camera_from_target, const Camera& camera, const Board& board) {
  const Vector3 centre = camera_from_target * board.centre;
  const std::optional<Vector2> pixel = camera.project(centre);
  if (!pixel) return std::nullopt;
  const Matrix3 held =
      towards(centre.normalized()).transpose() * camera_from_target.rotation * board.upright.transpose();
  // held = exp(tilt) exp(roll): the tilt takes z to where it is, about an axis across the line of sight.
  const Matrix3 tilt = Eigen::Quaterniond::FromTwoVectors(Vector3::UnitZ(), held.col(2)).toRotationMatrix();
  const Matrix3 roll = tilt.transpose() * held;
  return Placement{*pixel, centre.norm(), rotation_log(tilt).head<2>(), std::atan2(roll(1, 0), roll(0, 0))};
}

}  // namespace fiducia
