#include "fiducia/solve/point_elimination.h"

#include <Eigen/Cholesky>

#include "fiducia/solve/column_products.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A diagonal entry of a Cholesky factor that is rounding, as a part of the others.
constexpr double kLeastRootOfPoint = 1e-7;

}  // namespace

PointElimination::PointElimination(Index rest, Index points)
    : B(MatrixXd::Zero(rest, rest)),
      V(static_cast<std::size_t>(points), Matrix3::Zero()),
      W(MatrixXd::Zero(3 * points, rest)),
      b(VectorXd::Zero(rest)),
      c(VectorXd::Zero(3 * points)),
      G(0, 3 * points) {}

void PointElimination::clear() {
  B.setZero();
  std::fill(V.begin(), V.end(), Matrix3::Zero());
  W.setZero();
  b.setZero();
  c.setZero();
}

bool PointElimination::factor() {
  g_ = G;
  for (std::size_t i = 0; i < V.size(); ++i) {
    const Eigen::LLT<Matrix3> llt(V[i]);
    if (llt.info() != Eigen::Success) return false;
    const Vector3 roots = Matrix3(llt.matrixL()).diagonal();
    if (roots.minCoeff() < kLeastRootOfPoint * roots.maxCoeff()) return false;  // seen from one side only
    V[i] = llt.matrixL();
    const auto lower = V[i].triangularView<Eigen::Lower>();
    const Index at = 3 * static_cast<Index>(i);
    Eigen::Matrix<double, 3, Eigen::Dynamic> rows = W.middleRows<3>(at);
    lower.solveInPlace(rows);
    W.middleRows<3>(at) = rows;
    Vector3 right = c.segment<3>(at);
    lower.solveInPlace(right);
    c.segment<3>(at) = right;
    if (g_.rows() == 0) continue;
    Eigen::Matrix<double, 3, Eigen::Dynamic> of_prior = g_.middleCols<3>(at).transpose();
    lower.solveInPlace(of_prior);
    g_.middleCols<3>(at) = of_prior.transpose();
  }
  add_gram(W, -1, B);
  b -= W.transpose() * c;
  if (g_.rows() > 0) {
    const Eigen::LLT<MatrixXd> llt(MatrixXd::Identity(g_.rows(), g_.rows()) + g_ * g_.transpose());
    prior_root_ = llt.matrixL();
    MatrixXd back = g_ * W;
    llt.matrixL().solveInPlace(back);
    add_gram(back, 1, B);
    VectorXd right = g_ * c;
    llt.matrixL().solveInPlace(right);
    b += back.transpose() * right;
  }
  // Scaled to a unit diagonal before it is factored: the unknowns' units differ by many orders.
  scale_ = B.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  root_ = scale_.asDiagonal() * B * scale_.asDiagonal();
  const Eigen::LLT<Eigen::Ref<MatrixXd>> llt(root_);
  return llt.info() == Eigen::Success;
}

MatrixXd PointElimination::without_prior(MatrixXd m) const {
  if (g_.rows() == 0) return m;
  MatrixXd part = g_ * m;
  const auto lower = prior_root_.triangularView<Eigen::Lower>();
  lower.solveInPlace(part);
  lower.transpose().solveInPlace(part);
  m -= g_.transpose() * part;
  return m;
}

MatrixXd PointElimination::back_substituted(MatrixXd m) const {
  for (std::size_t i = 0; i < V.size(); ++i) {
    Eigen::Matrix<double, 3, Eigen::Dynamic> rows = m.middleRows<3>(3 * static_cast<Index>(i));
    V[i].triangularView<Eigen::Lower>().transpose().solveInPlace(rows);
    m.middleRows<3>(3 * static_cast<Index>(i)) = rows;
  }
  return m;
}

PointElimination::Solution PointElimination::solve() const {
  Solution solution;
  const auto lower = root_.triangularView<Eigen::Lower>();
  VectorXd x = scale_.cwiseProduct(b);
  lower.solveInPlace(x);
  lower.transpose().solveInPlace(x);
  solution.x = scale_.cwiseProduct(x);
  solution.y = back_substituted(without_prior(c - W * solution.x));
  return solution;
}

PointElimination::Inverse PointElimination::inverse(Index dense) const {
  // With Y = -(V + G'G)^-1 W the inverse of the whole is [I; Y] C^-1 [I, Y'] + [0, 0; 0, (V + G'G)^-1].
  Inverse result;
  const auto lower = root_.triangularView<Eigen::Lower>();
  const Index rest = B.rows();
  result.X.resize(rest, dense + W.rows());
  result.X.leftCols(dense) = MatrixXd(scale_.asDiagonal()).leftCols(dense);
  result.X.rightCols(W.rows()) = -(scale_.asDiagonal() * back_substituted(without_prior(W)).transpose());
  lower.solveInPlace(result.X);
  result.D.reserve(V.size());
  for (const Matrix3& root : V) {
    const Matrix3 inverse = root.triangularView<Eigen::Lower>().solve(Matrix3::Identity());
    result.D.push_back(inverse.transpose() * inverse);
  }
  result.U.setZero(g_.rows(), dense + W.rows());
  if (g_.rows() > 0) {
    MatrixXd u = back_substituted(g_.transpose()).transpose();
    prior_root_.triangularView<Eigen::Lower>().solveInPlace(u);
    result.U.rightCols(W.rows()) = u;
  }
  return result;
}

}  // namespace fiducia
