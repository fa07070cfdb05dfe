#include "fiducia/evaluate/systematic_error.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "fiducia/camera/linearize_points.h"
#include "fiducia/core/distributions.h"
#include "fiducia/core/random.h"
#include "fiducia/evaluate/mapping_difference.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The difference and the frames' pulls at both cameras, at the common points: two rows each, times the root of the
/// weight over the sum of all, so that squared norms are means per coordinate.
struct CommonGrid : ComparedResults {
  int points = 0;
  int without_ray = 0;
};

MatrixXd pulls(const MatrixXd& j, const MatrixXd& influences, Index frames) {
  return influences.cols() > 0 ? MatrixXd(j * influences) : MatrixXd::Zero(j.rows(), frames);
}

CommonGrid common_grid(const InfluencedCamera& lean, const InfluencedCamera& rich, const MappingErrorOptions& options) {
  // From the lean camera's pixels: what somebody who trusts it does. (The other way round a polynomial that is used far
  // beyond its corners would be off by thousands of pixels that no image has.)
  const MappingDifference apart = mapping_difference(rich.camera, lean.camera, options.grid);
  const Matrix3 rotation = options.compensate_rotation ? apart.rotation : Matrix3::Identity();
  const MappingOffset& offset = options.compensate_rotation ? apart.compensated : apart.plain;
  CommonGrid grid;
  std::vector<Vector3> rays;
  std::vector<Vector3> turned;
  std::vector<double> weights;
  std::vector<Vector2> differences;
  for (const MappingArrow& arrow : offset.map) {
    if (!arrow.comparable) continue;
    const std::optional<Vector3> ray = lean.camera.unproject(arrow.pixel);
    if (!ray) continue;
    rays.push_back(*ray);
    turned.push_back(rotation * *ray);
    weights.push_back(options.grid.region ? options.grid.region(arrow.pixel) : 1);
    differences.push_back(arrow.difference);
  }
  grid.points = static_cast<int>(rays.size());
  grid.without_ray = apart.without_ray;
  const MatrixXd of_lean = linearize_points(lean.camera, rays).theta;
  const ProjectionDerivatives of_rich = linearize_points(rich.camera, turned);
  const Index frames = std::max(lean.influences.cols(), rich.influences.cols());
  grid.lean = pulls(of_lean, lean.influences, frames);
  grid.rich = pulls(of_rich.theta, rich.influences, frames);
  grid.difference.resize(2 * grid.points);
  for (Index i = 0; i < grid.points; ++i) grid.difference.segment<2>(2 * i) = -differences[static_cast<std::size_t>(i)];
  double sum = 0;
  for (const double weight : weights) sum += 2 * weight;
  MatrixXd j_omega = rotation_derivatives(turned, of_rich.point);
  for (Index i = 0; i < 2 * grid.points; ++i) {
    const double scale = std::sqrt(weights[static_cast<std::size_t>(i / 2)] / sum);
    grid.difference[i] *= scale;
    grid.lean.row(i) *= scale;
    grid.rich.row(i) *= scale;
    j_omega.row(i) *= scale;
  }
  if (options.compensate_rotation) {
    const Eigen::LDLT<Matrix3> normal(j_omega.transpose() * j_omega);
    for (MatrixXd* part : {&grid.lean, &grid.rich})
      *part -= j_omega * MatrixXd(normal.solve(j_omega.transpose() * *part));
  }
  return grid;
}

/// The 95% quantile of || D + s C z ||^2 with standard normal z and s^2 = nu / chi^2_nu: by drawing, always the same.
double bound_of_sum(const VectorXd& difference, const MatrixXd& pulls, double degrees) {
  constexpr std::size_t kScales = 500;
  constexpr std::size_t kEach = 8;
  constexpr double kNegligible = 1e-6;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(pulls.transpose() * pulls);
  const VectorXd along = eigen.eigenvectors().transpose() * (pulls.transpose() * difference);
  std::vector<std::pair<double, double>> terms;  // lambda, sqrt(lambda) a
  for (Index i = 0; i < eigen.eigenvalues().size(); ++i) {
    const double lambda = eigen.eigenvalues()[i];
    if (lambda > kNegligible * eigen.eigenvalues().maxCoeff()) terms.emplace_back(lambda, along[i]);
  }
  const ChiSquared chi(std::max(degrees, 1.0));
  RandomStream random(1);
  std::vector<double> draws;
  for (std::size_t i = 0; i < kScales; ++i) {
    const double u = (static_cast<double>(i) + 0.5) / kScales;
    const double s = std::sqrt(std::max(degrees, 1.0) / boost::math::quantile(chi, u));
    for (std::size_t k = 0; k < kEach; ++k) {
      double sum = difference.squaredNorm();
      for (const auto& [lambda, part] : terms) {
        const double y = random.normal();
        sum += s * y * (2 * part + s * y * lambda);
      }
      draws.push_back(sum);
    }
  }
  const auto at = draws.begin() + static_cast<std::ptrdiff_t>(0.95 * static_cast<double>(draws.size()));
  std::nth_element(draws.begin(), at, draws.end());
  return *at;
}

}  // namespace

SystematicError systematic_error(const ComparedResults& results, double rich_degrees, WithBound bound) {
  const MatrixXd apart = results.lean - results.rich;
  SystematicError result;
  result.difference = results.difference.squaredNorm();
  result.noise = apart.squaredNorm();
  result.lean_random = results.lean.squaredNorm();
  result.rich_random = results.rich.squaredNorm();
  const double excess = result.difference - result.noise;
  result.bias = std::max(0.0, excess);
  result.total = result.lean_random + result.bias;
  // K is || b + e ||^2: its variance is 4 b'Sigma b + 2 tr Sigma^2.
  const double squares = (apart.transpose() * apart).squaredNorm();
  const double along = std::max(0.0, (apart.transpose() * results.difference).squaredNorm() - squares);
  const double deviation = std::sqrt(4 * along + 2 * squares);
  const StudentsT student(std::max(rich_degrees, 1.0));
  const double t = boost::math::quantile(student, 0.975);
  result.bias_confidence = deviation > 0 ? boost::math::cdf(student, excess / deviation) : 0;
  result.bias_ci95 = {std::max(0.0, excess - t * deviation), std::max(0.0, excess + t * deviation)};
  if (bound == WithBound::kYes) result.bound95 = bound_of_sum(results.difference, results.rich, rich_degrees);
  return result;
}

ComparedResults compare_cameras(const InfluencedCamera& lean, const InfluencedCamera& rich,
                                const MappingErrorOptions& options) {
  return common_grid(lean, rich, options);
}

SystematicError systematic_error(const InfluencedCamera& lean, const InfluencedCamera& rich, double rich_degrees,
                                 const MappingErrorOptions& options, WithBound bound) {
  const CommonGrid grid = common_grid(lean, rich, options);
  SystematicError result = systematic_error(grid, rich_degrees, bound);
  result.points = grid.points;
  result.without_ray = grid.without_ray;
  return result;
}

}  // namespace fiducia
