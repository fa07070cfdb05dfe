#pragma once

#include <Eigen/Core>

#include "fiducia/solve/frame_linearization.h"
#include "fiducia/solve/frame_state.h"
#include "fiducia/solve/prior.h"

namespace fiducia {

/// A least-squares problem with a global block g and one local block per frame, each frame touching g and its own local
/// block only (docs/method.md 2):
///
///     minimise  sum_j weight_j sum_corners rho(|| u - p(g, local_j) ||^2)  +  || prior.rows g - prior.target ||^2
///
/// The solver knows nothing else: intrinsics, a target's shape or a rig's extrinsics are all "g"; a pose, or a pose
/// with the unknowns of an effect, is "local".
class FrameProblem {
 public:
  virtual ~FrameProblem() = default;

  /// Numbers at the beginning of g that every corner may touch.
  [[nodiscard]] virtual int dense_size() const = 0;
  /// Numbers after them of which a corner touches a few, anywhere among them.
  [[nodiscard]] virtual int scattered_size() const { return 0; }
  /// Free points of the target, three numbers each at the end of g; a corner touches those of one point. A problem has
  /// scattered numbers or points.
  [[nodiscard]] virtual int point_count() const { return 0; }
  [[nodiscard]] int global_size() const { return dense_size() + scattered_size() + 3 * point_count(); }
  /// Numbers in g that the data can determine: all, unless some freedom of g means nothing and a prior holds it.
  [[nodiscard]] virtual int degrees_of_freedom() const { return global_size(); }
  [[nodiscard]] virtual int frame_count() const = 0;
  /// Numbers in the local block: a pose's six, and those of an effect.
  [[nodiscard]] virtual int local_size(int /*frame*/) const { return kPoseSize; }
  /// How often the frame counts.
  [[nodiscard]] virtual double weight(int frame) const = 0;
  /// Residual coordinates, with their frames' weights.
  [[nodiscard]] virtual double residual_count() const = 0;
  [[nodiscard]] virtual Prior prior() const { return {}; }

  /// False where a residual cannot be computed. `out` may hold what an earlier call wrote, to reuse its memory.
  virtual bool linearize(const Eigen::VectorXd& g, int frame, const FrameState& state,
                         FrameLinearization* out) const = 0;

  /// g after a step; the plain sum, unless g does not live in a vector space.
  [[nodiscard]] virtual Eigen::VectorXd moved(const Eigen::VectorXd& g, const Eigen::VectorXd& step) const {
    return g + step;
  }
};

}  // namespace fiducia
