#include "fiducia/solve/inverse_information.h"

#include <Eigen/Cholesky>

#include "fiducia/solve/column_products.h"
#include "fiducia/solve/elimination_order.h"
#include "fiducia/solve/point_elimination.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// A diagonal entry of the Cholesky factor of a matrix with a unit diagonal that is rounding.
constexpr double kLeastRoot = 1e-6;

/// From so many unknowns on it pays to leave out the half that is zero or the same.
constexpr Index kMany = 200;

/// Turns a lower triangular matrix into its inverse, half by half: a third of the work of solving for the identity.
void invert_triangle(Eigen::Ref<MatrixXd> L) {
  const Index size = L.rows();
  if (size < kMany) {
    const MatrixXd factor = L;
    L.setIdentity();
    factor.triangularView<Eigen::Lower>().solveInPlace(L);
    return;
  }
  const Index half = size / 2;
  const Index rest = size - half;
  invert_triangle(L.topLeftCorner(half, half));
  invert_triangle(L.bottomRightCorner(rest, rest));
  const MatrixXd below =
      L.bottomRightCorner(rest, rest).triangularView<Eigen::Lower>() * L.bottomLeftCorner(rest, half);
  L.bottomLeftCorner(rest, half).noalias() = -below * L.topLeftCorner(half, half).triangularView<Eigen::Lower>();
}

/// x'x.
MatrixXd squared(const MatrixXd& x) {
  if (x.cols() < kMany) return x.transpose() * x;
  MatrixXd product = MatrixXd::Zero(x.cols(), x.cols());
  add_gram(x, 1, product);
  product.triangularView<Eigen::StrictlyUpper>() = product.transpose();
  return product;
}

/// Adds a frame's rows to the normal equations of [dense | local blocks | points]. The local unknowns are those of the
/// basis Q, in which their own block is the identity.
void add_rows(const FrameInformation& frame, double weight, Index first_local, PointElimination* equations) {
  const MatrixXd& dense = frame.dense();
  const MatrixXd& q = frame.local_basis();
  const MatrixXd& scattered = frame.scattered_part();
  const Index d = dense.cols();
  equations->B.topLeftCorner(d, d) += weight * dense.transpose() * dense;
  equations->B.block(first_local, 0, q.cols(), d) += weight * q.transpose() * dense;
  equations->B.block(first_local, first_local, q.cols(), q.cols()).diagonal().array() += weight;
  for (Index corner = 0; 2 * corner < frame.rows(); ++corner) {
    const Eigen::Matrix<double, 2, 3> block = scattered.middleRows<2>(2 * corner);
    const Index point = frame.places(corner)[0] - d;
    equations->V[static_cast<std::size_t>(point / 3)] += weight * block.transpose() * block;
    equations->W.block(point, 0, 3, d) += weight * block.transpose() * dense.middleRows<2>(2 * corner);
    equations->W.block(point, first_local, 3, q.cols()) += weight * block.transpose() * q.middleRows<2>(2 * corner);
  }
}

/// Whether every row of the prior is about dense parameters alone or about points alone.
bool separable(const MatrixXd& rows, Index dense) {
  for (Index i = 0; i < rows.rows(); ++i) {
    if (!rows.row(i).head(dense).isZero(0) && !rows.row(i).tail(rows.cols() - dense).isZero(0)) return false;
  }
  return true;
}

/// The equations with the points to be eliminated first, of the frames that count; nothing where the other order is
/// cheaper or the only one.
std::optional<PointElimination> points_first(const Information& information, std::span<const double> weights) {
  Index local = 0;
  for (std::size_t j = 0; j < information.frames.size(); ++j) {
    if (information.frames[j].scattered_part().cols() != 3) return std::nullopt;
    if (weights[j] > 0) local += information.frames[j].local_basis().cols();
  }
  if (information.empty()) return std::nullopt;
  const Index dense = information.frames.front().dense_size();
  const Index points = (information.size() - dense) / 3;
  const MatrixXd& prior = information.prior.rows;
  if (cheaper_order(dense, points, local) == EliminationOrder::kLocalFirst || !separable(prior, dense)) {
    return std::nullopt;
  }
  PointElimination equations(dense + local, points);
  Index first = dense;
  for (std::size_t j = 0; j < information.frames.size(); ++j) {
    if (!(weights[j] > 0)) continue;
    add_rows(information.frames[j], weights[j], first, &equations);
    first += information.frames[j].local_basis().cols();
  }
  if (prior.rows() > 0) {
    equations.B.topLeftCorner(dense, dense) += prior.leftCols(dense).transpose() * prior.leftCols(dense);
    equations.G = prior.rightCols(3 * points);
  }
  return equations;
}

}  // namespace

