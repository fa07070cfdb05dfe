#include "fiducia/solve/points_first_system.h"

#include <cmath>

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

}  // namespace

PointsFirstSystem::PointsFirstSystem(const FrameProblem& problem, const Prior& prior)
    : prior_(prior),
      blocks_(problem),
      dense_(problem.dense_size()),
      equations_(problem.dense_size() + blocks_.total, problem.point_count()) {
  if (!prior.empty()) equations_.G = prior.rows.rightCols(prior.rows.cols() - dense_);
}

void PointsFirstSystem::add_frame(const FrameLinearization& frame, std::size_t j) {
  const Index d = dense_;
  const Index k = blocks_.size[j];
  const Index first = d + blocks_.first[j];
  const double w = blocks_.weight[j];
  const MatrixXd& all = frame.product;
  equations_.B.topLeftCorner(d, d) += w * all.topLeftCorner(d, d);
  equations_.B.block(first, 0, k, d) = w * all.block(d, 0, k, d);
  equations_.B.block(first, first, k, k) = w * all.block(d, d, k, k);
  equations_.b.head(d) += w * all.block(0, d + k, d, 1);
  equations_.b.segment(first, k) = w * all.block(d, d + k, k, 1);
  for (Index corner = 0; 2 * corner < frame.rows.rows(); ++corner) {
    const Eigen::Matrix<double, 3, 2> block = w * frame.scattered.middleRows<2>(2 * corner).transpose();
    const auto rows = frame.rows.middleRows<2>(2 * corner);
    const Index point = frame.places[static_cast<std::size_t>(3 * corner)] - d;
    equations_.V[static_cast<std::size_t>(point / 3)] += block * frame.scattered.middleRows<2>(2 * corner);
    equations_.W.block(point, 0, 3, d) += block * rows.leftCols(d);
    equations_.W.block(point, first, 3, k) += block * rows.middleCols(d, k);
    equations_.c.segment<3>(point) += block * rows.col(d + k);
  }
}

std::optional<FrameStep> PointsFirstSystem::solve(std::span<const FrameLinearization> frames,
                                                  const VectorXd& prior_residual, double lambda) {
  equations_.clear();
  for (std::size_t j = 0; j < frames.size(); ++j) add_frame(frames[j], j);
  const Index points = equations_.c.size();
  VectorXd diagonal = equations_.B.diagonal();
  VectorXd point_diagonal(points);
  for (Index i = 0; i < points; ++i) point_diagonal[i] = equations_.V[static_cast<std::size_t>(i / 3)](i % 3, i % 3);
  if (!prior_.empty()) {
    const auto of_dense = prior_.rows.leftCols(dense_);
    equations_.B.topLeftCorner(dense_, dense_) += of_dense.transpose() * of_dense;
    diagonal.head(dense_) += of_dense.colwise().squaredNorm();
    point_diagonal += equations_.G.colwise().squaredNorm();
    equations_.b.head(dense_) += of_dense.transpose() * prior_residual;
    equations_.c += equations_.G.transpose() * prior_residual;
  }
  equations_.B.diagonal() += lambda * diagonal;
  for (Index i = 0; i < points; ++i) {
    equations_.V[static_cast<std::size_t>(i / 3)](i % 3, i % 3) += lambda * point_diagonal[i];
  }
  const VectorXd gradient = equations_.b;
  const VectorXd point_gradient = equations_.c;
  if (!equations_.factor()) return std::nullopt;
  const PointElimination::Solution solution = equations_.solve();
  FrameStep step;
  step.global.resize(dense_ + points);
  step.global << solution.x.head(dense_), solution.y;
  step.local = solution.x.tail(blocks_.total);
  step.decrement = solution.x.dot(gradient) + solution.y.dot(point_gradient);
  step.damped_norm = solution.x.cwiseAbs2().dot(diagonal) + solution.y.cwiseAbs2().dot(point_diagonal);
  if (!step.global.allFinite() || !std::isfinite(step.decrement)) return std::nullopt;
  return step;
}

}  // namespace fiducia
