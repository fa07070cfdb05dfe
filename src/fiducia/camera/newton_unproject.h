#pragma once

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <optional>

#include "fiducia/core/pose.h"

namespace fiducia {

/// The unit ray that projects to u, for a mapping of which only values and derivatives are known:
/// differentiate(ray, &pixel, &d_pixel_d_ray) -> bool. It walks from the optical axis' pixel to u, Newton's method
/// at every step of the walk, so that it stays on the branch that begins at the axis.
template <class Differentiate>
std::optional<Vector3> newton_unproject(const Vector2& u, const Differentiate& differentiate) {
  Vector3 ray(0, 0, 1);
  Vector2 at;
  Eigen::Matrix<double, 2, 3> d_ray;
  // The axis itself is a bad place for automatic derivatives of sqrt(x^2 + y^2).
  const Vector3 near_axis = Vector3(1e-6, 1e-6, 1).normalized();
  if (!differentiate(near_axis, &at, &d_ray)) return std::nullopt;
  ray = near_axis;
  const Vector2 from = at;

  const auto newton = [&](const Vector2& goal, int iterations, double tolerance) {
    for (int i = 0; i < iterations; ++i) {
      const Vector2 error = goal - at;
      if (error.norm() <= tolerance) return true;
      const Vector3 side = ray.unitOrthogonal();
      Eigen::Matrix<double, 3, 2> tangent;
      tangent << side, ray.cross(side);
      const Eigen::Matrix2d jacobian = d_ray * tangent;
      if (!(jacobian.determinant() > 0)) return false;  // over the fold: the stride was too long
      Vector2 step = jacobian.inverse() * error;
      if (step.norm() > 0.3) step *= 0.3 / step.norm();
      ray = (ray + tangent * step).normalized();
      if (!differentiate(ray, &at, &d_ray)) return false;
    }
    return (goal - at).norm() <= tolerance;
  };

  double done = 0;
  double stride = 1;
  while (done < 1) {
    const Vector3 kept_ray = ray;
    const Vector2 kept_at = at;
    const Eigen::Matrix<double, 2, 3> kept_d = d_ray;
    const double next = std::min(1.0, done + stride);
    const double tolerance = 1e-10;
    if (newton(from + next * (u - from), 12, tolerance)) {
      done = next;
      stride *= 2;
    } else {
      ray = kept_ray, at = kept_at, d_ray = kept_d;
      stride *= 0.5;
      if (stride < 1e-3) return std::nullopt;
    }
  }
  return ray;
}

}  // namespace fiducia
