#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "fiducia/core/pose.h"
#include "fiducia/solve/frame_information.h"

namespace fiducia {

/// The step of all unknowns that the (damped) normal equations ask for.
struct FrameStep {
  Eigen::VectorXd global;
  std::vector<Vector6> poses;
  /// step' gradient: for an undamped step the squared length of the step in standard deviations, times s^2.
  double decrement = 0;
  /// step' D step with D the damping's diagonal.
  double damped_norm = 0;
};

/// The normal equations of all frames, with the poses eliminated: METHOD's S_j, s_j and A.
class ReducedSystem {
 public:
  /// normals: frame after frame, (global_size + 7)^2 numbers each.
  ReducedSystem(int global_size, std::vector<double> weights);

  /// The step for damping lambda x diag; nothing where the system is singular.
  std::optional<FrameStep> solve(std::span<const double> normals, double lambda);

  /// S_j and s_j, undamped and unweighted.
  [[nodiscard]] std::vector<FrameInformation> information(std::span<const double> normals) const;

 private:
  using PoseColumns = Eigen::Matrix<double, 6, Eigen::Dynamic>;

  int global_size_;
  std::vector<double> weights_;
  // Kept from frame to frame and call to call, so that a solve allocates nothing large.
  std::vector<Matrix6> factors_;
  std::vector<PoseColumns> eliminated_;
};

}  // namespace fiducia
