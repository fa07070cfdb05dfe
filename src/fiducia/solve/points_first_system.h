#pragma once

#include <Eigen/Core>

#include "fiducia/solve/local_blocks.h"
#include "fiducia/solve/normal_system.h"
#include "fiducia/solve/point_elimination.h"

namespace fiducia {

/// Eliminates the free points of the target: what remains is a system of the dense parameters and all local blocks.
/// Each row of the prior must be about dense parameters alone or about points alone.
class PointsFirstSystem final : public NormalSystem {
 public:
  PointsFirstSystem(const FrameProblem& problem, const Prior& prior);

  std::optional<FrameStep> solve(std::span<const FrameLinearization> frames, const Eigen::VectorXd& prior_residual,
                                 double lambda) override;

 private:
  void add_frame(const FrameLinearization& frame, std::size_t j);

  const Prior& prior_;
  LocalBlocks blocks_;
  Eigen::Index dense_;
  PointElimination equations_;
};

}  // namespace fiducia
