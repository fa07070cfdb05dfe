#include "fiducia/evaluate/rig_triangulation_map.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/evaluate/rig_pair_geometry.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// The columns that span what small rotations about the first camera do to all points.
MatrixXd rotation_basis(const std::vector<PairPoint>& points) {
  MatrixXd turns(3 * static_cast<Index>(points.size()), 3);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector3& x = points[i].point;
    turns.middleRows<3>(3 * static_cast<Index>(i)) << 0, x.z(), -x.y(), -x.z(), 0, x.x(), x.y(), -x.x(), 0;
  }
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(turns);
  return qr.householderQ() * MatrixXd::Identity(turns.rows(), qr.rank());
}

}  // namespace

TriangulationMap triangulation_map(const RigCalibration& rig, const RigUncertainty& uncertainty, std::size_t a,
                                   std::size_t b, double distance_m, double noise_a_px, double noise_b_px, int columns,
                                   int rows) {
  constexpr double kMillimetres = 1000;
  const auto cells = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  TriangulationMap map{distance_m, columns, rows, std::vector<double>(cells, nothing),
                       std::vector<double>(cells, nothing)};
  const std::vector<PairPoint> points = pair_points(rig, a, b, distance_m, columns, rows);
  if (points.empty()) return map;
  MatrixXd J(3 * static_cast<Index>(points.size()), points.front().triangulated.cols());
  for (std::size_t i = 0; i < points.size(); ++i) {
    J.middleRows<3>(3 * static_cast<Index>(i)) = points[i].triangulated;
  }
  const MatrixXd basis = rotation_basis(points);
  J -= basis * (basis.transpose() * J);
  const MatrixXd spread = J * uncertainty.covariance();
  const Camera& camera = rig.cameras[a].camera;
  const ImageSize size = camera.image_size();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto pixel = camera.project(points[i].point);
    if (!pixel) continue;
    const auto cell_of = [](double at, int length, int count) {
      return std::clamp(static_cast<int>((at + 0.5) * count / length), 0, count - 1);
    };
    const auto cell = static_cast<std::size_t>(cell_of(pixel->y(), size.height, rows) * columns +
                                               cell_of(pixel->x(), size.width, columns));
    const auto row = 3 * static_cast<Index>(i);
    const double variance = spread.middleRows<3>(row).cwiseProduct(J.middleRows<3>(row)).sum();
    const double noise = noise_a_px * noise_a_px * points[i].by_pixels.leftCols<2>().squaredNorm() +
                         noise_b_px * noise_b_px * points[i].by_pixels.rightCols<2>().squaredNorm();
    map.calibration_mm[cell] = kMillimetres * std::sqrt(std::max(variance, 0.0));
    map.noise_mm[cell] = kMillimetres * std::sqrt(noise);
  }
  return map;
}

}  // namespace fiducia
