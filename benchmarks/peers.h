#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/problem.h"
#include "benchmarks/stopwatch.h"

namespace fiducia::bench {

/// What a solver found, and how long it took.
struct Solution {
  std::vector<double> parameters;
  std::vector<Pose> poses;
  Elapsed elapsed;  ///< in the solver's own call; bringing the data into a peer's form beforehand is not counted
  std::optional<int> iterations;  ///< where the solver tells
};

// Each throws std::runtime_error where the solver gives up.

/// The whole of calibrate() from the problem's initial values, checks, layout of the data and summary included.
[[nodiscard]] Solution solve_with_fiducia(const Problem& problem);
/// calibrate() with no initial values given.
[[nodiscard]] Solution solve_with_fiducia_from_nothing(const Problem& problem);

/// ceres::Solve() with automatic derivatives, a residual block per corner, DENSE_SCHUR, poses eliminated first.
[[nodiscard]] Solution solve_with_ceres(const Problem& problem);

/// cv::calibrateCamera from the problem's intrinsics, stopped as early as the common minimum allows; it computes its
/// own initial poses.
[[nodiscard]] Solution solve_with_opencv_loose(const Problem& problem);
/// The same with CALIB_USE_LU, which replaces the singular value decomposition of the normal equations.
[[nodiscard]] Solution solve_with_opencv_lu(const Problem& problem);
/// With the stopping rule that it has when it is not given one.
[[nodiscard]] Solution solve_with_opencv(const Problem& problem);
/// With that stopping rule, and no initial values given: the call as most of its users write it.
[[nodiscard]] Solution solve_with_opencv_from_nothing(const Problem& problem);

#ifdef FIDUCIA_BENCH_HAVE_MRCAL
/// mrcal_optimize without regularisation, outlier rejection and board warp. Knows opencv4, not radial2.
[[nodiscard]] Solution solve_with_mrcal(const Problem& problem);
#endif

/// A solver as the benchmark runs it.
struct Peer {
  std::string name;  ///< the key in tables and files
  std::function<Solution(const Problem&)> solve;
  std::vector<std::string> models;  ///< the cases that it takes part in
  bool cubic = false;               ///< its time grows with the cube of the frames
};

/// All of them, ours first.
[[nodiscard]] std::vector<Peer> all_peers();

}  // namespace fiducia::bench
