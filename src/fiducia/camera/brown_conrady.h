#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "fiducia/camera/brown_distortion.h"
#include "fiducia/camera/model.h"

namespace fiducia {

/// OpenCV's pinhole with Brown-Conrady distortion, K coefficients in OpenCV's order:
/// k1 k2 p1 p2 (k3 (k4 k5 k6 (s1 s2 s3 s4))).
template <int K>
struct BrownConrady {
  using Distortion = BrownDistortion<K>;
  static constexpr int kSize = 4 + K;
  static constexpr auto kParameters = [] {
    std::array<ParameterInfo, static_cast<std::size_t>(kSize)> names{};
    names[0] = {"fx", Moves::kU};
    names[1] = {"fy", Moves::kV};
    names[2] = {"cx", Moves::kU};
    names[3] = {"cy", Moves::kV};
    for (std::size_t i = 4; i < names.size(); ++i) names[i] = kBrownCoefficients[i - 4];
    return names;
  }();
  static constexpr ModelInfo kInfo = {
      K == 4   ? "opencv4"
      : K == 5 ? "opencv5"
      : K == 8 ? "opencv8"
               : "opencv12",
      kParameters,
      K == 4   ? "ordinary lenses whose elements are a little off centre"
      : K == 5 ? "ordinary to moderately wide lenses; what most tools take by default"
      : K == 8 ? "wide lenses up to about 120 degrees"
               : "wide lenses with a tilted or prism-like element",
      K == 4 ? "a = x/z, b = y/z, s = a^2 + b^2, g = 1 + k1 s + k2 s^2; u = fx (a g + 2 p1 a b + p2 (s + 2 a^2)) + cx, "
               "v = fy (b g + p1 (s + 2 b^2) + 2 p2 a b) + cy"
      : K == 5 ? "as opencv4 with g = 1 + k1 s + k2 s^2 + k3 s^3"
      : K == 8 ? "as opencv4 with g = (1 + k1 s + k2 s^2 + k3 s^3) / (1 + k4 s + k5 s^2 + k6 s^3)"
               : "as opencv8, plus s1 s + s2 s^2 in u and s3 s + s4 s^2 in v",
      K == 4   ? "OpenCV with 4 coefficients; mrcal LENSMODEL_OPENCV4; COLMAP OPENCV; Kalibr pinhole/radtan"
      : K == 5 ? "OpenCV's default; ROS plumb_bob; mrcal LENSMODEL_OPENCV5; MATLAB with tangential distortion"
      : K == 8 ? "OpenCV CALIB_RATIONAL_MODEL; ROS rational_polynomial; mrcal LENSMODEL_OPENCV8; COLMAP FULL_OPENCV"
               : "OpenCV CALIB_RATIONAL_MODEL + CALIB_THIN_PRISM_MODEL; mrcal LENSMODEL_OPENCV12",
      {0, K <= 5 ? 75 : 85}};

  /// The rational models are led by the polynomial one: their poles make a search from a plain lens a gamble.
  static constexpr std::string_view kSimpler = K >= 8 ? "opencv5" : "";

  template <class T>
  static auto computable(const double* p, const T& x, const T& y, const T& z) {
    const T inv = T(1) / z;
    const T s = (x * x + y * y) * (inv * inv);
    return (z > T(0)) & (Distortion::denominator(p + 4, s) > T(0));
  }

  template <class T, class P>
  static void project(const P* p, const T& x, const T& y, const T& z, T* uv) {
    T distorted_ab[2];
    Distortion::distort(p + 4, T(x / z), T(y / z), distorted_ab);
    uv[0] = p[0] * distorted_ab[0] + p[2];
    uv[1] = p[1] * distorted_ab[1] + p[3];
  }

  template <class T>
  static void differentiate(const double* p, const T& x, const T& y, const T& z, T* uv, T* d_theta, T* d_x) {
    const T inv = T(1) / z;
    const T a = x * inv;
    const T b = y * inv;
    const T fx = T(p[0]);
    const T fy = T(p[1]);
    T distorted_ab[2];
    T d_ab[4];
    Distortion::differentiate(p + 4, a, b, distorted_ab, d_theta + 8, d_ab);
    uv[0] = fx * distorted_ab[0] + T(p[2]);
    uv[1] = fy * distorted_ab[1] + T(p[3]);
    d_theta[0] = distorted_ab[0], d_theta[1] = T(0);
    d_theta[2] = T(0), d_theta[3] = distorted_ab[1];
    d_theta[4] = T(1), d_theta[5] = T(0);
    d_theta[6] = T(0), d_theta[7] = T(1);
    for (int i = 0; i < K; ++i) {
      d_theta[8 + 2 * i] = fx * d_theta[8 + 2 * i];
      d_theta[9 + 2 * i] = fy * d_theta[9 + 2 * i];
    }
    const T u_a = fx * inv * d_ab[0];
    const T v_a = fy * inv * d_ab[1];
    const T u_b = fx * inv * d_ab[2];
    const T v_b = fy * inv * d_ab[3];
    d_x[0] = u_a, d_x[1] = v_a;
    d_x[2] = u_b, d_x[3] = v_b;
    d_x[4] = -(a * u_a + b * u_b), d_x[5] = -(a * v_a + b * v_b);
  }

  static double limit(const double* p) { return Distortion::limit(p + 4); }
  static bool in_domain(const double* p, double limit, const Vector3& x) {
    return x.z() > 0 && Distortion::in_domain(p + 4, limit, x.x() / x.z(), x.y() / x.z());
  }
  static std::optional<Vector3> unproject(const double* p, double limit, const Vector2& u) {
    const auto ab = Distortion::undistort(p + 4, limit, (u.x() - p[2]) / p[0], (u.y() - p[3]) / p[1]);
    if (!ab) return std::nullopt;
    return Vector3(ab->x(), ab->y(), 1).normalized();
  }

  static std::vector<double> initial_parameters(double f, double cx, double cy) {
    std::vector<double> p(kSize, 0.0);
    p[0] = p[1] = f, p[2] = cx, p[3] = cy;
    return p;
  }
};

}  // namespace fiducia
