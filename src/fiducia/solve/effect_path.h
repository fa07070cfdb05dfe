#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include "fiducia/camera/disturbed_projection.h"
#include "fiducia/camera/pupil.h"
#include "fiducia/solve/effect_layout.h"

namespace fiducia {

inline Matrix3 cross_matrix(const Vector3& w) {
  Matrix3 k;
  k << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0;
  return k;
}

/// Turns exp(s w) of points, each with an s of its own.
class ShutterTurns {
 public:
  explicit ShutterTurns(const Vector3& w) : angle_(w.norm()), cross_(cross_matrix(w)), square_(cross_ * cross_) {}

  struct Turned {
    Matrix3 turn;
    Vector3 point;
    Matrix3 by_w;
  };
  /// exp(s w) x, and how it moves with w.
  [[nodiscard]] Turned turned(double s, const Vector3& x) const {
    const double angle = s * angle_;
    const double half = std::sin(0.5 * angle);
    // sin(a) / a and (1 - cos(a)) / a^2, which are 1 and 1/2 to rounding where hardly anything turns.
    constexpr double kHardlyAny = 1e-8;
    const bool turns = angle > kHardlyAny || angle < -kHardlyAny;
    const double first = turns ? std::sin(angle) / angle : 1;
    const double second = turns ? 2 * half * half / (angle * angle) : 0.5;
    Turned result;
    result.turn = Matrix3::Identity() + first * s * cross_ + second * s * s * square_;
    result.point = result.turn * x;
    // The left Jacobian of the rotation, by its series: the angles are small.
    const Matrix3 jacobian = Matrix3::Identity() + 0.5 * s * cross_ + s * s / 6 * square_;
    result.by_w = -s * cross_matrix(result.point) * jacobian;
    return result;
  }

 private:
  double angle_;
  Matrix3 cross_;
  Matrix3 square_;
};

/// What happens to all corners of a frame on their way.
struct FrameReadout {
  ShutterTurns rows;
  ShutterTurns columns;
  Vector2 pupil;

  explicit FrameReadout(const Disturbance& d) : rows(d.turn_rows), columns(d.turn_columns), pupil(d.pupil) {}
};

/// A corner on its way from the target into the camera, with the derivatives that the effects need.
struct EffectPath {
  Vector3 arm;                             // the target's point, turned only
  Vector3 point;                           // that the lens sees
  Matrix3 by_point = Matrix3::Identity();  // d point / d (arm + translation)
  Matrix3 by_rows = Matrix3::Zero();       // d point / d turn_rows
  Matrix3 by_columns = Matrix3::Zero();    // d point / d turn_columns
  Vector2 by_pupil = Vector2::Zero();      // d point.z / d pupil

  EffectPath(const EffectLayout& layout, const Pose& pose, const Vector3& on_target, const FrameReadout& readout,
             const Vector2& place) {
    arm = pose.rotation * on_target;
    point = arm + pose.translation;
    if (layout.has(Effect::kShutterColumns)) {
      const ShutterTurns::Turned columns = readout.columns.turned(place.x(), point);
      point = columns.point;
      by_point = columns.turn;
      by_columns = columns.by_w;
    }
    if (layout.has(Effect::kShutter)) {
      const ShutterTurns::Turned rows = readout.rows.turned(place.y(), point);
      point = rows.point;
      by_point = rows.turn * by_point;
      by_columns = rows.turn * by_columns;
      by_rows = rows.by_w;
    }
    if (!layout.has(Effect::kPupil)) return;
    const std::optional<ThroughPupil> seen = through_pupil(readout.pupil, point);
    if (!seen) {
      point.setConstant(std::numeric_limits<double>::quiet_NaN());  // no lens sees it
      return;
    }
    by_pupil = seen->z_by_pupil;
    Matrix3 stretch = Matrix3::Identity();
    stretch.row(2) = seen->z_by_point;
    by_point = stretch * by_point;
    by_rows = stretch * by_rows;
    by_columns = stretch * by_columns;
    point = seen->point;
  }
};

}  // namespace fiducia
