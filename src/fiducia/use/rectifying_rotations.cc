#include "fiducia/use/rectifying_rotations.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "fiducia/core/error.h"
#include "fiducia/core/words.h"

namespace fiducia {
namespace {

// Beyond these a rectified image shows hardly anything of what its camera saw.
constexpr double kMostTurnDegrees = 45;      // of the baseline
constexpr double kMostAxisTurnDegrees = 75;  // of a camera's axis

double degrees(double radians) { return radians * 180 / std::numbers::pi; }

double angle_of(double cosine) { return degrees(std::acos(std::clamp(cosine, -1.0, 1.0))); }

}  // namespace

RectifyingRotations rectifying_rotations(const Pose& b_from_a) {
  const double length = b_from_a.translation.norm();
  if (!(length > 0) || !std::isfinite(length)) {
    throw Error(ErrorCode::kBadData,
                "the cameras stand at the same place: without a baseline there are no rows to share");
  }
  const Matrix3 half = rotation_exp(-rotation_log(b_from_a.rotation) / 2);
  const Vector3 t = half * b_from_a.translation;
  RectifyingRotations result;
  result.vertical = !(std::abs(t.x()) > std::abs(t.y()));
  const int axis = result.vertical ? 1 : 0;
  const Vector3 along = (t[axis] > 0 ? 1.0 : -1.0) * Vector3::Unit(axis);
  const double turn = angle_of(t.dot(along) / length);
  if (turn > kMostTurnDegrees) {
    const bool in_front = std::abs(t.z()) > t.head<2>().norm();
    throw Error(ErrorCode::kBadData,
                in_front
                    ? "one camera stands in front of the other (the line between them is " +
                          in_digits(angle_of(std::abs(t.z()) / length), 2) +
                          " degrees from where they look): their images cannot be rectified"
                    : "the line between the cameras runs " + in_digits(turn, 2) +
                          " degrees away from the rows and the columns of their images: these cannot be rectified");
  }
  const Matrix3 turned = Eigen::Quaterniond::FromTwoVectors(t, along).toRotationMatrix();
  result.rectified_from_a = turned * half.transpose();
  result.rectified_from_b = turned * half;
  result.shift_m = t[axis] > 0 ? length : -length;
  const double off_axis = angle_of(std::min(result.rectified_from_a(2, 2), result.rectified_from_b(2, 2)));
  if (off_axis > kMostAxisTurnDegrees) {
    throw Error(ErrorCode::kBadData, "the cameras look " + in_digits(angle_of(b_from_a.rotation(2, 2)), 3) +
                                         " degrees away from each other: their images cannot be rectified");
  }
  return result;
}

}  // namespace fiducia
