#pragma once

#include <Eigen/Core>

namespace fiducia {

using Vector2 = Eigen::Vector2d;
using Vector3 = Eigen::Vector3d;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix3 = Eigen::Matrix3d;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

/// A rigid motion, x_to = R x_from + t. In this library a pose of a target is `camera_from_target`.
struct Pose {
  Matrix3 rotation = Matrix3::Identity();
  Vector3 translation = Vector3::Zero();

  [[nodiscard]] Vector3 operator*(const Vector3& x) const { return rotation * x + translation; }
  [[nodiscard]] Pose operator*(const Pose& other) const;
  [[nodiscard]] Pose inverse() const;

  /// The pose after the small motion (w, dt): R <- exp(w) R, t <- t + dt. This is the perturbation that every
  /// derivative with respect to a pose refers to.
  [[nodiscard]] Pose moved(const Vector6& step) const;

  [[nodiscard]] Vector3 rotation_vector() const;
  [[nodiscard]] static Pose from_vectors(const Vector3& rotation_vector, const Vector3& translation);
};

/// exp: rotation vector (axis times angle, radians) -> rotation matrix.
[[nodiscard]] Matrix3 rotation_exp(const Vector3& w);
/// log: rotation matrix -> rotation vector with an angle in [0, pi].
[[nodiscard]] Vector3 rotation_log(const Matrix3& rotation);
/// A rotation matrix that many small steps have let drift by rounding, made orthogonal again.
[[nodiscard]] Matrix3 renormalized(const Matrix3& rotation);
/// The rotation nearest to `m` in the Frobenius norm.
[[nodiscard]] Matrix3 nearest_rotation(const Matrix3& m);

}  // namespace fiducia
