#pragma once

#include <Eigen/Core>

namespace fiducia {

/// The positive T with T a T' = b, both positive definite: what is lost of the information `a` of frames when more is
/// found with it than they were asked for, and so what views to come will lose. Does not depend on the parameters'
/// units. Throws an Error where one of them leaves a direction open.
[[nodiscard]] Eigen::MatrixXd loss_between(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

/// The inverse of a covariance, in units in which its diagonal is 1, where parameters of very different sizes lose no
/// digits.
[[nodiscard]] Eigen::MatrixXd information_left(const Eigen::MatrixXd& covariance);

}  // namespace fiducia
