#include "fiducia/guide/information_loss.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "fiducia/core/error.h"

namespace fiducia {

Eigen::MatrixXd loss_between(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  // V'aV = 1 and V'bV = diag(d) give T = V^-T sqrt(d) V'. In units in which a's diagonal is 1, where parameters of very
  // different sizes lose no digits.
  const Eigen::VectorXd scale = a.diagonal().cwiseMax(1e-300).cwiseSqrt();
  const Eigen::VectorXd inverse = scale.cwiseInverse();
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(
      inverse.asDiagonal() * b * inverse.asDiagonal(), inverse.asDiagonal() * a * inverse.asDiagonal());
  if (solver.info() != Eigen::Success || !(solver.eigenvalues().minCoeff() > 0)) {
    throw Error(ErrorCode::kDegenerate, "the frames leave the intrinsics open");
  }
  const Eigen::MatrixXd& v = solver.eigenvectors();
  const Eigen::MatrixXd t = v.transpose().inverse() * solver.eigenvalues().cwiseSqrt().asDiagonal() * v.transpose();
  return scale.asDiagonal() * t * inverse.asDiagonal();
}

Eigen::MatrixXd information_left(const Eigen::MatrixXd& covariance) {
  const Eigen::VectorXd scale = covariance.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd scaled = scale.asDiagonal() * covariance * scale.asDiagonal();
  return scale.asDiagonal() * scaled.llt().solve(Eigen::MatrixXd::Identity(covariance.rows(), covariance.cols())) *
         scale.asDiagonal();
}

}  // namespace fiducia
