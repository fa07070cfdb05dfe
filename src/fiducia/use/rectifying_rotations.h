#pragma once

#include "fiducia/core/pose.h"

namespace fiducia {

/// How two cameras are turned so that they look the same way and across the line between them, as cv::stereoRectify
/// turns them: each by half of the rotation between them, then both by the smallest rotation that brings the baseline
/// to the x axis, or to the y axis where it is nearer to that. A point then keeps its row, or its column.
struct RectifyingRotations {
  Matrix3 rectified_from_a;
  Matrix3 rectified_from_b;
  bool vertical = false;  ///< one camera above the other: columns are shared, not rows
  double shift_m = 0;  ///< x (y where vertical) of a point for b, less that for a: negative with b right of or below a
};

/// Throws an Error (kBadData) where images of the pair cannot be rectified: without a baseline, where one camera stands
/// in front of the other, and where they look away from each other.
[[nodiscard]] RectifyingRotations rectifying_rotations(const Pose& b_from_a);

}  // namespace fiducia
