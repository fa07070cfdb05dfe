#pragma once

#include <Eigen/Core>
#include <vector>

#include "fiducia/core/progress.h"
#include "fiducia/solve/frame_problem.h"
#include "fiducia/solve/information.h"

namespace fiducia {

struct FrameSolverOptions {
  int max_iterations = 200;
  /// See CalibrateOptions::tolerance.
  double tolerance = 1e-4;
  /// At the limit of iterations, a valley that goes on and on will do, where damped steps are shorter than 20 times
  /// the tolerance: for fits whose costs are only compared.
  bool valley_will_do = false;
  /// Where the first whole step gains less, to first order, the search ends there (px^2).
  double least_gain = 0;
  bool polish = true;       ///< go on to the last digits where that is cheap
  bool information = true;  ///< whether FrameSolution::information is wanted
  int threads = 1;
  Progress progress = {};  ///< asked at every iteration
};

enum class SolverStatus {
  kConverged,
  kIterationLimit,
  kStalled,         ///< no step improves the cost, and the gradient is not zero
  kGainsTooLittle,  ///< see FrameSolverOptions::least_gain
  kSingular,        ///< the cost does not determine g: no undamped step exists
  kNotComputable,   ///< the initial values have a residual without a value
};

struct FrameSolution {
  SolverStatus status = SolverStatus::kNotComputable;
  Eigen::VectorXd g;
  std::vector<FrameState> states;  ///< one per frame
  double cost = 0;                 ///< with the frames' weights, and the prior's
  int iterations = 0;
  Information information;  ///< empty where it was not wanted
};

/// Levenberg-Marquardt on all unknowns, the local blocks or the free points eliminated first, whichever is cheaper
/// (docs/method.md 2).
/// Time and memory grow with the number of frames, not with its square, unless the points go first.
///
/// Every iteration evaluates the problem once: the trial point is linearised at once, because nearly every trial
/// is accepted. Convergence is judged by the *undamped* Gauss-Newton step in units of standard deviations, so that
/// neither a large damping nor a flat valley passes for a minimum.
[[nodiscard]] FrameSolution solve_frames(const FrameProblem& problem, Eigen::VectorXd g, std::vector<FrameState> states,
                                         const FrameSolverOptions& options = {});

}  // namespace fiducia
