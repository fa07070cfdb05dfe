#pragma once

#include <Eigen/Core>

#include "fiducia/core/pose.h"

namespace fiducia {

/// A least-squares problem with a global block g and one pose a frame, each frame touching g and its own pose only.
/// The solver knows nothing else: intrinsics, a target's shape or a rig's extrinsics are all "g".
class FrameProblem {
 public:
  virtual ~FrameProblem() = default;

  [[nodiscard]] virtual int global_size() const = 0;
  /// Numbers in g that the data can determine: all, unless some freedom of g means nothing and is held by convention.
  [[nodiscard]] virtual int degrees_of_freedom() const { return global_size(); }
  [[nodiscard]] virtual int frame_count() const = 0;
  /// How often the frame counts.
  [[nodiscard]] virtual double weight(int frame) const = 0;
  /// Residual coordinates, with their frames' weights.
  [[nodiscard]] virtual double residual_count() const = 0;

  /// The frame's normal equations at (g, pose): the symmetric matrix of the columns [dp/dg | dp/dpose | r] of
  /// global_size() + 7 rows, rows of residuals weighted (by their corners' weights and sqrt(rho')), and its cost sum
  /// rho. Neither is multiplied by the frame's weight. False where a residual cannot be computed.
  virtual bool linearize(const Eigen::VectorXd& g, int frame, const Pose& pose, double* normal, double* cost) const = 0;

  /// g after a step; the plain sum, unless g does not live in a vector space.
  [[nodiscard]] virtual Eigen::VectorXd moved(const Eigen::VectorXd& g, const Eigen::VectorXd& step) const {
    return g + step;
  }
};

}  // namespace fiducia
