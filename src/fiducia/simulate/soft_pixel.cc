#include "fiducia/simulate/soft_pixel.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace fiducia {
namespace {

using Matrix2 = Eigen::Matrix2d;

constexpr double kSoftReach = 5;        // standard deviations of a sample beyond which it sees nothing
constexpr double kMostCurvature = 0.1;  // keeps SoftEdge monotonic over its reach
constexpr double kEdgeOn = 0.9999;      // correlation of the two coordinates

/// One coordinate of the target around a pixel: x(d) = value + slope * direction . d + d' hessian d / 2.
struct Coordinate {
  double value;
  double slope;       // per pixel, along the direction in which it grows fastest
  Vector2 direction;  // unit
  Matrix2 hessian;

  Coordinate(const BoardStencil& stencil, int axis) {
    const auto at = [&](std::size_t i) { return stencil.at[i][axis]; };
    const double step = stencil.step_px;
    value = at(4);
    const Vector2 gradient(at(5) - at(3), at(7) - at(1));
    slope = gradient.norm() / (2 * step);
    direction = gradient.normalized();
    const double uv = (at(8) - at(6) - at(2) + at(0)) / 4;
    hessian << at(5) - 2 * value + at(3), uv, uv, at(7) - 2 * value + at(1);
    hessian /= step * step;
  }
  /// How far it may be from its value within a distance of the pixel.
  [[nodiscard]] double reach(double distance_px) const {
    return 1.05 * (slope * distance_px + 0.5 * hessian.cwiseAbs().sum() * distance_px * distance_px);
  }
};

/// One coordinate as a sample sees it that stands `offset` pixels from the pixel's centre.
class SampleEdge {
 public:
  SampleEdge(const Coordinate& coordinate, double soft_px)
      : coordinate_(coordinate),
        slope_change_(coordinate.hessian * coordinate.direction),
        curvature_(std::clamp(soft_px * coordinate.direction.dot(slope_change_) / coordinate.slope, -kMostCurvature,
                              kMostCurvature)),
        soft_px_(soft_px) {}

  [[nodiscard]] SoftEdge at(const Vector2& offset) const {
    const double value = coordinate_.value + coordinate_.slope * coordinate_.direction.dot(offset) +
                         0.5 * offset.dot(coordinate_.hessian * offset);
    // Never less than half: a mapping that bends so much is not a quadratic any more.
    const double slope = std::max(coordinate_.slope + slope_change_.dot(offset), 0.5 * coordinate_.slope);
    return {value, 1 / (slope * soft_px_), curvature_};
  }

 private:
  const Coordinate& coordinate_;
  Vector2 slope_change_;
  double curvature_;
  double soft_px_;
};

}  // namespace

std::optional<double> pixel_reflectance(const BoardStencil& stencil, const PatternGrid& pattern,
                                        const PointSpread& spread, double psf_px) {
  const Coordinate x(stencil, 0);
  const Coordinate y(stencil, 1);
  const double correlation = x.direction.dot(y.direction);
  if (!(std::abs(correlation) < kEdgeOn)) return std::nullopt;

  // In units of psf_px, the distances from the pixel's centre along the two directions have the covariance
  // [1 c; c 1]. A sample is soft along both independently, so the nodes have to bring what is left,
  // [1 - s, c; c, 1 - s], for which s must be less than 1 - |c|.
  const double soft_variance = spread.soft_variance * (1 - std::abs(correlation));
  const double soft_px = psf_px * std::sqrt(soft_variance);
  const double reach_px = psf_px * std::sqrt(1 - soft_variance) * spread.reach + kSoftReach * soft_px;
  const Vector2 centre(x.value, y.value);
  const Vector2 reach(x.reach(reach_px), y.reach(reach_px));
  if (const std::optional<double> value = pattern.uniform(centre - reach, centre + reach)) return value;

  const double along = std::sqrt(1 - soft_variance + correlation);
  const double across = std::sqrt(1 - soft_variance - correlation);
  Matrix2 root;  // of that covariance, the symmetric one
  root << along + across, along - across, along - across, along + across;
  Matrix2 directions;
  directions << x.direction.transpose(), y.direction.transpose();
  const Matrix2 offset_from_node = 0.5 * psf_px * directions.inverse() * root;

  const SampleEdge edge_x(x, soft_px);
  const SampleEdge edge_y(y, soft_px);
  double sum = 0;
  for (const PointSpread::Sample& sample : spread.samples) {
    const Vector2 offset = offset_from_node * sample.node;
    sum += sample.weight * pattern.average(edge_x.at(offset), edge_y.at(offset));
  }
  return sum;
}

}  // namespace fiducia
