#pragma once

#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/core/progress.h"
#include "fiducia/data/observations.h"

namespace fiducia::python {

/// How two cameras whose intrinsics stay as they are stand to each other.
struct FixedPair {
  Pose second_from_first;
  std::vector<Pose> first_from_target;  ///< one per frame
  double rms = 0;                       ///< px per corner, of both cameras
};

/// Fits the pair's pose and the target's poses alone. Frames of the two belong together by their order. Throws an Error
/// where a frame has no pose.
[[nodiscard]] FixedPair fit_fixed_pair(const std::vector<Camera>& cameras, const std::vector<Observations>& seen,
                                       const Progress& progress);

}  // namespace fiducia::python
