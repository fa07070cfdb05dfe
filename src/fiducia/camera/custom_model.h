#pragma once

#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "fiducia/camera/model.h"
#include "fiducia/camera/newton_unproject.h"
#include "fiducia/core/dual.h"
#include "fiducia/core/lanes.h"

namespace fiducia {

/// A user's own camera model, from nothing but its projection. `M` gives
///
///     static constexpr std::array<ParameterInfo, N> kParameters = ...;
///     static constexpr ModelInfo kInfo = {"name", kParameters, "lens", "equation", "known as"};
///     template <class T> static bool project(const T* theta, const T& x, const T& y, const T& z, T* uv);
///     static std::vector<double> initial_parameters(double f, double cx, double cy);
///
/// where `project` is false for a point that the formula has no value for. Derivatives are automatic, the inverse
/// is found by Newton's method, and the domain is where the formula has a value and the image does not fold.
/// examples/custom_model shows one.
template <class M>
class CustomModel final : public Model {
 public:
  static constexpr int kSize = static_cast<int>(M::kParameters.size());
  using Number = Dual<kSize + 3>;

  [[nodiscard]] const ModelInfo& info() const override { return M::kInfo; }
  [[nodiscard]] double limit(const double* /*theta*/) const override { return 0; }

  [[nodiscard]] bool computable(const double* theta, const Vector3& x) const override {
    Vector2 u;
    return M::project(theta, x.x(), x.y(), x.z(), u.data()) && u.allFinite();
  }
  [[nodiscard]] Vector2 project(const double* theta, const Vector3& x) const override {
    Vector2 u = Vector2::Constant(std::numeric_limits<double>::quiet_NaN());
    M::project(theta, x.x(), x.y(), x.z(), u.data());
    return u;
  }
  [[nodiscard]] bool in_domain(const double* theta, double /*limit*/, const Vector3& x) const override {
    if (!orientation_preserving(theta, x)) return false;
    const double lateral = std::hypot(x.x(), x.y());
    if (lateral == 0) return x.z() > 0;
    // The whole way from the axis counts: beyond a fold the mapping may preserve orientation again (turned by 180
    // degrees).
    constexpr int kSteps = 32;
    const double angle = std::atan2(lateral, x.z());
    for (int i = kSteps - 1; i >= 1; --i) {
      const double t = angle * i / kSteps;
      const double scale = std::sin(t) / lateral;
      if (!orientation_preserving(theta, {scale * x.x(), scale * x.y(), std::cos(t)})) return false;
    }
    return true;
  }
  [[nodiscard]] std::optional<Vector3> unproject(const double* theta, double limit, const Vector2& u) const override {
    const auto ray = newton_unproject(u, [&](const Vector3& x, Vector2* at, Eigen::Matrix<double, 2, 3>* d_x) {
      return differentiate(theta, x, at, nullptr, d_x);
    });
    if (!ray || !in_domain(theta, limit, *ray)) return std::nullopt;
    return ray;
  }
  [[nodiscard]] std::vector<double> initial_parameters(double f, double cx, double cy) const override {
    return M::initial_parameters(f, cx, cy);
  }

  bool linearize(const double* theta, int n, const double* x, const double* y, const double* z,
                 const ProjectionColumns& out) const override {
    Vector2 u;
    Eigen::Matrix<double, 2, kSize> d_theta;
    Eigen::Matrix<double, 2, 3> d_x;
    for (int i = 0; i < n; ++i) {
      if (!differentiate(theta, {x[i], y[i], z[i]}, &u, &d_theta, &d_x)) return false;
      for (int row = 0; row < 2; ++row) {
        out.pixel[row * out.stride + i] = u[row];
        for (int c = 0; c < kSize && out.parameters != nullptr; ++c)
          out.parameters[(2 * c + row) * out.stride + i] = d_theta(row, c);
        for (int c = 0; c < 3; ++c) out.point[(2 * c + row) * out.stride + i] = d_x(row, c);
      }
    }
    return true;
  }

 private:
  /// Seen from outside the camera, a mapping that does not fold keeps the orientation of a small triangle.
  static bool orientation_preserving(const double* theta, const Vector3& x) {
    Vector2 u;
    Eigen::Matrix<double, 2, 3> d_x;
    if (!differentiate(theta, x, &u, nullptr, &d_x)) return false;
    return d_x.row(0).transpose().cross(d_x.row(1).transpose()).dot(x) > 0;
  }

  static bool differentiate(const double* theta, const Vector3& x, Vector2* u, Eigen::Matrix<double, 2, kSize>* d_theta,
                            Eigen::Matrix<double, 2, 3>* d_x) {
    Number parameters[kSize];
    for (int i = 0; i < kSize; ++i) parameters[i] = Number::variable(theta[i], i);
    Number uv[2];
    if (!M::project(parameters, Number::variable(x.x(), kSize), Number::variable(x.y(), kSize + 1),
                    Number::variable(x.z(), kSize + 2), uv)) {
      return false;
    }
    for (int row = 0; row < 2; ++row) {
      (*u)[row] = uv[row].value;
      if (d_theta != nullptr) d_theta->row(row) = uv[row].gradient.template head<kSize>().transpose();
      if (d_x != nullptr) d_x->row(row) = uv[row].gradient.template tail<3>().transpose();
      if (!std::isfinite(uv[row].value) || !uv[row].gradient.allFinite()) return false;
    }
    return true;
  }
};

}  // namespace fiducia
