#include "fiducia/evaluate/corner_covariance.h"
#include "fiducia/evaluate/estimators.h"

namespace fiducia {

/// s^2 A^-1 with the plain variance of a residual coordinate.
CovarianceEstimate std_covariance(EstimatorInput& input) {
  const Calibration& calibration = input.calibration;
  CovarianceEstimate estimate;
  const Eigen::Index intrinsics = calibration.model->size();
  estimate.matrix = calibration.covariance_std.topLeftCorner(intrinsics, intrinsics);
  estimate.samples = static_cast<int>(calibration.frames.size());
  const ShapeBasis& basis = calibration.target.basis;
  if (basis.size() > 0) {
    estimate.corners = corner_covariances(basis, calibration.global_parameters().tail(basis.size()),
                                          input.influences().inverse, calibration.fit.variance);
  }
  return estimate;
}

}  // namespace fiducia
