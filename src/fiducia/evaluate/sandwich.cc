#include "fiducia/evaluate/corner_covariance.h"
#include "fiducia/evaluate/estimators.h"

namespace fiducia {
namespace {

/// sum_j psi_j psi_j', the cluster-robust covariance with frames as clusters; influences: the psi_j as columns.
CovarianceEstimate sum_of_products(EstimatorInput& input, const Eigen::MatrixXd& influences) {
  const Calibration& calibration = input.calibration;
  const ShapeBasis& basis = calibration.target.basis;
  const auto intrinsics = influences.topRows(calibration.model->size());
  CovarianceEstimate estimate;
  estimate.matrix = intrinsics * intrinsics.transpose();
  estimate.samples = static_cast<int>(calibration.frames.size());
  if (basis.size() > 0) {
    estimate.corners = corner_covariances(basis, calibration.global_parameters().tail(basis.size()),
                                          influences.bottomRows(basis.size()));
  }
  return estimate;
}

void name_decisive_frames(EstimatorInput& input, CovarianceEstimate* estimate) {
  for (const std::size_t frame : input.influences().decisive) {
    estimate->decisive_frames.push_back(input.calibration.frames[frame].name);
  }
}

}  // namespace

/// A^-1 (sum s_j s_j') A^-1.
CovarianceEstimate cr0_covariance(EstimatorInput& input) {
  return sum_of_products(input, input.influences().uncorrected);
}

/// The same with each frame's leverage removed from its residuals, (I - H_j)^-1/2.
CovarianceEstimate cr2_covariance(EstimatorInput& input) {
  CovarianceEstimate estimate = sum_of_products(input, input.influences().corrected);
  name_decisive_frames(input, &estimate);
  return estimate;
}

/// Leave one frame out, to first order: (n - 1)/n times the scatter of the steps d_j = (A - S_j)^-1 s_j about their
/// mean.
CovarianceEstimate jackknife_covariance(EstimatorInput& input) {
  const Eigen::MatrixXd& steps = input.influences().left_out;
  const auto count = static_cast<double>(steps.cols());
  const Eigen::MatrixXd scatter = std::sqrt((count - 1) / count) * (steps.colwise() - steps.rowwise().mean());
  CovarianceEstimate estimate = sum_of_products(input, scatter);
  name_decisive_frames(input, &estimate);
  return estimate;
}

}  // namespace fiducia
