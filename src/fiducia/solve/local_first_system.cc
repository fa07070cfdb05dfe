#include "fiducia/solve/local_first_system.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

#include "fiducia/solve/column_products.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A frame that touches so large a part of the scattered parameters is subtracted from all of them, together with other
/// such frames: one product of many rows takes a fraction of the time of many products of few.
constexpr double kNearlyAll = 0.7;
constexpr Index kTogether = 192;  // rows

}  // namespace

LocalFirstSystem::LocalFirstSystem(const FrameProblem& problem, const Prior& prior)
    : prior_(prior), blocks_(problem), dense_(problem.dense_size()), size_(problem.global_size()) {
  for (std::size_t j = 0; j < blocks_.size.size(); ++j) {
    roots_.emplace_back(blocks_.size[j], blocks_.size[j]);
    eliminated_.emplace_back(blocks_.size[j], dense_ + 1);
  }
  touched_.resize(blocks_.size.size());
  eliminated_scattered_.resize(blocks_.size.size());
  slot_.assign(static_cast<std::size_t>(size_), -1);
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

/// Their slots are left in slot_.
void LocalFirstSystem::find_touched(const FrameLinearization& frame, std::vector<Index>* touched) {
  touched->clear();
  for (const Index place : frame.places) {
    Index& slot = slot_[static_cast<std::size_t>(place)];
    if (slot < 0) {
      slot = 0;
      touched->push_back(place);
    }
  }
  std::sort(touched->begin(), touched->end());
  for (std::size_t i = 0; i < touched->size(); ++i) {
    slot_[static_cast<std::size_t>((*touched)[i])] = static_cast<Index>(i);
  }
}

void LocalFirstSystem::add_scattered(const FrameLinearization& frame, std::size_t j) {
  const Index d = dense_;
  const Index k = blocks_.size[j];
  const double w = blocks_.weight[j];
  const Index width = frame.scattered.cols();
  std::vector<Index>& touched = touched_[j];
  find_touched(frame, &touched);
  const auto count = static_cast<Index>(touched.size());
  MatrixXd& columns = eliminated_scattered_[j];
  columns.setZero(count, k);
  std::vector<std::pair<Index, double>> row_of;  // slots and values of a row, in order
  const auto r = frame.rows.col(d + k);
  for (Index row = 0; row < frame.scattered.rows(); ++row) {
    const Index* places = frame.places.data() + row / 2 * width;
    row_of.clear();
    for (Index i = 0; i < width; ++i) {
      const double value = frame.scattered(row, i);
      if (value != 0) row_of.emplace_back(slot_[static_cast<std::size_t>(places[i])], value);  // a knot moves u or v
    }
    std::sort(row_of.begin(), row_of.end());
    for (std::size_t i = 0; i < row_of.size(); ++i) {
      const auto& [slot, value] = row_of[i];
      const Index place = touched[static_cast<std::size_t>(slot)];
      columns.row(slot) += value * frame.rows.row(row).segment(d, k);
      for (std::size_t l = i; l < row_of.size(); ++l) {
        a_(touched[static_cast<std::size_t>(row_of[l].first)], place) += w * value * row_of[l].second;
      }
      if (d > 0) a_.row(place).head(d) += w * value * frame.rows.row(row).head(d);
      full_gradient_[place] += w * value * r[row];
      gradient_[place] += w * value * r[row];
      diagonal_[place] += w * value * value;
    }
  }
  for (const Index place : touched) slot_[static_cast<std::size_t>(place)] = -1;
  // columns <- columns root^-T
  roots_[j].triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(columns);
  if (k <= kTogether && static_cast<double>(count) >= kNearlyAll * static_cast<double>(size_ - d)) {
    subtract_with_others(j);
  } else {
    subtract_alone(j);
  }
}

void LocalFirstSystem::subtract_alone(std::size_t j) {
  const Index d = dense_;
  const double w = blocks_.weight[j];
  const std::vector<Index>& touched = touched_[j];
  const MatrixXd& columns = eliminated_scattered_[j];
  const MatrixXd& y = eliminated_[j];
  const Index count = columns.rows();
  of_frame_.setZero(count, count);
  of_frame_.selfadjointView<Eigen::Lower>().rankUpdate(columns);
  for (Index c = 0; c < count; ++c) {
    const Index place = touched[static_cast<std::size_t>(c)];
    gradient_[place] -= w * columns.row(c).dot(y.col(d));
    if (d > 0) a_.row(place).head(d) -= w * columns.row(c) * y.leftCols(d);
    for (Index i = c; i < count; ++i) a_(touched[static_cast<std::size_t>(i)], place) -= w * of_frame_(i, c);
  }
}

void LocalFirstSystem::subtract_with_others(std::size_t j) {
  const Index k = blocks_.size[j];
  if (together_ + k > kTogether) subtract_together();
  if (spread_.cols() != size_ - dense_) {
    spread_.resize(kTogether, size_ - dense_);
    spread_dense_.resize(kTogether, dense_ + 1);
  }
  const double root = std::sqrt(blocks_.weight[j]);
  auto here = spread_.middleRows(together_, k);
  here.setZero();
  const std::vector<Index>& touched = touched_[j];
  for (std::size_t i = 0; i < touched.size(); ++i) {
    here.col(touched[i] - dense_) = root * eliminated_scattered_[j].row(static_cast<Index>(i)).transpose();
  }
  spread_dense_.middleRows(together_, k) = root * eliminated_[j];
  together_ += k;
}

void LocalFirstSystem::subtract_together() {
  if (together_ == 0) return;
  const Index scattered = size_ - dense_;
  const auto rows = spread_.topRows(together_);
  const auto of_dense = spread_dense_.topRows(together_);
  add_gram(rows, -1, a_.bottomRightCorner(scattered, scattered));
  if (dense_ > 0) a_.bottomLeftCorner(scattered, dense_).noalias() -= rows.transpose() * of_dense.leftCols(dense_);
  gradient_.tail(scattered).noalias() -= rows.transpose() * of_dense.col(dense_);
  together_ = 0;
}

std::optional<FrameStep> LocalFirstSystem::solve(std::span<const FrameLinearization> frames,
                                                 const VectorXd& prior_residual, double lambda) {
  a_.setZero(size_, size_);
  diagonal_.setZero(size_);
  gradient_.setZero(size_);
  full_gradient_.setZero(size_);
  together_ = 0;
  for (std::size_t j = 0; j < frames.size(); ++j) {
    const bool regular = blocks_.size[j] == kPoseSize ? add_frame<kPoseSize>(frames[j], j, lambda)
                                                      : add_frame<Eigen::Dynamic>(frames[j], j, lambda);
    if (!regular) return std::nullopt;
  }
  subtract_together();
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
  for (std::size_t j = 0; j < frames.size(); ++j) {
    const Index k = blocks_.size[j];
    const MatrixXd& y = eliminated_[j];
    auto local = step.local.segment(blocks_.first[j], k);
    local = y.col(dense_);
    for (Index c = 0; c < dense_; ++c) local -= step.global[c] * y.col(c);
    for (std::size_t i = 0; i < touched_[j].size(); ++i) {
      local -= step.global[touched_[j][i]] * eliminated_scattered_[j].row(static_cast<Index>(i)).transpose();
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
