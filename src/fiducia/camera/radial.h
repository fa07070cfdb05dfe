#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "fiducia/camera/invert.h"
#include "fiducia/camera/model.h"
#include "fiducia/camera/polynomial.h"

namespace fiducia {

/// The paper's C(5), C(6), C(7): a pinhole with N coefficients of radial distortion.
template <int N>
struct Radial {
  static_assert(N >= 1 && N <= 3);
  static constexpr int kSize = 4 + N;
  static constexpr auto kParameters = [] {
    constexpr std::array<ParameterInfo, 7> kAll = {{{"fx", Moves::kU},
                                                    {"fy", Moves::kV},
                                                    {"cx", Moves::kU},
                                                    {"cy", Moves::kV},
                                                    {"k1", Moves::kBoth},
                                                    {"k2", Moves::kBoth},
                                                    {"k3", Moves::kBoth}}};
    std::array<ParameterInfo, static_cast<std::size_t>(kSize)> names{};
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = kAll[i];
    return names;
  }();
  static constexpr ModelInfo kInfo = {
      N == 1   ? "radial1"
      : N == 2 ? "radial2"
               : "radial3",
      kParameters,
      N == 1   ? "long lenses with little distortion"
      : N == 2 ? "ordinary lenses"
               : "ordinary to moderately wide lenses",
      N == 1   ? "a = x/z, b = y/z, s = a^2 + b^2; u = fx a (1 + k1 s) + cx, v alike"
      : N == 2 ? "a = x/z, b = y/z, s = a^2 + b^2; u = fx a (1 + k1 s + k2 s^2) + cx, v alike"
               : "a = x/z, b = y/z, s = a^2 + b^2; u = fx a (1 + k1 s + k2 s^2 + k3 s^3) + cx, v alike",
      N == 1 ? "the paper's C(5); COLMAP SIMPLE_RADIAL with fx = fy; OpenCV with all but k1 held at zero"
      : N == 2
          ? "the paper's C(6); COLMAP RADIAL with fx = fy; Zhang's model without skew; MATLAB with two coefficients"
          : "the paper's C(7); MATLAB with three coefficients; OpenCV with CALIB_ZERO_TANGENT_DIST",
      {0, 75}};

  template <class T>
  static auto computable(const double* /*p*/, const T& /*x*/, const T& /*y*/, const T& z) {
    return z > T(0);
  }

  template <class T, class P>
  static void project(const P* p, const T& x, const T& y, const T& z, T* uv) {
    const T a = x / z;
    const T b = y / z;
    const T s = a * a + b * b;
    T g = p[4 + N - 1] * s;
    for (int i = N - 2; i >= 0; --i) g = s * (g + p[4 + i]);
    g = g + T(1);
    uv[0] = p[0] * (a * g) + p[2];
    uv[1] = p[1] * (b * g) + p[3];
  }

  template <class T>
  static void differentiate(const double* p, const T& x, const T& y, const T& z, T* uv, T* d_theta, T* d_x) {
    const T inv = T(1) / z;
    const T a = x * inv;
    const T b = y * inv;
    const T s = a * a + b * b;
    T g = T(p[3 + N]);  // g(s) = 1 + k1 s + ..., and its slope, by Horner's rule
    T slope = T(N * p[3 + N]);
    for (int i = N - 1; i >= 1; --i) {
      g = g * s + T(p[3 + i]);
      slope = slope * s + T(i * p[3 + i]);
    }
    g = g * s + T(1);
    const T fx = T(p[0]);
    const T fy = T(p[1]);
    const T u = a * g;
    const T v = b * g;
    uv[0] = fx * u + T(p[2]);
    uv[1] = fy * v + T(p[3]);
    d_theta[0] = u, d_theta[1] = T(0);
    d_theta[2] = T(0), d_theta[3] = v;
    d_theta[4] = T(1), d_theta[5] = T(0);
    d_theta[6] = T(0), d_theta[7] = T(1);
    T u_power = fx * a * s;
    T v_power = fy * b * s;
    for (int i = 0; i < N; ++i) {
      d_theta[8 + 2 * i] = u_power, d_theta[9 + 2 * i] = v_power;
      u_power = u_power * s;
      v_power = v_power * s;
    }
    const T two_slope = slope + slope;
    const T cross = a * b * two_slope;
    const T u_a = fx * inv * (g + a * a * two_slope);
    const T u_b = fx * inv * cross;
    const T v_a = fy * inv * cross;
    const T v_b = fy * inv * (g + b * b * two_slope);
    d_x[0] = u_a, d_x[1] = v_a;
    d_x[2] = u_b, d_x[3] = v_b;
    d_x[4] = -(a * u_a + b * u_b), d_x[5] = -(a * v_a + b * v_b);
  }

  /// The squared radius where r (1 + k1 r^2 + ...) stops growing.
  static double limit(const double* p) {
    std::array<double, N + 1> slope{1};
    for (int i = 1; i <= N; ++i) slope[static_cast<std::size_t>(i)] = (2 * i + 1) * p[3 + i];
    const double root = smallest_root(slope, kFarSquared);
    return root < kFarSquared ? root : std::numeric_limits<double>::infinity();
  }
  static bool in_domain(const double* /*p*/, double limit, const Vector3& x) {
    return x.z() > 0 && x.x() * x.x() + x.y() * x.y() < limit * x.z() * x.z();
  }

  static std::optional<Vector3> unproject(const double* p, double limit, const Vector2& u) {
    const double a = (u.x() - p[2]) / p[0];
    const double b = (u.y() - p[3]) / p[1];
    const double distorted = std::hypot(a, b);
    const auto lens = [&](double r) {
      const double s = r * r;
      double g = 0;
      double slope = 0;
      for (int i = N; i >= 1; --i) {
        g = (g + p[3 + i]) * s;
        slope = (slope + (2 * i + 1) * p[3 + i]) * s;
      }
      return std::pair(r * (1 + g), 1 + slope);
    };
    const double r = invert_growing(lens, distorted, std::sqrt(limit));
    if (r < 0 || r * r >= limit) return std::nullopt;
    const double scale = distorted > 0 ? r / distorted : 1;
    return Vector3(a * scale, b * scale, 1).normalized();
  }

  static std::vector<double> initial_parameters(double f, double cx, double cy) {
    std::vector<double> p(kSize, 0.0);
    p[0] = p[1] = f, p[2] = cx, p[3] = cy;
    return p;
  }

 private:
  static constexpr double kFarSquared = 1e8;  // 0.006 degrees short of 90
};

}  // namespace fiducia
