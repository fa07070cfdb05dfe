#include "fiducia/evaluate/baselines.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "fiducia/core/error.h"
#include "fiducia/core/random.h"
#include "fiducia/core/statistics.h"
#include "fiducia/evaluate/mapping_grid.h"

namespace fiducia {
namespace {

// KLD, as in docs/method.md 6.
const GridOptions kKldCells{4, 4};
constexpr std::size_t kFewestCorners = 5;
constexpr int kKldBins = 8;
constexpr double kKldRange = 2.5;

int bin_of(double value, double range, int bins) {
  return std::clamp(static_cast<int>(std::floor((value + range) / (2 * range) * bins)), 0, bins - 1);
}

/// The standard normal at the centres of the bins, normalised.
std::array<double, kKldBins * kKldBins> gaussian_bins() {
  std::array<double, kKldBins * kKldBins> q{};
  double sum = 0;
  for (int i = 0; i < kKldBins * kKldBins; ++i) {
    const auto centre = [](int bin) { return -kKldRange + (bin + 0.5) * 2 * kKldRange / kKldBins; };
    const double u = centre(i % kKldBins);
    const double v = centre(i / kKldBins);
    q[static_cast<std::size_t>(i)] = std::exp(-0.5 * (u * u + v * v));
    sum += q[static_cast<std::size_t>(i)];
  }
  for (double& value : q) value /= sum;
  return q;
}

double cell_kld(const std::vector<Vector2>& residuals) {
  static const auto q = gaussian_bins();
  double mean_norm = 0;
  for (const Vector2& r : residuals) mean_norm += r.norm() / static_cast<double>(residuals.size());
  if (!(mean_norm > 0)) return std::numeric_limits<double>::quiet_NaN();
  const double scale = std::sqrt(std::numbers::pi / 2) / mean_norm;
  std::array<double, kKldBins * kKldBins> p{};
  for (const Vector2& r : residuals) {
    const int bin = bin_of(scale * r.y(), kKldRange, kKldBins) * kKldBins + bin_of(scale * r.x(), kKldRange, kKldBins);
    p[static_cast<std::size_t>(bin)] += 1 / static_cast<double>(residuals.size());
  }
  double kld = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] > 0) kld += p[i] * std::log(p[i] / q[i]);
  }
  return kld;
}

const GridOptions kEreGrid{5, 5};

void require_size(const Camera& camera, const Eigen::MatrixXd& covariance) {
  if (covariance.rows() == camera.model().size() && covariance.cols() == camera.model().size()) return;
  throw Error(ErrorCode::kBadOption, "the covariance has " + std::to_string(covariance.rows()) +
                                         " parameters, the camera " + std::to_string(camera.model().size()));
}

}  // namespace

double residual_kld(const Calibration& calibration) {
  require_converged(calibration, "the residuals' divergence");
  const ImageSize size = calibration.observations->image_size;
  std::vector<std::vector<Vector2>> cells(static_cast<std::size_t>(kKldCells.columns * kKldCells.rows));
  for (std::size_t j = 0; j < calibration.frames.size(); ++j) {
    const std::span<const double> r = calibration.residuals.frame(j);
    const std::vector<Corner>& corners = corners_of(calibration, calibration.frames[j]);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      cells[cell_of(size, kKldCells, corners[i].pixel)].emplace_back(r[2 * i], r[2 * i + 1]);
    }
  }
  std::vector<double> divergences;
  for (const auto& cell : cells) {
    if (cell.size() < kFewestCorners) continue;
    if (const double kld = cell_kld(cell); std::isfinite(kld)) divergences.push_back(kld);
  }
  return median(std::move(divergences));
}

double max_expected_reprojection_error(const Camera& camera, const Eigen::MatrixXd& covariance) {
  require_size(camera, covariance);
  const MappingGrid grid = mapping_grid(camera, kEreGrid);
  const Eigen::MatrixXd spread = grid.J_theta * covariance;
  double largest = 0;
  for (Eigen::Index i = 0; i + 1 < spread.rows(); i += 2) {
    largest =
        std::max(largest, spread.row(i).dot(grid.J_theta.row(i)) + spread.row(i + 1).dot(grid.J_theta.row(i + 1)));
  }
  return std::sqrt(largest);
}

