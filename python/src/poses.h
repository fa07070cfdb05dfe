#pragma once

#include "fiducia/core/pose.h"
#include "python/src/arrays.h"

namespace fiducia::python {

/// From 4 x 4.
[[nodiscard]] inline Pose pose_argument(const Numbers& matrix) {
  Pose pose;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) pose.rotation(i, k) = matrix.at(i, k);
    pose.translation[i] = matrix.at(i, 3);
  }
  return pose;
}

}  // namespace fiducia::python
