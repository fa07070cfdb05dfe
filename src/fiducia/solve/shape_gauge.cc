#include "fiducia/solve/shape_gauge.h"

#include <cmath>
#include <numeric>

namespace fiducia {
namespace {

/// Pixels per metre of target: how strongly corners hold their places, roughly.
double pixels_per_metre(const std::vector<const Frame*>& frames, const std::vector<Vector3>& points) {
  double pixels = 0;
  double metres = 0;
  for (const Frame* frame : frames) {
    Vector2 mean_pixel = Vector2::Zero();
    Vector3 mean_point = Vector3::Zero();
    for (const Corner& corner : frame->corners) {
      mean_pixel += corner.pixel / static_cast<double>(frame->corners.size());
      mean_point += points[static_cast<std::size_t>(corner.id)] / static_cast<double>(frame->corners.size());
    }
    for (const Corner& corner : frame->corners) {
      pixels += (corner.pixel - mean_pixel).squaredNorm();
      metres += (points[static_cast<std::size_t>(corner.id)] - mean_point).squaredNorm();
    }
  }
  return std::sqrt(pixels / metres);
}

}  // namespace

Prior shape_gauge(const ShapeBasis& basis, const std::vector<const Frame*>& frames, const std::vector<double>& weights,
                  int global_size) {
  Prior gauge;
  if (basis.gauge().cols() == 0) return gauge;
  const double count =
      weights.empty() ? static_cast<double>(frames.size()) : std::accumulate(weights.begin(), weights.end(), 0.0);
  const double scale = pixels_per_metre(frames, basis.points(Eigen::VectorXd::Zero(basis.size())));
  gauge.rows = Eigen::MatrixXd::Zero(basis.gauge().cols(), global_size);
  gauge.rows.rightCols(basis.size()) = std::sqrt(count) * scale * basis.gauge().transpose();
  return gauge;
}

}  // namespace fiducia
