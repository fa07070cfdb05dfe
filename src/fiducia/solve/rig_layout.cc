#include "fiducia/solve/rig_layout.h"

namespace fiducia {

RigLayout::RigLayout(std::vector<int> camera_sizes, int shape_size)
    : size(std::move(camera_sizes)), shape_size(shape_size) {
  for (const int count : size) {
    first.push_back(poses_first);
    poses_first += count;
  }
  shape_first = poses_first + 6 * (static_cast<int>(size.size()) - 1);
}

Pose RigLayout::camera_from_rig(const Eigen::VectorXd& g, std::size_t camera) const {
  if (camera == 0) return {};
  const int at = pose_of(camera);
  return Pose::from_vectors(g.segment<3>(at), g.segment<3>(at + 3));
}

void RigLayout::set_pose(std::size_t camera, const Pose& camera_from_rig, Eigen::VectorXd* g) const {
  g->segment<3>(pose_of(camera)) = camera_from_rig.rotation_vector();
  g->segment<3>(pose_of(camera) + 3) = camera_from_rig.translation;
}

Eigen::VectorXd RigLayout::moved(const Eigen::VectorXd& g, const Eigen::VectorXd& step) const {
  Eigen::VectorXd result = g + step;
  for (std::size_t c = 1; c < camera_count(); ++c) {
    set_pose(c, camera_from_rig(g, c).moved(step.segment<6>(pose_of(c))), &result);
  }
  return result;
}

Eigen::Matrix<double, 6, 12> composed_motion(const Pose& camera_from_rig, const Pose& rig_from_target) {
  const Matrix3& turn = camera_from_rig.rotation;
  const Vector3 arm = turn * rig_from_target.translation;
  Eigen::Matrix<double, 6, 12> map = Eigen::Matrix<double, 6, 12>::Zero();
  map.leftCols<6>().setIdentity();
  map.block<3, 3>(3, 0) << 0, arm.z(), -arm.y(), -arm.z(), 0, arm.x(), arm.y(), -arm.x(), 0;  // w x arm
  map.block<3, 3>(0, 6) = turn;
  map.block<3, 3>(3, 9) = turn;
  return map;
}

}  // namespace fiducia
