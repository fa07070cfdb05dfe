#pragma once

#include <Eigen/Core>
#include <vector>

#include "fiducia/solve/inverse_information.h"
#include "fiducia/solve/target_shape.h"

namespace fiducia {

// The covariance of where each corner of the target is, m^2, by corner id, from that of the parameters q of its shape;
// the target standing where it agrees best with the nominal one. Zero for corners without unknowns, and in x and y
// where the shape is a warp.

/// The covariance of q is factor x factor'.
[[nodiscard]] std::vector<Matrix3> corner_covariances(const ShapeBasis& basis, const Eigen::VectorXd& q,
                                                      const Eigen::MatrixXd& factor);

/// The covariance of q is `variance` times the last rows and columns of the inverse.
[[nodiscard]] std::vector<Matrix3> corner_covariances(const ShapeBasis& basis, const Eigen::VectorXd& q,
                                                      const InverseInformation& inverse, double variance);

}  // namespace fiducia
