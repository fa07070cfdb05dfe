#pragma once

#include "fiducia/core/pose.h"

namespace fiducia {

/// How two cameras are turned so that a point is seen in the same row by both: the x axis of both lies along the
/// baseline, and they look the same way, between the ways that they looked before.
struct RectifiedPair {
  Matrix3 rectified_from_a;
  Matrix3 rectified_from_b;
  double baseline_m = 0;
};

/// x is the direction along the baseline that has the sign of the first camera's x axis, so that nothing is turned
/// upside down. Cameras one above the other are turned by a right angle: their columns become rows. Without a baseline
/// there is no such pair, and the numbers are NaN.
[[nodiscard]] RectifiedPair rectify_pair(const Pose& b_from_a);

}  // namespace fiducia
