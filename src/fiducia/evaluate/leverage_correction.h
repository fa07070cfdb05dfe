#pragma once

#include <Eigen/Core>
#include <functional>

namespace fiducia {

/// An eigenvalue of I - H that is less than this is raised to it.
inline constexpr double kLeastFreedom = 1e-9;
/// Up to so many rows of H all of its eigenvalues are computed.
inline constexpr Eigen::Index kFewRows = 40;

/// (I - H)^-1/2 q and (I - H)^-1 q, for a symmetric H with eigenvalues from 0 to 1.
struct LeverageCorrection {
  Eigen::VectorXd half;
  Eigen::VectorXd whole;
  double least_freedom = 1;  ///< the least eigenvalue of I - H that q has a part in
};

/// From all eigenvalues of H.
[[nodiscard]] LeverageCorrection correct_leverage(const Eigen::MatrixXd& H, const Eigen::VectorXd& q);

/// By Lanczos' method, from products of H with vectors alone: in the space of q, H q, H^2 q, ... until the results no
/// longer change. With all dimensions it would be exact; a frame's leverages being small, a few dozen do.
using TimesH = std::function<Eigen::VectorXd(const Eigen::VectorXd& v)>;
[[nodiscard]] LeverageCorrection correct_leverage(const TimesH& times, const Eigen::VectorXd& q);

}  // namespace fiducia
