#pragma once

#include <Eigen/Core>
#include <vector>

#include "fiducia/core/pose.h"
#include "fiducia/solve/frame_information.h"
#include "fiducia/solve/frame_problem.h"

namespace fiducia {

struct FrameSolverOptions {
  int max_iterations = 200;
  /// See CalibrateOptions::tolerance.
  double tolerance = 1e-4;
  bool polish = true;  ///< go on to the last digits where that is cheap
  int threads = 1;
};

enum class SolverStatus {
  kConverged,
  kIterationLimit,
  kStalled,        ///< no step improves the cost, and the gradient is not zero
  kSingular,       ///< the cost does not determine g: no undamped step exists
  kNotComputable,  ///< the starting point has a residual without a value
};

struct FrameSolution {
  SolverStatus status = SolverStatus::kNotComputable;
  Eigen::VectorXd g;
  std::vector<Pose> poses;
  double cost = 0;  ///< with the frames' weights
  int iterations = 0;
  std::vector<FrameInformation> information;
};

/// Levenberg-Marquardt on g after eliminating the poses. O(frames) time and memory.
///
/// Every iteration evaluates the problem once: the trial point is linearised at once, because nearly every trial
/// is accepted. Convergence is judged by the *undamped* Gauss-Newton step in units of standard deviations, so that
/// neither a large damping nor a flat valley passes for a minimum.
[[nodiscard]] FrameSolution solve_frames(const FrameProblem& problem, Eigen::VectorXd g, std::vector<Pose> poses,
                                         const FrameSolverOptions& options = {});

}  // namespace fiducia
