#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "fiducia/data/target.h"

namespace fiducia {

/// Which way the printed side looks. Boards have x right and y down seen from their front, so that z points into them
/// (-1: the front looks along -z); a tag grid has, as Kalibr's, y up and z towards who looks at it (+1).
[[nodiscard]] int front_direction(const Target& target);

/// The surface that a target is printed on: the plane z = 0, or a paraboloid that stands +bend_m out towards z at the
/// middle of the box around the target's points and 0 at the box's corners; `more` adds x^2, xy and y^2 times its
/// numbers (m), x and y in half sides of that box from its middle. It goes on beyond the points.
class TargetSurface {
 public:
  TargetSurface(const Target& target, double bend_m, const Vector3& more = Vector3::Zero());

  /// The height z at (x, y) of the target's frame.
  [[nodiscard]] double height(double x, double y) const {
    const double ux = (x - centre_.x()) * scale_.x();
    const double uy = (y - centre_.y()) * scale_.y();
    return middle_ + form(ux, uy, ux, uy);
  }
  [[nodiscard]] Vector3 at(double x, double y) const { return {x, y, height(x, y)}; }
  /// The unit normal that points out of the printed side.
  [[nodiscard]] Vector3 front_normal(double x, double y) const;

  /// Where the ray origin + s direction, s > 0, comes through the surface from its printed side. In closed form: a
  /// paraboloid is met at the roots of a quadratic, and at most one of them is an entry from the front.
  [[nodiscard]] std::optional<Vector2> seen_at(const Vector3& origin, const Vector3& direction) const {
    const double ux = (origin.x() - centre_.x()) * scale_.x();
    const double uy = (origin.y() - centre_.y()) * scale_.y();
    const double vx = direction.x() * scale_.x();
    const double vy = direction.y() * scale_.y();
    // z - height along the ray is a s^2 + b s + c.
    const double a = -form(vx, vy, vx, vy);
    const double b = direction.z() - 2 * form(ux, uy, vx, vy);
    const double c = origin.z() - middle_ - form(ux, uy, ux, uy);
    const double s = root(a, b, c);
    if (!(s > 0)) return std::nullopt;
    return Vector2(origin.x() + s * direction.x(), origin.y() + s * direction.y());
  }

 private:
  /// The root at which the parabola rises (front towards -z) or falls, in the form that does not cancel; 0 for none.
  [[nodiscard]] double root(double a, double b, double c) const {
    const double rise = -front_;
    if (a == 0) return rise * b > 0 ? -c / b : 0;
    const double square = b * b - 4 * a * c;
    if (!(square > 0)) return 0;
    const double slope = rise * std::sqrt(square);
    return rise * b > 0 ? -2 * c / (b + slope) : (slope - b) / (2 * a);
  }

  /// The symmetric bilinear form whose squares are the heights over the middle's.
  [[nodiscard]] double form(double ax, double ay, double bx, double by) const {
    return xx_ * ax * bx + 0.5 * xy_ * (ax * by + ay * bx) + yy_ * ay * by;
  }

  Vector2 centre_;
  Vector2 scale_;  // one over half the sides of the box
  double middle_;
  double xx_;
  double xy_;
  double yy_;
  double front_;
};

/// The target's points on its bent surface.
[[nodiscard]] std::vector<Vector3> bent_points(const Target& target, double bend_m,
                                               const Vector3& more = Vector3::Zero());

}  // namespace fiducia
