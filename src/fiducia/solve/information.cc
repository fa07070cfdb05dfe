#include "fiducia/solve/information.h"

#include <algorithm>
#include <cmath>

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Frames whose local columns are collected before they are multiplied, to do that in large blocks.
constexpr Index kMostStacked = 512;

/// Adds up R_j'R_j = F_j'F_j - (Q_j'F_j)'(Q_j'F_j), the second part for many frames at once.
class InformationSum {
 public:
  explicit InformationSum(Index size) : a_(MatrixXd::Zero(size, size)), stacked_(size, kMostStacked) {}

  void add(const FrameInformation& frame, double weight) {
    const MatrixXd& dense = frame.dense();
    const Index d = dense.cols();
    a_.topLeftCorner(d, d) += weight * dense.transpose() * dense;
    if (!frame.scattered()) return;
    const MatrixXd& q = frame.local_basis();
    if (used_ + q.cols() > kMostStacked) flush();
    auto columns = stacked_.middleCols(used_, q.cols());
    columns.setZero();
    columns.topRows(d) = dense.transpose() * q;
    const MatrixXd& scattered = frame.scattered_part();
    const Index width = scattered.cols();
    for (Index row = 0; row < frame.rows(); ++row) {
      const Index* places = frame.places(row / 2);
      for (Index i = 0; i < width; ++i) {
        const double value = scattered(row, i);
        a_.row(places[i]).head(d) += weight * value * dense.row(row);
        for (Index k = 0; k <= i; ++k) {
          const Index low = std::min(places[i], places[k]);
          a_(std::max(places[i], places[k]), low) += weight * value * scattered(row, k);
        }
        columns.row(places[i]) += value * q.row(row);
      }
    }
    columns *= std::sqrt(weight);
    used_ += q.cols();
  }

  MatrixXd sum() {
    flush();
    a_.triangularView<Eigen::StrictlyUpper>() = a_.transpose();
    return std::move(a_);
  }

 private:
  void flush() {
    if (used_ > 0) a_.selfadjointView<Eigen::Lower>().rankUpdate(stacked_.leftCols(used_), -1);
    used_ = 0;
  }

  MatrixXd a_;  // the lower triangle
  MatrixXd stacked_;
  Index used_ = 0;
};

}  // namespace

MatrixXd Information::matrix(std::span<const double> weights) const {
  InformationSum sum(size());
  for (std::size_t j = 0; j < frames.size(); ++j) {
    if (weights[j] != 0) sum.add(frames[j], weights[j]);
  }
  MatrixXd a = sum.sum();
  if (!prior.empty()) a += prior.information();
  return a;
}

MatrixXd Information::leading_matrix(std::span<const double> weights, Index count) const {
  if (!frames.empty() && count > frames.front().dense().cols()) return matrix(weights).topLeftCorner(count, count);
  MatrixXd a = MatrixXd::Zero(count, count);
  for (std::size_t j = 0; j < frames.size(); ++j) {
    const MatrixXd f = frames[j].dense().leftCols(count);
    const MatrixXd in_local = frames[j].local_basis().transpose() * f;
    a += weights[j] * (f.transpose() * f - in_local.transpose() * in_local);
  }
  if (!prior.empty()) a += prior.rows.leftCols(count).transpose() * prior.rows.leftCols(count);
  return a;
}

Eigen::VectorXd Information::gradient(std::span<const double> weights) const {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(size());
  for (std::size_t j = 0; j < frames.size(); ++j) sum += weights[j] * frames[j].s();
  return sum;
}

Information information_of(std::span<const FrameLinearization> frames, const LocalBlocks& blocks, const Prior& prior,
                           Index global_size) {
  Information information;
  information.prior = prior;
  information.frames.reserve(frames.size());
  for (std::size_t j = 0; j < frames.size(); ++j) {
    information.frames.push_back(FrameInformation::from_linearization(frames[j], global_size, blocks.size[j]));
  }
  return information;
}

}  // namespace fiducia
