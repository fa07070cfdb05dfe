#include "fiducia/evaluate/leverage_correction.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kLanczosTolerance = 1e-11;
/// Dimensions that the space grows by between two looks at the result.
constexpr Index kBetweenLooks = 5;

/// (I - H)^-power q from eigenvalues and eigenvectors of H, or of what stands for it.
VectorXd powered(const Eigen::SelfAdjointEigenSolver<MatrixXd>& eigen, const VectorXd& q, double power) {
  const VectorXd freedom = (1 - eigen.eigenvalues().array()).cwiseMax(kLeastFreedom).matrix();
  const VectorXd parts = eigen.eigenvectors().transpose() * q;
  return eigen.eigenvectors() * freedom.array().pow(-power).matrix().cwiseProduct(parts);
}

LeverageCorrection from_eigenvalues(const Eigen::SelfAdjointEigenSolver<MatrixXd>& eigen, const VectorXd& q) {
  const double largest = eigen.eigenvalues().size() > 0 ? eigen.eigenvalues().maxCoeff() : 0;
  return {powered(eigen, q, 0.5), powered(eigen, q, 1), 1 - largest};
}

}  // namespace

LeverageCorrection correct_leverage(const MatrixXd& H, const VectorXd& q) {
  if (q.size() == 0) return {q, q, 1};
  return from_eigenvalues(Eigen::SelfAdjointEigenSolver<MatrixXd>(H), q);
}

LeverageCorrection correct_leverage(const TimesH& times, const VectorXd& q) {
  const Index size = q.size();
  const double norm = q.norm();
  LeverageCorrection result{q, q, 1};
  if (!(norm > 0)) return result;
  MatrixXd basis(size, 0);
  MatrixXd projected(0, 0);  // basis' H basis
  VectorXd next = q / norm;
  for (Index k = 1; k <= size; ++k) {
    basis.conservativeResize(Eigen::NoChange, k);
    basis.col(k - 1) = next;
    VectorXd image = times(next);
    projected.conservativeResize(k, k);
    projected.col(k - 1) = basis.transpose() * image;
    projected.row(k - 1) = projected.col(k - 1).transpose();
    for (int twice = 0; twice < 2; ++twice) image -= basis * (basis.transpose() * image);
    const double left = image.norm();
    const bool exhausted = left < kLanczosTolerance;
    if (k % kBetweenLooks == 0 || k == size || exhausted) {
      LeverageCorrection now =
          from_eigenvalues(Eigen::SelfAdjointEigenSolver<MatrixXd>(projected), norm * VectorXd::Unit(k, 0));
      now.half = basis * now.half;
      now.whole = basis * now.whole;
      const double change = std::max((now.half - result.half).norm() / now.half.norm(),
                                     (now.whole - result.whole).norm() / now.whole.norm());
      result = std::move(now);
      if (exhausted || change < kLanczosTolerance) break;
    }
    next = image / left;
  }
  return result;
}

}  // namespace fiducia
