#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "fiducia/solve/frame_information.h"
#include "fiducia/solve/local_blocks.h"
#include "fiducia/solve/prior.h"

namespace fiducia {

/// All that is known about the global parameters at a solution: what each frame says, and the prior. The information
/// matrix is A = sum_j weight_j S_j + prior.rows' prior.rows.
struct Information {
  std::vector<FrameInformation> frames = {};  ///< one per used frame
  Prior prior = {};

  [[nodiscard]] bool empty() const { return frames.empty(); }
  /// Global parameters.
  [[nodiscard]] Eigen::Index size() const { return frames.empty() ? 0 : frames.front().size(); }
  /// A: size() x size() numbers. weights: one per frame.
  [[nodiscard]] Eigen::MatrixXd matrix(std::span<const double> weights) const;
  /// The first `count` rows and columns of A; cheap where they are about dense parameters.
  [[nodiscard]] Eigen::MatrixXd leading_matrix(std::span<const double> weights, Eigen::Index count) const;
  /// sum_j weight_j s_j: half the gradient of the frames' cost with its sign turned; at a minimum it balances the
  /// prior's.
  [[nodiscard]] Eigen::VectorXd gradient(std::span<const double> weights) const;
};

/// What the frames of a problem say where they were linearized.
[[nodiscard]] Information information_of(std::span<const FrameLinearization> frames, const LocalBlocks& blocks,
                                         const Prior& prior, Eigen::Index global_size);

}  // namespace fiducia
