#pragma once

#include <array>
#include <cmath>
#include <optional>

#include "fiducia/camera/model.h"
#include "fiducia/camera/quotient.h"
#include "fiducia/camera/unified.h"
#include "fiducia/core/lanes.h"

namespace fiducia {

/// Khomutenko, Garcia, Martinet: "An Enhanced Unified Camera Model", RA-L 2016.
struct Eucm {
  static constexpr int kSize = 6;
  static constexpr std::array<ParameterInfo, 6> kParameters = {{{"fx", Moves::kU},
                                                                {"fy", Moves::kV},
                                                                {"cx", Moves::kU},
                                                                {"cy", Moves::kV},
                                                                {"alpha", Moves::kBoth},
                                                                {"beta", Moves::kBoth}}};
  static constexpr ModelInfo kInfo = {
      "eucm",
      kParameters,
      "wide and fisheye lenses up to about 180 degrees; closed-form inverse",
      "e = sqrt(beta (x^2 + y^2) + z^2), d = alpha e + (1 - alpha) z; u = fx x/d + cx, v = fy y/d + cy",
      "basalt eucm; Kalibr eucm",
      {75, 180}};

  template <class T>
  static auto computable(const double* p, const T& x, const T& y, const T& z) {
    const T e2 = p[5] * (x * x + y * y) + z * z;
    return (e2 > T(0)) & (denominator(p, x, y, z) > T(0));
  }

  template <class T, class P>
  static void project(const P* p, const T& x, const T& y, const T& z, T* uv) {
    const T d = denominator(p, x, y, z);
    uv[0] = p[0] * (x / d) + p[2];
    uv[1] = p[1] * (y / d) + p[3];
  }

  template <class T>
  static void differentiate(const double* p, const T& x, const T& y, const T& z, T* uv, T* d_theta, T* d_x) {
    using std::sqrt;
    const T alpha = T(p[4]);
    const T beta = T(p[5]);
    const T rr = x * x + y * y;
    const T e = sqrt(beta * rr + z * z);
    const T inv_e = T(1) / e;
    const T lateral = alpha * beta * inv_e;
    const T d_point[3] = {x * lateral, y * lateral, alpha * z * inv_e + (T(1) - alpha)};
    const T d_shape[2] = {e - z, T(0.5) * alpha * rr * inv_e};
    differentiate_quotient(p, x, y, alpha * e + (T(1) - alpha) * z, d_point, d_shape, uv, d_theta, d_x);
  }

  static double limit(const double* /*p*/) { return 0; }  // the domain needs no number of its own
  static bool in_domain(const double* p, double /*limit*/, const Vector3& x) {
    if (!computable(p, x.x(), x.y(), x.z())) return false;
    const double e = std::sqrt(p[5] * (x.x() * x.x() + x.y() * x.y()) + x.z() * x.z());
    return unified_grows(p[4], e, x.z());
  }

  static std::optional<Vector3> unproject(const double* p, double limit, const Vector2& u) {
    const double a = (u.x() - p[2]) / p[0];
    const double b = (u.y() - p[3]) / p[1];
    const auto height = unified_height(p[4], p[5] * (a * a + b * b));
    if (!height) return std::nullopt;
    const Vector3 ray = Vector3(a, b, *height).normalized();
    if (!in_domain(p, limit, ray)) return std::nullopt;
    return ray;
  }

  static std::vector<double> initial_parameters(double f, double cx, double cy) { return {f, f, cx, cy, 0.5, 1}; }

 private:
  template <class T, class P>
  static T denominator(const P* p, const T& x, const T& y, const T& z) {
    using std::sqrt;
    return p[4] * sqrt(p[5] * (x * x + y * y) + z * z) + (T(1) - p[4]) * z;
  }
};

}  // namespace fiducia
