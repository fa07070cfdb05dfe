#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/evaluate/covariance.h"
#include "fiducia/evaluate/mapping_grid.h"
#include "fiducia/evaluate/weighted_chi_squared.h"

namespace fiducia {

struct MappingErrorOptions {
  GridOptions grid = {};
  /// A small rotation of the camera takes back part of an error of the intrinsics, and in most applications it may:
  /// the camera's orientation is estimated through the same intrinsics.
  bool compensate_rotation = true;
};

/// H of the mapping error K = step' H step, px^2 (docs/method.md 5): the mean over the grid of the squared error per
/// coordinate, after removing the best-fit rotation,
///
///     J_res = J_theta - J_omega (J_omega' W J_omega)^-1 J_omega' W J_theta,    H = J_res' W J_res / trace(W).
///
/// Linear in the step: right for errors of the parameters that are small against the curvature of the mapping. Points
/// without a ray are left out, not counted as errors: where many are, H says little.
struct MappingSensitivity {
  Eigen::MatrixXd H;
  int points = 0;
  int without_ray = 0;
  int without_weight = 0;
};
[[nodiscard]] MappingSensitivity mapping_sensitivity(const Camera& camera, const MappingErrorOptions& options = {});

/// The share of the image (of the region that the mapping error is looked at in) where the camera has no ray.
[[nodiscard]] double share_without_ray(const Camera& camera, const MappingErrorOptions& mapping);

/// How large a quadratic error step' H step is to be expected when the step is Gaussian with mean zero and covariance
/// Sigma: its mean is trace(Sigma H), its distribution that of sum lambda_n chi^2_1 with the eigenvalues lambda of
/// Sigma^1/2 H Sigma^1/2. Misleads where Sigma does: a bias that all frames share is in no covariance, and with few
/// frames Sigma itself is uncertain, so that a quantile covers less than it says.
struct ExpectedError {
  double mean = 0;                  ///< trace(Sigma H): EME, px^2
  double root = 0;                  ///< its square root, px
  std::vector<double> eigenvalues;  ///< of Sigma^1/2 H Sigma^1/2, ascending
  WeightedChiSquared distribution{{}};
};
[[nodiscard]] ExpectedError expected_error(const Eigen::MatrixXd& H, const Eigen::MatrixXd& covariance);

/// The expected mapping error of a camera: both of the above in one.
[[nodiscard]] ExpectedError expected_mapping_error(const Camera& camera, const CovarianceEstimate& covariance,
                                                   const MappingErrorOptions& options = {});

/// H of an error of one's own: the mean square of the residuals that `residual` gives for parameters near `parameters`
/// (where it should be zero; what it is there is subtracted). Differentiated numerically, each parameter by a part of
/// its `sigma`: the scale on which the error is wanted.
using ResidualFunction = std::function<Eigen::VectorXd(const Eigen::VectorXd& parameters)>;
[[nodiscard]] Eigen::MatrixXd sensitivity_of(const ResidualFunction& residual, const Eigen::VectorXd& parameters,
                                             const Eigen::VectorXd& sigma);

}  // namespace fiducia
