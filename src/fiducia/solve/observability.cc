#include "fiducia/solve/observability.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "fiducia/core/lanes.h"

namespace fiducia {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Relative size of an eigenvalue under which the normal equations carry only rounding.
constexpr double kLeastEigenvalueRatio = 1e-14;
/// From here on eigenvalues of all parameters would take seconds.
constexpr Eigen::Index kManyIntrinsics = 100;

/// d p / d theta at the rays with the best compensating rotation taken out, over sqrt(number of coordinates).
MatrixXd mapping_derivative(const Camera& camera, const std::vector<Vector3>& rays) {
  const int n = (static_cast<int>(rays.size()) + Lanes::kCount - 1) / Lanes::kCount * Lanes::kCount;
  VectorXd x(n), y(n), z(n);
  for (int i = 0; i < n; ++i) {
    const Vector3& ray = rays[std::min(static_cast<std::size_t>(i), rays.size() - 1)];
    x[i] = ray.x(), y[i] = ray.y(), z[i] = ray.z();
  }
  const Model& model = camera.model();
  VectorXd pixel(2 * n);
  MatrixXd d_theta(2 * n, model.size());
  MatrixXd d_point(2 * n, 3);
  if (n == 0 || !model.linearize(camera.parameters().data(), n, x.data(), y.data(), z.data(),
                                 {pixel.data(), d_theta.data(), d_point.data(), n})) {
    return MatrixXd::Zero(1, model.size());
  }
  MatrixXd d_turn(2 * n, 3);
  for (int i = 0; i < 2 * n; ++i) {
    const Vector3 ray(x[i % n], y[i % n], z[i % n]);
    const Vector3 row = d_point.row(i);
    d_turn.row(i) << ray.y() * row.z() - ray.z() * row.y(), ray.z() * row.x() - ray.x() * row.z(),
        ray.x() * row.y() - ray.y() * row.x();
  }
  const MatrixXd compensated =
      d_theta - d_turn * (d_turn.transpose() * d_turn).ldlt().solve(d_turn.transpose() * d_theta);
  return compensated / std::sqrt(2.0 * n);
}

std::vector<std::string> important_parameters(const Model& model, const VectorXd& effect) {
  std::vector<int> order(static_cast<std::size_t>(effect.size()));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return effect[a] > effect[b]; });
  std::vector<std::string> names;
  for (const int i : order) {
    if (effect[i] >= 0.2 * effect.maxCoeff()) {
      names.emplace_back(model.info().parameters[static_cast<std::size_t>(i)].name);
    }
  }
  return names;
}

/// The same for more parameters than rays: in the space of the image.
OpenDirection worst_of_many(const Camera& camera, const MatrixXd& information, double variance,
                            const MatrixXd& mapping) {
  OpenDirection direction;
  const VectorXd scale = information.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const Eigen::LLT<MatrixXd> llt(scale.asDiagonal() * information * scale.asDiagonal());
  if (llt.info() != Eigen::Success) {
    direction.spread_px = std::numeric_limits<double>::infinity();
    direction.parameters = {"the knots of " + std::string(camera.model().info().name)};
    return direction;
  }
  const MatrixXd root = llt.matrixL().solve(scale.asDiagonal() * mapping.transpose());
  const Eigen::SelfAdjointEigenSolver<MatrixXd> image(root.transpose() * root);
  const Eigen::Index last = image.eigenvalues().size() - 1;
  direction.spread_px = std::sqrt(variance * std::max(0.0, image.eigenvalues()[last]));
  const VectorXd worst = scale.cwiseProduct(llt.matrixU().solve(root * image.eigenvectors().col(last)));
  const VectorXd effect = worst.cwiseAbs().cwiseProduct(mapping.colwise().norm().transpose());
  direction.parameters = important_parameters(camera.model(), effect);
  return direction;
}

}  // namespace

OpenDirection worst_direction(const Camera& camera, const MatrixXd& information, double variance,
                              const std::vector<Vector3>& rays) {
  const MatrixXd mapping = mapping_derivative(camera, rays);
  if (information.rows() > kManyIntrinsics) return worst_of_many(camera, information, variance, mapping);
  const VectorXd scale = information.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(scale.asDiagonal() * information * scale.asDiagonal());
  OpenDirection direction;
  VectorXd worst;
  if (eigen.eigenvalues()[0] <= kLeastEigenvalueRatio * eigen.eigenvalues().tail(1)[0]) {
    direction.spread_px = std::numeric_limits<double>::infinity();
    worst = scale.cwiseProduct(eigen.eigenvectors().col(0));
  } else {
    // Sigma^(1/2) column by column in the eigenbasis; the largest singular value of mapping x Sigma^(1/2).
    const MatrixXd root = scale.asDiagonal() * eigen.eigenvectors() *
                          (eigen.eigenvalues() / variance).cwiseSqrt().cwiseInverse().asDiagonal();
    const MatrixXd spread = mapping * root;
    const Eigen::SelfAdjointEigenSolver<MatrixXd> image(spread.transpose() * spread);
    const Eigen::Index last = image.eigenvalues().size() - 1;
    direction.spread_px = std::sqrt(std::max(0.0, image.eigenvalues()[last]));
    worst = root * image.eigenvectors().col(last);
  }
  const VectorXd effect = worst.cwiseAbs().cwiseProduct(mapping.colwise().norm().transpose());
  direction.parameters = important_parameters(camera.model(), effect);
  return direction;
}

}  // namespace fiducia
