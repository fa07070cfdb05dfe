#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <span>

#include "fiducia/solve/frame_linearization.h"
#include "fiducia/solve/frame_problem.h"

namespace fiducia {

/// The step of all unknowns that the (damped) normal equations ask for.
struct FrameStep {
  Eigen::VectorXd global;
  Eigen::VectorXd local;  ///< of all frames, one block after the other
  /// step' gradient: for an undamped step the squared length of the step in standard deviations, times s^2.
  double decrement = 0;
  /// step' D step with D the damping's diagonal.
  double damped_norm = 0;
};

/// The normal equations of all frames and the prior, solved by eliminating one kind of unknowns first.
class NormalSystem {
 public:
  virtual ~NormalSystem() = default;

  /// The step for damping lambda x diag; nothing where the system is singular. frames: in the problem's order;
  /// prior_residual: of the problem's prior at the same point.
  virtual std::optional<FrameStep> solve(std::span<const FrameLinearization> frames,
                                         const Eigen::VectorXd& prior_residual, double lambda) = 0;
};

/// The order of elimination that is cheaper for the problem. `problem` and `prior`, its prior, must outlive the system.
[[nodiscard]] std::unique_ptr<NormalSystem> make_normal_system(const FrameProblem& problem, const Prior& prior);

}  // namespace fiducia
