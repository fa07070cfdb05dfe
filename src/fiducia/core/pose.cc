#include "fiducia/core/pose.h"

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <cmath>

namespace fiducia {

Pose Pose::operator*(const Pose& other) const {
  return {rotation * other.rotation, rotation * other.translation + translation};
}

Pose Pose::inverse() const { return {rotation.transpose(), -(rotation.transpose() * translation)}; }

Pose Pose::moved(const Vector6& step) const {
  return {rotation_exp(step.head<3>()) * rotation, translation + step.tail<3>()};
}

Vector3 Pose::rotation_vector() const { return rotation_log(rotation); }

Pose Pose::from_vectors(const Vector3& rotation_vector, const Vector3& translation) {
  return {rotation_exp(rotation_vector), translation};
}

Matrix3 rotation_exp(const Vector3& w) {
  const double angle_sq = w.squaredNorm();
  // sin(a)/a and (1 - cos(a))/a^2, by their series where the quotients lose digits.
  double a = 1 - angle_sq / 6;
  double b = 0.5 - angle_sq / 24;
  if (angle_sq > 1e-8) {
    const double angle = std::sqrt(angle_sq);
    a = std::sin(angle) / angle;
    b = 2 * std::pow(std::sin(angle / 2), 2) / angle_sq;
  }
  Matrix3 k;
  k << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0;
  return Matrix3::Identity() + a * k + b * k * k;
}

Vector3 rotation_log(const Matrix3& rotation) {
  Eigen::Quaterniond q(rotation);
  q.normalize();
  if (q.w() < 0) q.coeffs() = -q.coeffs();
  const double sine = q.vec().norm();
  if (sine < 1e-12) return 2 * q.vec();
  return 2 * std::atan2(sine, q.w()) / sine * q.vec();
}

Matrix3 renormalized(const Matrix3& rotation) { return Eigen::Quaterniond(rotation).normalized().toRotationMatrix(); }

Matrix3 nearest_rotation(const Matrix3& m) {
  const Eigen::JacobiSVD<Matrix3> svd(m, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Matrix3 u = svd.matrixU();
  if ((u * svd.matrixV().transpose()).determinant() < 0) u.col(2) = -u.col(2);
  return u * svd.matrixV().transpose();
}

}  // namespace fiducia
