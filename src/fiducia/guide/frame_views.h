#pragma once

#include <Eigen/Core>
#include <vector>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// What the frames of a calibration say about its intrinsics.
struct FrameViews {
  std::vector<Eigen::MatrixXd> S;  ///< of each frame, as it counts; their sum is A
  Eigen::MatrixXd A;
  /// Where the target's shape or effects are found with the camera: A = T (sum of what the frames would say if those
  /// were known) T', T the geometric mean of A and the inverse of that sum, which does not depend on the parameters'
  /// units. Empty: nothing is lost.
  Eigen::MatrixXd loss;
};

[[nodiscard]] FrameViews frame_views(const Calibration& calibration);

}  // namespace fiducia
