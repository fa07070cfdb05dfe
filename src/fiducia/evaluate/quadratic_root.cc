#include "fiducia/evaluate/quadratic_root.h"

#include <Eigen/Cholesky>

namespace fiducia {

Eigen::MatrixXd quadratic_root(const Eigen::MatrixXd& H) {
  // Under this a pivot of a matrix with a unit diagonal is rounding.
  constexpr double kLeastPivot = 1e-12;
  const Eigen::VectorXd scale = H.diagonal().cwiseMax(0).cwiseSqrt();
  const Eigen::VectorXd inverse = scale.unaryExpr([](double s) { return s > 0 ? 1 / s : 0; });
  // P S P' = L D L' with the largest pivots first, so that G = D^1/2 L' P scale.
  const Eigen::LDLT<Eigen::MatrixXd> ldlt(inverse.asDiagonal() * H * inverse.asDiagonal());
  const Eigen::VectorXd pivots = ldlt.vectorD();
  Eigen::Index rank = 0;
  while (rank < pivots.size() && pivots[rank] > kLeastPivot) ++rank;
  const Eigen::MatrixXd lower = ldlt.matrixL();
  const Eigen::MatrixXd columns = lower.leftCols(rank) * pivots.head(rank).cwiseSqrt().asDiagonal();
  return Eigen::MatrixXd(ldlt.transpositionsP().transpose() * columns).transpose() * scale.asDiagonal();
}

}  // namespace fiducia
