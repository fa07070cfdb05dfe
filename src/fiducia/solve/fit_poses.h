#pragma once

#include <vector>

#include "fiducia/solve/corner_arrays.h"
#include "fiducia/solve/frame_solver.h"
#include "fiducia/solve/loss.h"

namespace fiducia {

/// The poses that fit best when the intrinsics stay as they are, and what each frame says about the intrinsics there:
/// as solve_frames() with nothing free but the poses.
[[nodiscard]] FrameSolution fit_poses(const Model& model, const std::vector<double>& theta,
                                      const std::vector<CornerArrays>& frames, const std::vector<double>& weights,
                                      const Loss& loss, std::vector<Pose> start, int threads);

}  // namespace fiducia
