#pragma once

#include <Eigen/Core>

namespace fiducia {

/// G with G'G = H, for a positive semi-definite H, with as many rows as H has rank. Cheap where H has many columns and
/// little rank, as the mapping error of a splined lens, which is asked for at a few hundred places.
[[nodiscard]] Eigen::MatrixXd quadratic_root(const Eigen::MatrixXd& H);

/// With more parameters a matrix is not taken apart into all of its directions.
inline constexpr Eigen::Index kMostWholeParameters = 60;

}  // namespace fiducia
