#include "fiducia/evaluate/rig_uncertainty.h"

#include <cmath>
#include <string>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/covariance.h"
#include "fiducia/evaluate/quadratic_root.h"

namespace fiducia {
namespace {

const RigCalibration& checked(const RigCalibration& rig) {
  require_converged(rig, "an uncertainty");
  if (rig.instants.size() < kFewestFrames) {
    throw Error(ErrorCode::kDegenerate, "only " + std::to_string(rig.instants.size()) +
                                            " instants can be used: how uncertain the rig is shows in how instants "
                                            "differ, and takes at least " +
                                            std::to_string(kFewestFrames) + " (better 20); take more images");
  }
  return rig;
}

}  // namespace

RigUncertainty::RigUncertainty(const RigCalibration& rig, int threads, const Progress& progress)
    : rig_(checked(rig)),
      threads_(threads),
      weights_(rig.instants.size(), 1.0),
      influences_(frame_influences(rig.information, weights_, threads, progress)) {
  const Eigen::MatrixXd psi = influences_.corrected.topRows(rig.layout.shape_first);
  covariance_ = psi * psi.transpose();
}

SmallSample RigUncertainty::sample(const Eigen::MatrixXd& J) const {
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(J.rows(), influences_.inverse.size());
  G.leftCols(J.cols()) = J;
  return small_sample(rig_.information, weights_, influences_.inverse, G, threads_);
}

RigErrorBound RigUncertainty::bound(const Eigen::MatrixXd& J) const {
  RigErrorBound result;
  result.mean = (J * influences_.corrected.topRows(J.cols())).squaredNorm();
  const SmallSample small = sample(J.rows() > J.cols() ? quadratic_root(J.transpose() * J) : J);
  result.degrees_of_freedom = small.degrees_of_freedom;
  result.bound95 = result.mean * error_quantile_factor(small, 0.95);
  return result;
}

}  // namespace fiducia
