#include "fiducia/simulate/draw_pose.h"

namespace fiducia {

Eigen::AlignedBox3d bounding_box(const std::vector<Vector3>& points) {
  Eigen::AlignedBox3d box;
  for (const Vector3& p : points) box.extend(p);
  return box;
}

Matrix3 facing_the_camera(const Target& target) {
  return Vector3(1, -front_direction(target), -front_direction(target)).asDiagonal();
}

Pose draw_pose(RandomStream& random, const PoseSampling& sampling, const Matrix3& facing, const Vector3& centre) {
  const auto angle = [&] { return random.uniform(-sampling.max_angle_rad, sampling.max_angle_rad); };
  const double x = angle();
  const double y = angle();
  const double z = angle();
  Pose pose;
  pose.rotation = (Eigen::AngleAxisd(z, Vector3::UnitZ()) * Eigen::AngleAxisd(y, Vector3::UnitY()) *
                   Eigen::AngleAxisd(x, Vector3::UnitX()))
                      .toRotationMatrix() *
                  facing;
  const double tx = random.uniform(-sampling.max_offset_m, sampling.max_offset_m);
  const double ty = random.uniform(-sampling.max_offset_m, sampling.max_offset_m);
  const double tz = random.uniform(sampling.min_distance_m, sampling.max_distance_m);
  pose.translation = Vector3(tx, ty, tz) - pose.rotation * centre;
  return pose;
}

}  // namespace fiducia
