#include "fiducia/evaluate/small_sample.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "fiducia/core/distributions.h"
#include "fiducia/core/parallel.h"
#include "fiducia/evaluate/hat_block.h"
#include "fiducia/evaluate/leverage_correction.h"
#include "fiducia/evaluate/quadratic_root.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// With many intrinsics (a splined lens), the mapping error is looked at in its largest directions, and no knot by
/// itself.
constexpr Index kMostDirections = 60;
/// Of the mapping error, that the directions need to have.
constexpr double kEnoughOfError = 0.999;

/// A square root of a positive semi-definite matrix, scaled to its diagonal on the way.
MatrixXd symmetric_root(const MatrixXd& H) {
  const VectorXd scale = H.diagonal().cwiseMax(0).cwiseSqrt();
  const VectorXd inverse = scale.unaryExpr([](double s) { return s > 0 ? 1 / s : 0; });
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(inverse.asDiagonal() * H * inverse.asDiagonal());
  // H = G'G with G = values^1/2 vectors' scale.
  return eigen.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal() * eigen.eigenvectors().transpose() *
         scale.asDiagonal();
}

/// (I - H)^-1/2 w, column by column: exactly for a small H, and in the space of w and H w for a large one.
MatrixXd half_corrected(const HatBlock& hat, const MatrixXd& w) {
  const auto inverse_root = [](const MatrixXd& h) {
    const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(h);
    const VectorXd freedom = (1 - eigen.eigenvalues().array()).cwiseMax(kLeastFreedom).matrix();
    return MatrixXd(eigen.eigenvectors() * freedom.cwiseSqrt().cwiseInverse().asDiagonal() *
                    eigen.eigenvectors().transpose());
  };
  if (w.rows() <= kFewRows) return inverse_root(hat.matrix()) * w;
  MatrixXd space(w.rows(), 2 * w.cols());
  space << w, hat.times(w);
  const VectorXd norms = space.colwise().norm();
  for (Index i = 0; i < space.cols(); ++i) {
    if (norms[i] > 0) space.col(i) /= norms[i];
  }
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(space);
  const MatrixXd basis = qr.householderQ() * MatrixXd::Identity(space.rows(), qr.rank());
  return basis * (inverse_root(basis.transpose() * hat.times(basis)) * (basis.transpose() * w));
}

/// || n' A^-1 n ||^2, by the smaller of the two sides.
double gram_square(const InverseInformation& inverse, const MatrixXd& n) {
  if (n.cols() <= n.rows()) return (n.transpose() * inverse.times(n)).squaredNorm();
  MatrixXd gram = MatrixXd::Zero(n.rows(), n.rows());
  gram.selfadjointView<Eigen::Lower>().rankUpdate(n);
  const MatrixXd product = inverse.times(gram.selfadjointView<Eigen::Lower>());
  return product.cwiseProduct(product.transpose()).sum();
}

/// G in the directions in which M = G A^-1 G' is largest.
MatrixXd largest_directions(const InverseInformation& inverse, const MatrixXd& G) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(G * inverse.block(0, G.cols()) * G.transpose());
  const double enough = kEnoughOfError * eigen.eigenvalues().sum();
  Index count = 0;
  for (double sum = 0; sum < enough && count < std::min(kMostDirections, G.rows());) {
    sum += eigen.eigenvalues()[G.rows() - ++count];
  }
  return eigen.eigenvectors().rightCols(std::max<Index>(count, 1)).transpose() * G;
}

/// (tr M)^2 / tr(M^2) of M = G A^-1 G'.
double effective_dimensions(const InverseInformation& inverse, const MatrixXd& G) {
  const MatrixXd m = G * inverse.block(0, G.cols()) * G.transpose();
  return m.squaredNorm() > 0 ? m.trace() * m.trace() / m.squaredNorm() : 1;
}

