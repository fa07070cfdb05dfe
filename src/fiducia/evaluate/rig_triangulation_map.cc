#include "fiducia/evaluate/rig_triangulation_map.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

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

/// What instants do to each point, squared.
std::vector<double> squares_by_chance(const InfluencedRig& rig, const std::vector<PairPoint>& points) {
  MatrixXd J(3 * static_cast<Index>(points.size()), points.front().triangulated.cols());
  for (std::size_t i = 0; i < points.size(); ++i) {
    J.middleRows<3>(3 * static_cast<Index>(i)) = points[i].triangulated;
  }
  MatrixXd pulls = rig.pulls(J, 1);
  const MatrixXd basis = rotation_basis(points);
  pulls -= basis * (basis.transpose() * pulls);
  std::vector<double> squares;
  for (std::size_t i = 0; i < points.size(); ++i) {
    squares.push_back(pulls.middleRows<3>(3 * static_cast<Index>(i)).squaredNorm());
  }
  return squares;
}

/// How far from each point the other rig triangulates its pixels, after the best rotation, squared; 0 where it does
/// not.
std::vector<double> squares_to(const RigGeometry& best, std::size_t a, std::size_t b,
                               const std::vector<PairPoint>& points) {
  std::vector<std::optional<PairPoint>> others;
  Matrix3 together = Matrix3::Zero();
  for (const PairPoint& one : points) {
    others.push_back(pair_point(best, a, b, one.pixel_a, one.pixel_b));
    if (others.back()) together += others.back()->point * one.point.transpose();
  }
  const Matrix3 turn = nearest_rotation(together);
  std::vector<double> squares;
  for (std::size_t i = 0; i < points.size(); ++i) {
    squares.push_back(others[i] ? (turn * points[i].point - others[i]->point).squaredNorm() : 0);
  }
  return squares;
}

/// Scaled to a root mean square, and added.
void add_scaled(const std::vector<double>& squares, double rms, std::vector<double>* sums) {
  double mean = 0;
  for (const double square : squares) mean += square / static_cast<double>(squares.size());
  if (mean == 0) return;
  for (std::size_t i = 0; i < squares.size(); ++i) (*sums)[i] += rms * rms * squares[i] / mean;
}

}  // namespace

TriangulationMap triangulation_map(const InfluencedRig& rig, const RigGeometry* best, std::size_t a, std::size_t b,
                                   const TriangulationError& error, double noise_a_px, double noise_b_px, int columns,
                                   int rows) {
  constexpr double kMillimetres = 1000;
  const auto cells = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  TriangulationMap map{error.distance_m, columns, rows, std::vector<double>(cells, nothing),
                       std::vector<double>(cells, nothing)};
  const std::vector<PairPoint> points = pair_points(rig.geometry, a, b, error.distance_m, columns, rows);
  if (points.empty()) return map;
  std::vector<double> squares(points.size());
  add_scaled(squares_by_chance(rig, points), error.calibration.random, &squares);
  if (best != nullptr) add_scaled(squares_to(*best, a, b, points), error.calibration.systematic, &squares);
  const ImageSize size = rig.geometry.cameras[a].image_size();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto cell_of = [](double at, int length, int count) {
      return std::clamp(static_cast<int>((at + 0.5) * count / length), 0, count - 1);
    };
    const Vector2& pixel = points[i].pixel_a;
    const auto cell = static_cast<std::size_t>(cell_of(pixel.y(), size.height, rows) * columns +
                                               cell_of(pixel.x(), size.width, columns));
    const double noise = noise_a_px * noise_a_px * points[i].by_pixels.leftCols<2>().squaredNorm() +
                         noise_b_px * noise_b_px * points[i].by_pixels.rightCols<2>().squaredNorm();
    map.calibration_mm[cell] = std::sqrt(squares[i]);
    map.noise_mm[cell] = kMillimetres * std::sqrt(noise);
  }
  return map;
}

}  // namespace fiducia
