#pragma once

#include <vector>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// The used frames of a calibration in two parts that ask for two cameras.
struct FramePartition {
  std::vector<std::size_t> part;  ///< 0 or 1, one per used frame
  double gain = 0;                ///< by how much the cost falls, to first order, with a camera for each, px^2
};

/// The partition that gains most, from what each frame says about the intrinsics (S_j and s_j, docs/method.md 2): two
/// cameras are moved and frames go over to the one that suits them better, from many starts. Each part has
/// `fewest` frames or more; no gain: there is none. The calibration must have no global parameters but intrinsics.
[[nodiscard]] FramePartition partition_frames(const Calibration& calibration, std::size_t fewest);

}  // namespace fiducia
