#pragma once

#include <array>
#include <cmath>
#include <optional>

#include "fiducia/camera/model.h"
#include "fiducia/camera/quotient.h"
#include "fiducia/camera/unified.h"
#include "fiducia/core/lanes.h"

namespace fiducia {

/// Usenko, Demmel, Cremers: "The Double Sphere Camera Model", 3DV 2018.
struct DoubleSphere {
  static constexpr int kSize = 6;
  static constexpr std::array<ParameterInfo, 6> kParameters = {{{"fx", Moves::kU},
                                                                {"fy", Moves::kV},
                                                                {"cx", Moves::kU},
                                                                {"cy", Moves::kV},
                                                                {"xi", Moves::kBoth},
                                                                {"alpha", Moves::kBoth}}};
  static constexpr ModelInfo kInfo = {
      "double_sphere",
      kParameters,
      "wide and fisheye lenses, beyond 180 degrees too; closed-form inverse",
      "e = |(x, y, z)|, w = xi e + z, d = alpha |(x, y, w)| + (1 - alpha) w; u = fx x/d + cx, v = fy y/d + cy",
      "basalt ds; Kalibr ds",
      {75, 180}};

  template <class T>
  static auto computable(const double* p, const T& x, const T& y, const T& z) {
    return denominator(p, x, y, z) > T(0);
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
    const T xi = T(p[4]);
    const T alpha = T(p[5]);
    const T rr = x * x + y * y;
    const T e = sqrt(rr + z * z);
    const T w = xi * e + z;
    const T e2 = sqrt(rr + w * w);
    const T inv_e2 = T(1) / e2;
    const T d_w = alpha * w * inv_e2 + (T(1) - alpha);  // d d / d w
    const T lateral = alpha * inv_e2 + d_w * xi / e;
    const T d_point[3] = {x * lateral, y * lateral, d_w * (xi * z / e + T(1))};
    const T d_shape[2] = {d_w * e, e2 - w};
    differentiate_quotient(p, x, y, alpha * e2 + (T(1) - alpha) * w, d_point, d_shape, uv, d_theta, d_x);
  }

  static double limit(const double* /*p*/) { return 0; }  // the domain needs no number of its own
  /// The image grows along the ray fan as long as both of its steps do: the angle seen from the second sphere's
  /// centre (1 + xi cos > 0) and the projection from there. The paper's bound is the same for |xi| < 1, but knows
  /// nothing of the fold that a larger xi brings. With xi <= -1 the second centre lies in front of all rays.
  static bool in_domain(const double* p, double /*limit*/, const Vector3& x) {
    const double xi = p[4];
    const double e = x.norm();
    const double w = xi * e + x.z();
    const double e2 = std::hypot(x.x(), x.y(), w);
    return xi > -1 && e + xi * x.z() > 0 && computable(p, x.x(), x.y(), x.z()) && unified_grows(p[5], e2, w);
  }

  static std::optional<Vector3> unproject(const double* p, double limit, const Vector2& u) {
    const double a = (u.x() - p[2]) / p[0];
    const double b = (u.y() - p[3]) / p[1];
    const double xi = p[4];
    const double rr = a * a + b * b;
    const auto height = unified_height(p[5], rr);
    if (!height) return std::nullopt;
    const double m = *height;
    const double inner = m * m + (1 - xi * xi) * rr;
    if (inner < 0) return std::nullopt;
    const double scale = (m * xi + std::sqrt(inner)) / (m * m + rr);
    if (scale < 0) return std::nullopt;  // the line meets the sphere behind the second centre only
    const Vector3 ray = Vector3(scale * a, scale * b, scale * m - xi).normalized();
    if (!in_domain(p, limit, ray)) return std::nullopt;
    return ray;
  }

  static std::vector<double> initial_parameters(double f, double cx, double cy) {
    // Not xi = 0: there the derivative to xi is a combination of those to alpha and the focal length.
    return {0.8 * f, 0.8 * f, cx, cy, -0.2, 0.5};
  }
  static std::vector<std::vector<double>> initial_shapes(double f, double cx, double cy) {
    std::vector<std::vector<double>> lenses;
    for (const double xi : {-0.4, -0.2, -0.05, 0.1, 0.3, 0.7}) {
      for (const double alpha : {0.3, 0.6}) lenses.push_back({f * (1 + xi), f * (1 + xi), cx, cy, xi, alpha});
    }
    return lenses;
  }

 private:
  template <class T, class P>
  static T denominator(const P* p, const T& x, const T& y, const T& z) {
    using std::sqrt;
    const T rr = x * x + y * y;
    const T w = p[4] * sqrt(rr + z * z) + z;
    return p[5] * sqrt(rr + w * w) + (T(1) - p[5]) * w;
  }
};

}  // namespace fiducia