double sampled_max_expected_reprojection_error(const Camera& camera, const Eigen::MatrixXd& covariance, int samples,
                                               std::uint64_t seed) {
  if (samples < 2) throw Error(ErrorCode::kBadOption, "maxERE needs at least 2 samples");
  require_size(camera, covariance);
  const MappingGrid grid = mapping_grid(camera, kEreGrid);
  const Eigen::LLT<Eigen::MatrixXd> llt(covariance);
  if (llt.info() != Eigen::Success) throw Error(ErrorCode::kBadData, "maxERE: the covariance is not positive definite");
  const Eigen::MatrixXd root = llt.matrixL();
  const Model& model = camera.model();
  const Eigen::Map<const Eigen::VectorXd> theta(camera.parameters().data(), model.size());
  Eigen::MatrixXd projections(2 * static_cast<Eigen::Index>(grid.rays.size()), samples);
  RandomStream random(seed);
  Eigen::VectorXd normal(model.size());
  for (int s = 0; s < samples; ++s) {
    for (double& value : normal) value = random.normal();
    const Eigen::VectorXd sample = theta + root * normal;
    for (std::size_t i = 0; i < grid.rays.size(); ++i) {
      projections.block<2, 1>(2 * static_cast<Eigen::Index>(i), s) = model.project(sample.data(), grid.rays[i]);
    }
  }
  const Eigen::VectorXd mean = projections.rowwise().mean();
  projections.colwise() -= mean;
  const Eigen::VectorXd variance = projections.rowwise().squaredNorm() / (samples - 1.0);
  double largest = 0;
  for (Eigen::Index i = 0; i + 1 < variance.size(); i += 2) largest = std::max(largest, variance[i] + variance[i + 1]);
  return std::sqrt(largest);
}

double observability(const Calibration& calibration, const Eigen::MatrixXd& H) {
  const Eigen::MatrixXd a = calibration.information.leading_matrix(frame_weights(calibration), H.rows());
  const Eigen::LLT<Eigen::MatrixXd> llt(a);
  if (llt.info() != Eigen::Success) return 0;
  // H d = nu A d has its largest nu where A d = lambda H d has its smallest lambda; A is the one that can be inverted.
  const Eigen::MatrixXd half = llt.matrixL().solve(H);
  const Eigen::MatrixXd whitened = llt.matrixL().solve(half.transpose());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(whitened, Eigen::EigenvaluesOnly);
  return 1 / eigen.eigenvalues().maxCoeff();
}

ResidualHistogram residual_histogram(std::span<const double> residuals, int bins, double range_sigmas) {
  if (bins < 1 || !(range_sigmas > 0)) throw Error(ErrorCode::kBadOption, "a histogram needs bins and a range");
  ResidualHistogram histogram;
  histogram.bins = bins;
  histogram.range_px = range_sigmas * std::max(mad_sigma(residuals), 1e-12);
  const double width = 2 * histogram.range_px / bins;
  const auto count = static_cast<std::size_t>(bins);
  std::vector<double> counts(count * count, 0.0);
  const double corners = static_cast<double>(residuals.size()) / 2;
  for (std::size_t i = 0; i + 1 < residuals.size(); i += 2) {
    const double u = residuals[i];
    const double v = residuals[i + 1];
    if (std::abs(u) >= histogram.range_px || std::abs(v) >= histogram.range_px) continue;
    const auto bin = [&](double r) { return static_cast<std::size_t>(bin_of(r, histogram.range_px, bins)); };
    counts[bin(v) * count + bin(u)] += 1 / (corners * width * width);
  }
  // Smoothed by (1 2 1)/4 both ways.
  histogram.density.assign(counts.size(), 0.0);
  constexpr std::array<double, 3> kKernel = {0.25, 0.5, 0.25};
  for (int row = 0; row < bins; ++row) {
    for (int column = 0; column < bins; ++column) {
      for (int dr = -1; dr <= 1; ++dr) {
        for (int dc = -1; dc <= 1; ++dc) {
          const int r = std::clamp(row + dr, 0, bins - 1);
          const int c = std::clamp(column + dc, 0, bins - 1);
          histogram.density[static_cast<std::size_t>(row) * count + static_cast<std::size_t>(column)] +=
              kKernel[static_cast<std::size_t>(dr + 1)] * kKernel[static_cast<std::size_t>(dc + 1)] *
              counts[static_cast<std::size_t>(r) * count + static_cast<std::size_t>(c)];
        }
      }
    }
  }
  return histogram;
}

}  // namespace fiducia
