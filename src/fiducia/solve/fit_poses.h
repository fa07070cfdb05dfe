#pragma once

#include <vector>

#include "fiducia/core/progress.h"
#include "fiducia/solve/corner_arrays.h"
#include "fiducia/solve/frame_solver.h"
#include "fiducia/solve/loss.h"

namespace fiducia {

/// The poses that fit best when everything global stays as it is, and what each frame says about it there: as
/// solve_frames() with nothing free but the poses. g: the intrinsics, and whatever else the problem has after them;
/// frames: the corners as g puts them on the target.
[[nodiscard]] FrameSolution fit_poses(const FrameProblem& problem, const Model& model, const Eigen::VectorXd& g,
                                      const std::vector<CornerArrays>& frames, const Loss& loss,
                                      std::vector<FrameState> initial, int threads = 1, const Progress& progress = {});

}  // namespace fiducia
