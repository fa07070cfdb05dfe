#include "fiducia/solve/frame_information.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <limits>

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The columns of an orthonormal basis of the columns of `e`; a column that depends on those before it adds nothing.
MatrixXd orthonormal_basis(const MatrixXd& e) {
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(e * e.colwise().norm().cwiseMax(1e-300).cwiseInverse().asDiagonal());
  return qr.householderQ() * MatrixXd::Identity(e.rows(), qr.rank());
}

/// S and s of a frame without scattered parameters, from its products.
struct Pair {
  MatrixXd S;
  VectorXd s;

  Pair(const MatrixXd& product, Index local) {
    const Index g = product.rows() - local - 1;
    const Eigen::LLT<MatrixXd> llt(product.block(g, g, local, local));
    MatrixXd y(local, g + 1);
    y.leftCols(g) = product.block(g, 0, local, g);
    y.col(g) = product.block(g, g + local, local, 1);
    llt.matrixL().solveInPlace(y);
    S = product.topLeftCorner(g, g) - y.leftCols(g).transpose() * y.leftCols(g);
    s = product.topRightCorner(g, 1) - y.leftCols(g).transpose() * y.col(g);
  }
};

}  // namespace

FrameInformation FrameInformation::from_pair(const MatrixXd& S, const VectorXd& s, const VectorXd& diagonal) {
  FrameInformation result;
  result.size_ = S.rows();
  const VectorXd scale = diagonal.cwiseMax(1e-300).cwiseSqrt();
  const VectorXd inverse = scale.cwiseInverse();
  const Eigen::LDLT<MatrixXd> ldlt(inverse.asDiagonal() * S * inverse.asDiagonal());
  const VectorXd pivots = ldlt.vectorD();
  // Under this a pivot holds nothing but the rounding of what S was computed from, whose diagonal is 1 here.
  const double least = 16 * std::numeric_limits<double>::epsilon();
  // The largest pivot comes first: after the first that is rounding there is nothing.
  Index rank = 0;
  while (rank < pivots.size() && pivots[rank] > least) ++rank;
  // P S P' = L D L', so that R = D^1/2 L' P and q = D^-1/2 L^-1 P s.
  const VectorXd roots = pivots.head(rank).cwiseSqrt();
  const MatrixXd upper = ldlt.matrixU();
  const MatrixXd permuted = roots.asDiagonal() * upper.topRows(rank);
  const MatrixXd transposed = ldlt.transpositionsP().transpose() * MatrixXd(permuted.transpose());
  result.dense_ = transposed.transpose() * scale.asDiagonal();
  VectorXd reduced = ldlt.transpositionsP() * VectorXd(inverse.asDiagonal() * s);
  ldlt.matrixL().solveInPlace(reduced);
  result.q_ = reduced.head(rank).cwiseQuotient(roots);
  result.local_basis_.resize(rank, 0);
  return result;
}

FrameInformation FrameInformation::from_linearization(const FrameLinearization& frame, Index global_size,
                                                      Index local_size) {
  if (frame.rows.rows() == 0) {
    const Pair pair(frame.product, local_size);
    return from_pair(pair.S, pair.s, frame.product.diagonal().head(pair.s.size()));
  }
  FrameInformation result;
  result.size_ = global_size;
  const Index dense = frame.rows.cols() - local_size - 1;
  result.dense_ = frame.rows.leftCols(dense);
  result.scattered_ = frame.scattered;
  result.places_ = frame.places;
  result.local_basis_ = orthonormal_basis(frame.rows.middleCols(dense, local_size));
  const VectorXd r = frame.rows.rightCols(1);
  result.q_ = r - result.local_basis_ * (result.local_basis_.transpose() * r);
  return result;
}

MatrixXd FrameInformation::times(const MatrixXd& v) const {
  MatrixXd product = dense_ * v.topRows(dense_size());
  if (const Index width = scattered_.cols(); width > 0 && v.cols() == 1) {
    for (Index row = 0; row < rows(); ++row) {
      const Index* where = places(row / 2);
      for (Index i = 0; i < width; ++i) product(row, 0) += scattered_(row, i) * v(where[i], 0);
    }
  } else if (width > 0) {
    const RowMajor by_rows = v;  // whose rows are added
    RowMajor sum = RowMajor::Zero(rows(), v.cols());
    for (Index row = 0; row < rows(); ++row) {
      const Index* where = places(row / 2);
      for (Index i = 0; i < width; ++i) {
        if (const double factor = scattered_(row, i); factor != 0) sum.row(row) += factor * by_rows.row(where[i]);
      }
    }
    product += sum;
  }
  if (local_basis_.cols() > 0) product -= local_basis_ * (local_basis_.transpose() * product);
  return product;
}

MatrixXd FrameInformation::unprojected_transposed_times(const MatrixXd& w) const {
  RowMajor product = RowMajor::Zero(size_, w.cols());
  product.topRows(dense_size()) = dense_.transpose() * w;
  const RowMajor by_rows = w;
  const Index width = scattered_.cols();
  for (Index row = 0; row < (width > 0 ? rows() : 0); ++row) {
    const Index* where = places(row / 2);
    for (Index i = 0; i < width; ++i) {
      if (const double factor = scattered_(row, i); factor != 0) product.row(where[i]) += factor * by_rows.row(row);
    }
  }
  return product;
}

MatrixXd FrameInformation::transposed_times(const MatrixXd& w) const {
  if (local_basis_.cols() == 0) return unprojected_transposed_times(w);
  return unprojected_transposed_times(w - local_basis_ * (local_basis_.transpose() * w));
}

MatrixXd FrameInformation::S() const {
  if (!scattered() && local_basis_.cols() == 0) return dense_.transpose() * dense_;
  const MatrixXd r = times(MatrixXd::Identity(size_, size_));
  return r.transpose() * r;
}

}  // namespace fiducia
