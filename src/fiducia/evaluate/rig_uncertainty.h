#pragma once

#include <Eigen/Core>

#include "fiducia/core/progress.h"
#include "fiducia/evaluate/frame_influences.h"
#include "fiducia/evaluate/small_sample.h"
#include "fiducia/solve/calibrate_rig.h"

namespace fiducia {

/// An error that is a sum of squares, and how large it is at most.
struct RigErrorBound {
  double mean = 0;     ///< the expected sum of squares
  double bound95 = 0;  ///< with 95% confidence the sum of squares is less
  double degrees_of_freedom = 0;
};

/// How uncertain the cameras of a rig are, and how they stand to each other: cr2 of the joint covariance, with instants
/// as the clusters (docs/method.md 4, 10 and 14), so that all views of an instant count as one.
///
/// Assumes that instants are independent of each other. Sees how far instants disagree, and nothing that is wrong in
/// all of them alike: a target whose size is not what it is said to be scales every baseline.
class RigUncertainty {
 public:
  /// Throws an Error where the calibration did not succeed or has fewer than three instants.
  explicit RigUncertainty(const RigCalibration& rig, int threads = 1, const Progress& progress = {});

  /// Of cameras and poses, the target's shape left out: as RigLayout has them, steps of poses as Pose::moved().
  [[nodiscard]] const Eigen::MatrixXd& covariance() const { return covariance_; }
  /// The error ||J x||^2 of an error x of these parameters; J may have fewer columns than there are.
  [[nodiscard]] RigErrorBound bound(const Eigen::MatrixXd& J) const;

  [[nodiscard]] const FrameInfluences& influences() const { return influences_; }

 private:
  [[nodiscard]] SmallSample sample(const Eigen::MatrixXd& J) const;

  const RigCalibration& rig_;
  int threads_;
  std::vector<double> weights_;
  FrameInfluences influences_;
  Eigen::MatrixXd covariance_;
};

}  // namespace fiducia
