#pragma once

#include <Eigen/Core>
#include <vector>

#include "fiducia/solve/local_blocks.h"
#include "fiducia/solve/normal_system.h"

namespace fiducia {

/// Eliminates each frame's local block: what remains is A d = sum of the reduced gradients (docs/method.md 2),
/// a system as large as the global block.
class LocalFirstSystem final : public NormalSystem {
 public:
  LocalFirstSystem(const FrameProblem& problem, const Prior& prior);

  std::optional<FrameStep> solve(std::span<const FrameLinearization> frames, const Eigen::VectorXd& prior_residual,
                                 double lambda) override;

 private:
  /// Adds one frame to the sums; false where its local block is singular. K: its size, or Eigen::Dynamic.
  template <int K>
  bool add_frame(const FrameLinearization& frame, std::size_t j, double lambda);
  void add_scattered(const FrameLinearization& frame, std::size_t j);
  /// What a frame's local block takes off the scattered parameters: at once, or with other frames later.
  void subtract_alone(std::size_t j);
  void subtract_with_others(std::size_t j);
  void subtract_together();
  void find_touched(const FrameLinearization& frame, std::vector<Eigen::Index>* touched);

  const Prior& prior_;
  Eigen::MatrixXd of_prior_;  // its part of the matrix
  LocalBlocks blocks_;
  Eigen::Index dense_;
  Eigen::Index size_;
  // Kept from call to call, so that a solve allocates nothing large.
  Eigen::MatrixXd a_;  // the lower triangle
  Eigen::VectorXd diagonal_;
  Eigen::VectorXd gradient_;
  Eigen::VectorXd full_gradient_;
  std::vector<Eigen::MatrixXd> roots_;       // Cholesky factor of each local block
  std::vector<Eigen::MatrixXd> eliminated_;  // root^-1 [E'F_dense | E'r]
  // Of scattered parameters a frame touches few: which, in their order, and root^-1 E'F for them, a row per parameter.
  std::vector<std::vector<Eigen::Index>> touched_;
  std::vector<Eigen::MatrixXd> eliminated_scattered_;
  std::vector<Eigen::Index> slot_;  // of a parameter among the touched ones of the frame at hand; none: -1
  Eigen::MatrixXd of_frame_;        // what the frame at hand says about them
  // Of frames that touch nearly all: their rows over all scattered parameters, and what goes with them; the first
  // `together_` are in use.
  Eigen::MatrixXd spread_;
  Eigen::MatrixXd spread_dense_;
  Eigen::Index together_ = 0;
};

}  // namespace fiducia
