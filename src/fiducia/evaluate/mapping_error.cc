#include "fiducia/evaluate/mapping_error.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <string>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/quadratic_root.h"

namespace fiducia {

MappingSensitivity mapping_sensitivity(const Camera& camera, const MappingErrorOptions& options) {
  const MappingGrid grid = mapping_grid(camera, options.grid);
  Eigen::MatrixXd j = grid.J_theta;
  if (options.compensate_rotation) j -= grid.J_omega * grid.compensation();
  MappingSensitivity result;
  result.points = static_cast<int>(grid.rays.size());
  result.without_ray = grid.without_ray;
  result.without_weight = grid.without_weight;
  for (Eigen::Index i = 0; i < grid.weights.size(); ++i) j.middleRows(2 * i, 2) *= std::sqrt(grid.weights[i]);
  result.H = j.transpose() * j / (2 * grid.weights.sum());
  return result;
}

double share_without_ray(const Camera& camera, const MappingErrorOptions& mapping) {
  const MappingGrid grid = mapping_grid(camera, mapping.grid);
  const double looked_at = static_cast<double>(grid.rays.size()) + grid.without_ray;
  return grid.without_ray / looked_at;
}

ExpectedError expected_error(const Eigen::MatrixXd& H, const Eigen::MatrixXd& covariance) {
  if (H.rows() != covariance.rows()) {
    throw Error(ErrorCode::kBadOption, "the covariance has " + std::to_string(covariance.rows()) +
                                           " parameters, the error depends on " + std::to_string(H.rows()));
  }
  ExpectedError result;
  result.mean = covariance.cwiseProduct(H).sum();
  result.root = std::sqrt(std::max(result.mean, 0.0));
  const auto with = [&](const Eigen::VectorXd& eigenvalues) {
    result.eigenvalues.assign(eigenvalues.begin(), eigenvalues.end());
    result.distribution = WeightedChiSquared(result.eigenvalues);
    return result;
  };
  if (H.rows() > kMostWholeParameters) {
    const Eigen::MatrixXd G = quadratic_root(H);
    return with(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(G * covariance * G.transpose(), Eigen::EigenvaluesOnly)
                    .eigenvalues());
  }
  // In units of the standard deviations, where the square root loses no digits to the parameters' scales.
  const Eigen::VectorXd sigma = covariance.diagonal().cwiseMax(0).cwiseSqrt();
  const Eigen::VectorXd inverse = sigma.unaryExpr([](double s) { return s > 0 ? 1 / s : 0; });
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> correlation(inverse.asDiagonal() * covariance *
                                                                   inverse.asDiagonal());
  const Eigen::MatrixXd root = correlation.eigenvectors() *
                               correlation.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal() *
                               correlation.eigenvectors().transpose();
  const Eigen::MatrixXd scaled = sigma.asDiagonal() * H * sigma.asDiagonal();
  return with(
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(root * scaled * root, Eigen::EigenvaluesOnly).eigenvalues());
}

ExpectedError expected_mapping_error(const Camera& camera, const CovarianceEstimate& covariance,
                                     const MappingErrorOptions& options) {
  return expected_error(mapping_sensitivity(camera, options).H, covariance.matrix);
}

Eigen::MatrixXd sensitivity_of(const ResidualFunction& residual, const Eigen::VectorXd& parameters,
                               const Eigen::VectorXd& sigma) {
  if (sigma.size() != parameters.size()) {
    throw Error(ErrorCode::kBadOption, "there must be one sigma per parameter");
  }
  constexpr double kPart = 1e-2;  // of a standard deviation: far above rounding, far below what bends
  Eigen::MatrixXd j;
  for (Eigen::Index i = 0; i < parameters.size(); ++i) {
    const double step = kPart * (sigma[i] > 0 ? sigma[i] : std::max(1.0, std::abs(parameters[i])) * 1e-6);
    Eigen::VectorXd above = parameters;
    Eigen::VectorXd below = parameters;
    above[i] += step;
    below[i] -= step;
    const Eigen::VectorXd difference = residual(above) - residual(below);
    if (!difference.allFinite()) {
      throw Error(ErrorCode::kBadData,
                  "the residual function has no value near the parameters (parameter " + std::to_string(i) + ")");
    }
    if (j.size() == 0) j.resize(difference.size(), parameters.size());
    if (difference.size() != j.rows()) {
      throw Error(ErrorCode::kBadData, "the residual function must always return as many residuals");
    }
    j.col(i) = difference / (2 * step);
  }
  if (j.rows() == 0) throw Error(ErrorCode::kBadData, "the residual function returns no residuals");
  return j.transpose() * j / static_cast<double>(j.rows());
}

}  // namespace fiducia
