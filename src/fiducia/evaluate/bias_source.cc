#include "fiducia/evaluate/bias_source.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "fiducia/camera/linearize_points.h"
#include "fiducia/evaluate/image_pattern.h"

namespace fiducia {
namespace {

struct CornerNormal {
  Matrix3 normal = Matrix3::Zero();
  Vector3 gradient = Vector3::Zero();
  double squares = 0;
  int count = 0;
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
  const ImagePattern in_image = image_pattern(calibration, {20, 15});
  std::vector<CornerNormal> corners(target_points(calibration).size());
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
    }
  }
  BiasSource source;
  double left = in_image.squares;
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
  source.target_share = share(in_image.squares, left, coordinates, numbers);
  source.out_of_plane_m = numbers > 0 ? std::sqrt(out_of_plane / (numbers / 3)) : 0;
  source.image_share = share(in_image.squares, in_image.squares - in_image.explained, coordinates, in_image.numbers);
  return source;
}

}  // namespace fiducia
