#include "fiducia/core/rectify_pair.h"

#include <Eigen/Geometry>

namespace fiducia {

RectifiedPair rectify_pair(const Pose& b_from_a) {
  const Vector3 b_in_a = b_from_a.inverse().translation;
  RectifiedPair pair;
  pair.baseline_m = b_in_a.norm();
  Vector3 x = b_in_a / pair.baseline_m;
  if (x.x() < 0) x = -x;
  const Vector3 looking = Vector3::UnitZ() + b_from_a.rotation.row(2).transpose();  // both axes, in the frame of a
  const Vector3 z = (looking - looking.dot(x) * x).normalized();
  pair.rectified_from_a.row(0) = x;
  pair.rectified_from_a.row(1) = z.cross(x);
  pair.rectified_from_a.row(2) = z;
  pair.rectified_from_b = pair.rectified_from_a * b_from_a.rotation.transpose();
  return pair;
}

}  // namespace fiducia