std::optional<InverseInformation> InverseInformation::of(const Information& information,
                                                         std::span<const double> weights) {
  InverseInformation result;
  const Index size = information.size();
  if (size == 0) return std::nullopt;
  if (std::optional<PointElimination> equations = points_first(information, weights)) {
    if (!equations->factor()) return std::nullopt;
    result.dense_ = information.frames.front().dense_size();
    PointElimination::Inverse inverse = equations->inverse(result.dense_);
    result.D_ = std::move(inverse.D);
    result.X_ = std::move(inverse.X);
    result.U_ = std::move(inverse.U);
    return result;
  }
  const Eigen::LLT<MatrixXd> llt(information.matrix(weights));
  if (llt.info() != Eigen::Success) return std::nullopt;
  result.dense_ = size;
  result.X_ = llt.matrixL();
  invert_triangle(result.X_);
  result.U_.resize(0, size);
  return result;
}

std::optional<Eigen::VectorXd> solve_information(const Information& information, std::span<const double> weights,
                                                 const Eigen::VectorXd& b) {
  if (std::optional<PointElimination> equations = points_first(information, weights)) {
    const Index dense = information.frames.front().dense_size();
    equations->b.head(dense) = b.head(dense);
    equations->c = b.tail(equations->c.size());
    if (!equations->factor()) return std::nullopt;
    const PointElimination::Solution solution = equations->solve();
    Eigen::VectorXd step(b.size());
    step << solution.x.head(dense), solution.y;
    return step;
  }
  // In units in which the diagonal is 1.
  const MatrixXd a = information.matrix(weights);
  const Eigen::VectorXd scale = a.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const Eigen::LLT<MatrixXd> llt(scale.asDiagonal() * a * scale.asDiagonal());
  if (llt.info() != Eigen::Success || llt.matrixLLT().diagonal().minCoeff() < kLeastRoot) return std::nullopt;
  return scale.cwiseProduct(llt.solve(scale.cwiseProduct(b)));
}

MatrixXd InverseInformation::diagonal_times(const MatrixXd& v) const {
  MatrixXd product = MatrixXd::Zero(v.rows(), v.cols());
  for (std::size_t i = 0; i < D_.size(); ++i) {
    const Index at = dense_ + 3 * static_cast<Index>(i);
    product.middleRows<3>(at).noalias() = D_[i] * v.middleRows<3>(at);
  }
  return product;
}

MatrixXd InverseInformation::times(const MatrixXd& v) const {
  MatrixXd product = X_.transpose() * (X_ * v);
  if (!D_.empty()) product += diagonal_times(v);
  if (U_.rows() > 0) product -= U_.transpose() * (U_ * v);
  return product;
}

MatrixXd InverseInformation::block(Index first, Index count) const {
  std::vector<Index> places;
  for (Index i = 0; i < count; ++i) places.push_back(first + i);
  return at(places);
}

double InverseInformation::trace_of(const MatrixXd& v, const std::vector<Index>& places) const {
  MatrixXd x = MatrixXd::Zero(X_.rows(), v.rows());
  MatrixXd u = MatrixXd::Zero(U_.rows(), v.rows());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto weights = v.col(static_cast<Index>(i)).transpose();
    x += X_.col(places[i]) * weights;
    if (U_.rows() > 0) u += U_.col(places[i]) * weights;
  }
  double trace = x.squaredNorm() - u.squaredNorm();
  for (std::size_t i = 0; !D_.empty() && i < places.size(); ++i) {
    if (places[i] < dense_) continue;
    const Index point = (places[i] - dense_) / 3;
    for (std::size_t k = 0; k < places.size(); ++k) {
      if (places[k] < dense_ || (places[k] - dense_) / 3 != point) continue;
      trace += D_[static_cast<std::size_t>(point)]((places[i] - dense_) % 3, (places[k] - dense_) % 3) *
               v.col(static_cast<Index>(i)).dot(v.col(static_cast<Index>(k)));
    }
  }
  return trace;
}

MatrixXd InverseInformation::at(const std::vector<Index>& places) const {
  MatrixXd part = squared(X_(Eigen::all, places));
  if (U_.rows() > 0) {
    const MatrixXd u = U_(Eigen::all, places);
    part -= u.transpose() * u;
  }
  if (D_.empty()) return part;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] < dense_) continue;
    const Index point = (places[i] - dense_) / 3;
    for (std::size_t k = 0; k < places.size(); ++k) {
      if (places[k] < dense_ || (places[k] - dense_) / 3 != point) continue;
      part(static_cast<Index>(i), static_cast<Index>(k)) +=
          D_[static_cast<std::size_t>(point)]((places[i] - dense_) % 3, (places[k] - dense_) % 3);
    }
  }
  return part;
}

}  // namespace fiducia
