#include "fiducia/evaluate/sandwich.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "fiducia/core/parallel.h"

namespace fiducia {
namespace {

constexpr double kLeastFreedom = 1e-9;

struct Steps {
  Eigen::MatrixXd columns;  // a frame each, in the coordinates of the pairs
  std::vector<std::size_t> alone;
};

/// Up to so many parameters all eigenvalues of a frame are computed; a target's free shape has hundreds.
constexpr Eigen::Index kFew = 40;
constexpr double kLanczosTolerance = 1e-11;

struct Corrected {
  Eigen::VectorXd z;
  double least_freedom = 1;  ///< the least eigenvalue of I - M
};

/// (I - M)^-power z from eigenvalues and eigenvectors of M, or of what stands for it.
template <class Vectors>
Eigen::VectorXd powered(const Eigen::VectorXd& values, const Vectors& vectors, const Eigen::VectorXd& z, double power) {
  const Eigen::VectorXd freedom = (1 - values.array()).cwiseMax(kLeastFreedom).matrix();
  return vectors * freedom.array().pow(-power).matrix().cwiseProduct(vectors.transpose() * z);
}

Corrected by_eigenvalues(const Eigen::MatrixXd& m, const Eigen::VectorXd& z, double power) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(m);
  return {powered(eigen.eigenvalues(), eigen.eigenvectors(), z, power), 1 - eigen.eigenvalues().maxCoeff()};
}

/// The same by Lanczos' method: in the space of z, M z, M^2 z, ... until the result no longer changes. With all
/// dimensions it would be exact; a frame's leverages being small, a few dozen do.
Corrected by_lanczos(const Eigen::MatrixXd& m, const Eigen::VectorXd& z, double power) {
  const Eigen::Index size = z.size();
  const double norm = z.norm();
  if (!(norm > 0)) return {z, 1};
  Eigen::MatrixXd basis(size, 0);
  Eigen::MatrixXd projected(0, 0);  // basis' M basis
  Eigen::VectorXd next = z / norm;
  Corrected result{z, 1};
  for (Eigen::Index k = 1; k <= size; ++k) {
    basis.conservativeResize(Eigen::NoChange, k);
    basis.col(k - 1) = next;
    Eigen::VectorXd image = m * next;
    projected.conservativeResize(k, k);
    projected.col(k - 1) = basis.transpose() * image;
    projected.row(k - 1) = projected.col(k - 1).transpose();
    for (int twice = 0; twice < 2; ++twice) image -= basis * (basis.transpose() * image);
    const double left = image.norm();
    const bool exhausted = left < kLanczosTolerance;
    if (k % 5 == 0 || k == size || exhausted) {
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(projected);
      const Eigen::VectorXd start = norm * Eigen::VectorXd::Unit(k, 0);
      const Eigen::VectorXd now = basis * powered(eigen.eigenvalues(), eigen.eigenvectors(), start, power);
      const double change = (now - result.z).norm();
      result = {now, 1 - eigen.eigenvalues().maxCoeff()};
      if (exhausted || change < kLanczosTolerance * now.norm()) break;
    }
    next = image / left;
  }
  return result;
}

Steps corrected_steps(const FramePairs& pairs, double power, int threads) {
  Steps steps;
  steps.columns.resize(pairs.L.rows(), static_cast<Eigen::Index>(pairs.size()));
  std::vector<char> alone(pairs.size());
  parallel_for(pairs.size(), threads, [&](std::size_t j) {
    auto column = steps.columns.col(static_cast<Eigen::Index>(j));
    if (power == 0) {
      column = pairs.z[j];
      return;
    }
    const Corrected corrected = pairs.L.rows() <= kFew ? by_eigenvalues(pairs.M[j], pairs.z[j], power)
                                                       : by_lanczos(pairs.M[j], pairs.z[j], power);
    if (corrected.least_freedom < kLeastFreedom) alone[j] = 1;
    column = corrected.z;
  });
  for (std::size_t j = 0; j < pairs.size(); ++j) {
    if (alone[j] != 0) steps.alone.push_back(j);
  }
  return steps;
}

}  // namespace

Sandwich sandwich(const FramePairs& pairs, LeverageCorrection correction, int threads) {
  Steps steps = corrected_steps(pairs, correction.power, threads);
  return {pairs.in_parameters(steps.columns * steps.columns.transpose()), std::move(steps.alone)};
}

Sandwich jackknife(const FramePairs& pairs, int threads) {
  Steps steps = corrected_steps(pairs, kCr3.power, threads);
  const Eigen::VectorXd mean = steps.columns.rowwise().mean();
  steps.columns.colwise() -= mean;
  const auto count = static_cast<double>(pairs.size());
  const Eigen::MatrixXd scatter = (count - 1) / count * steps.columns * steps.columns.transpose();
  return {pairs.in_parameters(scatter), std::move(steps.alone)};
}

}  // namespace fiducia
