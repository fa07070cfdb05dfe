#include "fiducia/solve/local_first_system.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Local unknowns whose columns are collected before they are multiplied, to do that in large blocks.
constexpr Index kMostColumns = 512;

/// root^-1 E'F_scattered', one row per global parameter: what the elimination of a frame's local block takes away.
template <class Columns>
void fill_scattered(const FrameLinearization& frame, Index dense, const MatrixXd& root, Columns&& columns) {
  const Index local = root.rows();
  columns.setZero();
  const Index width = frame.scattered.cols();
  for (Index row = 0; row < frame.scattered.rows(); ++row) {
    const Index* places = frame.places.data() + row / 2 * width;
    for (Index i = 0; i < width; ++i) {
      columns.row(places[i]) += frame.scattered(row, i) * frame.rows.row(row).segment(dense, local);
    }
  }
  // columns <- columns root^-T
  root.triangularView<Eigen::Lower>().transpose().template solveInPlace<Eigen::OnTheRight>(columns);
}

}  // namespace

LocalFirstSystem::LocalFirstSystem(const FrameProblem& problem, const Prior& prior)
    : prior_(prior), blocks_(problem), dense_(problem.dense_size()), size_(problem.global_size()) {
  for (std::size_t j = 0; j < blocks_.size.size(); ++j) {
    roots_.emplace_back(blocks_.size[j], blocks_.size[j]);
    eliminated_.emplace_back(blocks_.size[j], dense_ + 1);
  }
  if (size_ > dense_) stacked_.resize(size_, kMostColumns);
  if (!prior_.empty()) of_prior_ = prior_.information();
}

template <int K>
bool LocalFirstSystem::add_frame(const FrameLinearization& frame, std::size_t j, double lambda) {
  using LocalMatrix = Eigen::Matrix<double, K, K>;
  using LocalVector = Eigen::Matrix<double, K, 1>;
  const Index d = dense_;
  const Index k = blocks_.size[j];
  const MatrixXd& all = frame.product;
  LocalMatrix ee = all.block<K, K>(d, d, k, k);
  ee.diagonal() *= 1 + lambda;
  const Eigen::LLT<LocalMatrix> llt(ee);
  if (llt.info() != Eigen::Success) return false;
  roots_[j] = llt.matrixLLT();
  const LocalMatrix& root = llt.matrixLLT();
  const auto lower = root.template triangularView<Eigen::Lower>();
  MatrixXd& y = eliminated_[j];
  const auto y_column = [&](Index c) { return y.block<K, 1>(0, c, k, 1); };  // of a size known to the compiler
  for (Index c = 0; c <= d; ++c) {
    LocalVector column = all.block<K, 1>(d, c < d ? c : d + k, k, 1);
    lower.solveInPlace(column);
    y_column(c) = column;
  }
  const double w = blocks_.weight[j];
  for (Index c = 0; c < d; ++c) {
    const LocalVector column = y_column(c);
    for (Index r = c; r < d; ++r) a_(r, c) += w * (all(r, c) - column.dot(y_column(r)));
    gradient_[c] += w * (all(c, d + k) - column.dot(y_column(d)));
    full_gradient_[c] += w * all(c, d + k);
    diagonal_[c] += w * all(c, c);
  }
  if (size_ > d) add_scattered(frame, j);
  return true;
}