/// What the frames have to do with linear functions of the global parameters, the columns of `sides`, under the working
/// model: C_jk of small_sample.h.
class SampleDegrees {
 public:
  SampleDegrees(const Information& information, std::span<const double> weights, const InverseInformation& inverse,
                const MatrixXd& sides, int threads)
      : inverse_(inverse),
        own_(information.frames.size()),
        taken_(information.frames.size()),
        common_(information.frames.size()) {
    const std::vector<FrameInformation>& frames = information.frames;
    const MatrixXd V = inverse.times(sides);
    parallel_for(frames.size(), threads, [&](std::size_t j) {
      const double root = std::sqrt(weights[j]);
      const HatBlock hat(frames[j], weights[j], inverse);
      const MatrixXd t = half_corrected(hat, root * frames[j].times(V));
      own_[j] = t.transpose() * t;
      taken_[j] = t.transpose() * hat.times(t);
      common_[j] = root * frames[j].transposed_times(t);
    });
  }

  /// (sum_j tr C_jj)^2 / sum_jk ||C_jk||^2 of the rows of T from `first` on.
  [[nodiscard]] double degrees(Index first, Index width) const {
    MatrixXd n(inverse_.size(), static_cast<Index>(common_.size()) * width);
    for (std::size_t j = 0; j < common_.size(); ++j)
      n.middleCols(static_cast<Index>(j) * width, width) = common_[j].middleCols(first, width);
    double squares = gram_square(inverse_, n);
    double trace = 0;
    for (std::size_t j = 0; j < own_.size(); ++j) {
      const auto by_hat = taken_[j].block(first, first, width, width);
      const MatrixXd left = own_[j].block(first, first, width, width) - by_hat;
      squares += left.squaredNorm() - by_hat.squaredNorm();
      trace += left.trace();
    }
    return std::max(1.0, squares > 0 ? trace * trace / squares : 1);
  }

 private:
  const InverseInformation& inverse_;
  std::vector<MatrixXd> own_;     // T_j T_j'
  std::vector<MatrixXd> taken_;   // T_j H_j T_j'
  std::vector<MatrixXd> common_;  // N_j = T_j sqrt(w_j) R_j, transposed
};

}  // namespace

SmallSample small_sample(const Calibration& calibration, const FrameInfluences& influences, const MatrixXd& H,
                         int threads) {
  const InverseInformation& inverse = influences.inverse;
  const Index p = H.rows();
  const bool each = p <= kMostWholeParameters;
  const MatrixXd G = each ? symmetric_root(H) : largest_directions(inverse, quadratic_root(H));
  const Index directions = G.rows();
  MatrixXd sides = MatrixXd::Zero(inverse.size(), directions + (each ? p : 0));
  sides.topLeftCorner(p, directions) = G.transpose();
  if (each) sides.topRightCorner(p, p).setIdentity();
  const SampleDegrees sample(calibration.information, frame_weights(calibration), inverse, sides, threads);
  SmallSample result;
  result.degrees_of_freedom = sample.degrees(0, directions);
  result.error_dimensions = effective_dimensions(inverse, G);
  result.parameter_degrees.setConstant(p, result.degrees_of_freedom);
  for (Index i = 0; each && i < p; ++i) result.parameter_degrees[i] = sample.degrees(directions + i, 1);
  return result;
}

SmallSample small_sample(const Information& information, std::span<const double> weights,
                         const InverseInformation& inverse, const MatrixXd& G, int threads) {
  const MatrixXd largest = G.rows() > kMostDirections ? largest_directions(inverse, G) : G;
  const SampleDegrees sample(information, weights, inverse, largest.transpose(), threads);
  return {sample.degrees(0, largest.rows()), effective_dimensions(inverse, largest)};
}

SmallSample residual_sample(const Calibration& calibration, const FrameInfluences& influences, const MatrixXd& H) {
  const double degrees =
      std::max(1.0, static_cast<double>(calibration.fit.n_observations - calibration.fit.n_parameters));
  return {degrees, effective_dimensions(influences.inverse, symmetric_root(H)), VectorXd::Constant(H.rows(), degrees)};
}

double error_quantile_factor(const SmallSample& sample, double p) {
  return boost::math::quantile(
      FisherF(std::max(sample.error_dimensions, 1.0), std::max(sample.degrees_of_freedom, 1.0)), p);
}

double interval_factor(double degrees_of_freedom, double p) {
  return boost::math::quantile(StudentsT(std::max(degrees_of_freedom, 1.0)), 0.5 + p / 2);
}

}  // namespace fiducia
