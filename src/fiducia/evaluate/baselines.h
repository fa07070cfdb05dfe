#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

// The metrics of others that ours are compared with (docs/method.md 6).

/// Schoeps et al.: how far the directions and lengths of the residuals are from a Gaussian's, sum P log(P/Q) of a
/// histogram of scaled residuals, the median over the cells of the image; no unit. NaN where no cell holds enough
/// corners. Grows with few corners per cell, whatever they are.
[[nodiscard]] double residual_kld(const Calibration& calibration);

/// AprilCal's maxERE: the largest standard deviation sqrt(var u + var v) = sqrt(trace(J Sigma J')) on a 5x5 grid, px,
/// in closed form. No rotation is removed. ...
[[nodiscard]] double max_expected_reprojection_error(const Camera& camera, const Eigen::MatrixXd& covariance);
/// ... and as it was published, by sampling parameters from N(theta, covariance).
[[nodiscard]] double sampled_max_expected_reprojection_error(const Camera& camera, const Eigen::MatrixXd& covariance,
                                                             int samples = 400, std::uint64_t seed = 0);

/// Strauss: the smallest generalised eigenvalue of A d = lambda H d, A and H of the intrinsics, a target of unknown
/// shape taken as known. Knows no noise, and grows with the frames.
[[nodiscard]] double observability(const Calibration& calibration, const Eigen::MatrixXd& H);

/// The residual vectors as a smoothed 2D histogram: bins x bins over [-range, range]^2, row by row from the lowest v,
/// as a density that integrates to 1 together with what lies outside.
struct ResidualHistogram {
  int bins = 0;
  double range_px = 0;
  std::vector<double> density;
};
[[nodiscard]] ResidualHistogram residual_histogram(std::span<const double> residuals, int bins = 41,
                                                   double range_sigmas = 4);

}  // namespace fiducia
