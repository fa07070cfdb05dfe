#include "fiducia/simulate/point_spread.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <string>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

constexpr int kLeastSamplesPerSide = 2;
constexpr int kMostSamplesPerSide = 20;

struct Quadrature {
  Eigen::VectorXd nodes;
  Eigen::VectorXd weights;
};

/// Gauss-Hermite quadrature for the standard normal density, by Golub and Welsch: the nodes are the eigenvalues of the
/// recurrence He_{k+1} = x He_k - k He_{k-1}, written as a symmetric matrix.
Quadrature gauss_hermite(int count) {
  Eigen::MatrixXd jacobi = Eigen::MatrixXd::Zero(count, count);
  for (int k = 1; k < count; ++k) jacobi(k, k - 1) = jacobi(k - 1, k) = std::sqrt(k);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(jacobi);
  const Eigen::VectorXd& nodes = eigen.eigenvalues();
  const Eigen::VectorXd weights = eigen.eigenvectors().row(0).cwiseAbs2().transpose();
  // Symmetric but for rounding; now exactly.
  return {0.5 * (nodes - nodes.reverse()), 0.5 * (weights + weights.reverse())};
}

}  // namespace

PointSpread gaussian_point_spread(int samples) {
  const int side = static_cast<int>(std::lround(std::sqrt(std::max(samples, 0))));
  if (side * side != samples || side < kLeastSamplesPerSide || side > kMostSamplesPerSide) {
    throw Error(ErrorCode::kBadOption, "the samples per pixel are a square number from " +
                                           std::to_string(kLeastSamplesPerSide * kLeastSamplesPerSide) + " to " +
                                           std::to_string(kMostSamplesPerSide * kMostSamplesPerSide) +
                                           ", such as 16, not " + std::to_string(samples));
  }
  const Quadrature quadrature = gauss_hermite(side);
  PointSpread spread;
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      spread.samples.push_back({Vector2(quadrature.nodes[column], quadrature.nodes[row]),
                                quadrature.weights[column] * quadrature.weights[row]});
    }
  }
  // The nodes in the middle are about 3 / sqrt(side) apart (times the deviation that they stand for); samples with 4/5
  // of that as their deviation leave no gaps between them.
  spread.soft_variance = 6.0 / (side + 6.0);
  spread.reach = std::sqrt(2.0) * quadrature.nodes[side - 1];
  return spread;
}

}  // namespace fiducia
