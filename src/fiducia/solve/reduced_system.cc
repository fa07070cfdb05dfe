#include "fiducia/solve/reduced_system.h"

#include <Eigen/Cholesky>

namespace fiducia {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The blocks of a frame's normal matrix, columns [g | pose | residual].
struct Blocks {
  Eigen::Map<const MatrixXd> all;
  int g;

  Blocks(std::span<const double> normals, std::size_t frame, int global_size)
      : all(normals.data() + frame * static_cast<std::size_t>((global_size + 7) * (global_size + 7)), global_size + 7,
            global_size + 7),
        g(global_size) {}
  [[nodiscard]] auto ff() const { return all.topLeftCorner(g, g); }
  [[nodiscard]] auto ef_and_er() const { return all.block(g, 0, 6, g + 7); }
  [[nodiscard]] Matrix6 ee() const { return all.block<6, 6>(g, g); }
  [[nodiscard]] auto fr() const { return all.col(g + 6).head(g); }
  [[nodiscard]] Vector6 er() const { return all.block<6, 1>(g, g + 6); }
};

/// L^-1 [E'F | E'r] for E'E = L L'.
template <class Columns>
void eliminate(const Blocks& blocks, const Matrix6& factor, Columns* columns) {
  const auto lower = factor.triangularView<Eigen::Lower>();
  for (int i = 0; i < blocks.g; ++i) {
    Vector6 column = blocks.all.block<6, 1>(blocks.g, i);
    lower.solveInPlace(column);
    columns->col(i) = column;
  }
  Vector6 column = blocks.er();
  lower.solveInPlace(column);
  columns->col(blocks.g) = column;
}

}  // namespace

ReducedSystem::ReducedSystem(int global_size, std::vector<double> weights)
    : global_size_(global_size), weights_(std::move(weights)) {
  factors_.resize(weights_.size());
  eliminated_.assign(weights_.size(), PoseColumns(6, global_size + 1));
}

std::optional<FrameStep> ReducedSystem::solve(std::span<const double> normals, double lambda) {
  const int g = global_size_;
  MatrixXd a = MatrixXd::Zero(g, g);
  VectorXd diagonal = VectorXd::Zero(g);
  VectorXd gradient = VectorXd::Zero(g);
  VectorXd full_gradient = VectorXd::Zero(g);
  for (std::size_t j = 0; j < weights_.size(); ++j) {
    const Blocks blocks(normals, j, g);
    Matrix6 ee = blocks.ee();
    ee.diagonal() *= 1 + lambda;
    const Eigen::LLT<Matrix6> llt(ee);
    if (llt.info() != Eigen::Success) return std::nullopt;
    factors_[j] = llt.matrixLLT();
    PoseColumns& y = eliminated_[j];
    eliminate(blocks, factors_[j], &y);
    const double w = weights_[j];
    for (int c = 0; c < g; ++c) {
      const Vector6 column = y.col(c);
      for (int r = c; r < g; ++r) a(r, c) += w * (blocks.all(r, c) - column.dot(y.col(r)));
      gradient[c] += w * (blocks.all(c, g + 6) - column.dot(y.col(g)));
      full_gradient[c] += w * blocks.all(c, g + 6);
      diagonal[c] += w * blocks.all(c, c);
    }
  }
  // Scaled to a unit diagonal before it is factored: the parameters' units differ by many orders.
  const VectorXd scale = diagonal.cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  a.diagonal() += lambda * diagonal;
  const MatrixXd scaled = scale.asDiagonal() * MatrixXd(a.selfadjointView<Eigen::Lower>()) * scale.asDiagonal();
  const Eigen::LLT<MatrixXd> llt(scaled);
  if (llt.info() != Eigen::Success) return std::nullopt;

  FrameStep step;
  step.global = scale.cwiseProduct(llt.solve(scale.cwiseProduct(gradient)));
  step.decrement = step.global.dot(full_gradient);
  step.damped_norm = step.global.cwiseAbs2().dot(diagonal);
  step.poses.resize(weights_.size());
  for (std::size_t j = 0; j < weights_.size(); ++j) {
    const Blocks blocks(normals, j, g);
    const PoseColumns& y = eliminated_[j];
    Vector6 pose = y.col(g);
    for (int c = 0; c < g; ++c) pose -= step.global[c] * y.col(c);
    factors_[j].triangularView<Eigen::Lower>().transpose().solveInPlace(pose);
    step.poses[j] = pose;
    step.decrement += weights_[j] * pose.dot(blocks.er());
    step.damped_norm += weights_[j] * pose.cwiseAbs2().dot(blocks.ee().diagonal());
  }
  if (!step.global.allFinite() || !std::isfinite(step.decrement)) return std::nullopt;
  return step;
}

std::vector<FrameInformation> ReducedSystem::information(std::span<const double> normals) const {
  std::vector<FrameInformation> result(weights_.size());
  PoseColumns y(6, global_size_ + 1);
  for (std::size_t j = 0; j < weights_.size(); ++j) {
    const Blocks blocks(normals, j, global_size_);
    const Eigen::LLT<Matrix6> llt(blocks.ee());
    eliminate(blocks, Matrix6(llt.matrixLLT()), &y);
    const auto f = y.leftCols(global_size_);
    result[j].S = blocks.ff() - f.transpose() * f;
    result[j].s = blocks.fr() - f.transpose() * y.col(global_size_);
  }
  return result;
}

}  // namespace fiducia
