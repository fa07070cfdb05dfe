#include "fiducia/evaluate/bias_source.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "fiducia/camera/linearize_points.h"
#include "fiducia/evaluate/mapping_grid.h"

namespace fiducia {
namespace {

struct CornerNormal {
  Matrix3 normal = Matrix3::Zero();
  Vector3 gradient = Vector3::Zero();
  double squares = 0;
  int count = 0;
};

struct CellMean {
  Vector2 sum = Vector2::Zero();
  double weight = 0;
};

/// A displacement has three numbers; fewer frames than this say nothing about it.
constexpr int kFewestViews = 3;

/// The part of the variance that `numbers` fitted numbers explain, beyond what they would explain of noise.
double share(double squares, double left, double coordinates, double numbers) {
  if (!(squares > 0) || coordinates <= numbers) return 0;
  return std::max(0.0, 1 - left / (coordinates - numbers) * coordinates / squares);
}

}  // namespace

BiasSource bias_source(const Calibration& calibration) {
  require_converged(calibration, "the source of a bias");
  const GridOptions cells{20, 15};
  std::vector<CornerNormal> corners(target_points(calibration).size());
  std::vector<CellMean> means(static_cast<std::size_t>(cells.columns * cells.rows));
  double squares = 0;
  for (std::size_t j = 0; j < calibration.frames.size(); ++j) {
    const FrameFit& frame = calibration.frames[j];
    const std::span<const double> residuals = calibration.residuals.frame(j);
    std::vector<Vector3> points;
    const std::vector<Corner>& seen = corners_of(calibration, frame);
    for (const Corner& corner : seen) {
      points.push_back(frame.camera_from_target * target_points(calibration)[static_cast<std::size_t>(corner.id)]);
    }
    const Eigen::MatrixXd to_point = linearize_points(*calibration.camera, points).point;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const Vector2 r(residuals[2 * i], residuals[2 * i + 1]);
      const Eigen::Matrix<double, 2, 3> derivative =
          seen[i].weight * to_point.middleRows<2>(2 * static_cast<Eigen::Index>(i)) * frame.camera_from_target.rotation;
      CornerNormal& corner = corners[static_cast<std::size_t>(seen[i].id)];
      corner.normal += derivative.transpose() * derivative;
      corner.gradient += derivative.transpose() * r;
      corner.squares += r.squaredNorm();
      ++corner.count;
      CellMean& mean = means[cell_of(calibration.observations->image_size, cells, seen[i].pixel)];
      mean.sum += seen[i].weight * r;
      mean.weight += seen[i].weight * seen[i].weight;
      squares += r.squaredNorm();
    }
  }
  BiasSource source;
  double left = squares;
  double numbers = 0;
  double out_of_plane = 0;
  for (const CornerNormal& corner : corners) {
    if (corner.count < kFewestViews) continue;
    const Vector3 displacement = corner.normal.ldlt().solve(corner.gradient);
    left -= displacement.dot(corner.gradient);
    out_of_plane += displacement.z() * displacement.z();
    numbers += 3;
  }
  const auto coordinates = static_cast<double>(calibration.residuals.all().size());
  source.target_share = share(squares, left, coordinates, numbers);
  source.out_of_plane_m = numbers > 0 ? std::sqrt(out_of_plane / (numbers / 3)) : 0;
  left = squares;
  numbers = 0;
  for (const CellMean& mean : means) {
    if (mean.weight == 0) continue;
    left -= mean.sum.squaredNorm() / mean.weight;
    numbers += 2;
  }
  source.image_share = share(squares, left, coordinates, numbers);
  return source;
}

}  // namespace fiducia