void LocalFirstSystem::add_scattered(const FrameLinearization& frame, std::size_t j) {
  const Index d = dense_;
  const Index k = blocks_.size[j];
  const double w = blocks_.weight[j];
  const Index width = frame.scattered.cols();
  const VectorXd& r = frame.rows.col(d + k);
  for (Index row = 0; row < frame.scattered.rows(); ++row) {
    const Index* places = frame.places.data() + row / 2 * width;
    for (Index i = 0; i < width; ++i) {
      const double value = w * frame.scattered(row, i);
      if (value == 0) continue;  // a knot moves one of the two coordinates
      a_.row(places[i]).head(d) += value * frame.rows.row(row).head(d);
      for (Index l = 0; l <= i; ++l) {
        a_(std::max(places[i], places[l]), std::min(places[i], places[l])) += value * frame.scattered(row, l);
      }
      full_gradient_[places[i]] += value * r[row];
      gradient_[places[i]] += value * r[row];
      diagonal_[places[i]] += value * frame.scattered(row, i);
    }
  }
  if (stacked_columns_ + k > kMostColumns) flush();
  auto columns = stacked_.middleCols(stacked_columns_, k);
  fill_scattered(frame, d, roots_[j], columns);
  const MatrixXd& y = eliminated_[j];
  gradient_.tail(size_ - d) -= w * columns.bottomRows(size_ - d) * y.col(d);
  a_.bottomLeftCorner(size_ - d, d) -= w * columns.bottomRows(size_ - d) * y.leftCols(d);
  columns *= std::sqrt(w);
  stacked_columns_ += k;
}

void LocalFirstSystem::flush() {
  const Index points = size_ - dense_;
  if (stacked_columns_ > 0) {
    a_.bottomRightCorner(points, points)
        .selfadjointView<Eigen::Lower>()
        .rankUpdate(stacked_.bottomRows(points).leftCols(stacked_columns_), -1);
  }
  stacked_columns_ = 0;
}

std::optional<FrameStep> LocalFirstSystem::solve(std::span<const FrameLinearization> frames,
                                                 const VectorXd& prior_residual, double lambda) {
  a_.setZero(size_, size_);
  diagonal_.setZero(size_);
  gradient_.setZero(size_);
  full_gradient_.setZero(size_);
  for (std::size_t j = 0; j < frames.size(); ++j) {
    const bool regular = blocks_.size[j] == kPoseSize ? add_frame<kPoseSize>(frames[j], j, lambda)
                                                      : add_frame<Eigen::Dynamic>(frames[j], j, lambda);
    if (!regular) return std::nullopt;
  }
  flush();
  if (!prior_.empty()) {
    a_ += of_prior_;
    const VectorXd pull = prior_.rows.transpose() * prior_residual;
    gradient_ += pull;
    full_gradient_ += pull;
    diagonal_ += of_prior_.diagonal();
  }
  // Scaled to a unit diagonal before it is factored: the parameters' units differ by many orders.
  const VectorXd scale = diagonal_.cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  a_.diagonal() += lambda * diagonal_;
  a_ = scale.asDiagonal() * a_ * scale.asDiagonal();
  const Eigen::LLT<Eigen::Ref<MatrixXd>> llt(a_);
  if (llt.info() != Eigen::Success) return std::nullopt;

  FrameStep step;
  step.global = scale.cwiseProduct(llt.solve(scale.cwiseProduct(gradient_)));
  step.decrement = step.global.dot(full_gradient_);
  step.damped_norm = step.global.cwiseAbs2().dot(diagonal_);
  step.local.resize(blocks_.total);
  MatrixXd scattered;
  for (std::size_t j = 0; j < frames.size(); ++j) {
    const Index k = blocks_.size[j];
    const MatrixXd& y = eliminated_[j];
    auto local = step.local.segment(blocks_.first[j], k);
    local = y.col(dense_);
    for (Index c = 0; c < dense_; ++c) local -= step.global[c] * y.col(c);
    if (size_ > dense_) {
      scattered.resize(size_, k);
      fill_scattered(frames[j], dense_, roots_[j], scattered);
      local -= scattered.transpose() * step.global;
    }
    roots_[j].triangularView<Eigen::Lower>().transpose().solveInPlace(local);
    const MatrixXd& all = frames[j].product;
    step.decrement += blocks_.weight[j] * local.dot(all.block(dense_, dense_ + k, k, 1).col(0));
    step.damped_norm += blocks_.weight[j] * local.cwiseAbs2().dot(all.diagonal().segment(dense_, k));
  }
  if (!step.global.allFinite() || !std::isfinite(step.decrement)) return std::nullopt;
  return step;
}

}  // namespace fiducia
