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
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(pairs.M[j]);
    const Eigen::VectorXd freedom = (1 - eigen.eigenvalues().array()).matrix();
    if (freedom.minCoeff() < kLeastFreedom) alone[j] = 1;
    const Eigen::VectorXd factor = freedom.cwiseMax(kLeastFreedom).array().pow(-power).matrix();
    column = eigen.eigenvectors() * factor.cwiseProduct(eigen.eigenvectors().transpose() * pairs.z[j]);
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
