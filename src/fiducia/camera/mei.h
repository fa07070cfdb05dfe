#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "fiducia/camera/brown_distortion.h"
#include "fiducia/camera/model.h"
#include "fiducia/core/lanes.h"

namespace fiducia {

/// Mei, Rives: "Single View Point Omnidirectional Camera Calibration from Planar Grids", ICRA 2007: the unified
/// model (a projection from a point xi above the unit sphere's centre) with radial-tangential distortion.
struct Mei {
  using Distortion = BrownDistortion<4>;
  static constexpr int kSize = 9;
  static constexpr std::array<ParameterInfo, 9> kParameters = {{{"fx", Moves::kU},
                                                                {"fy", Moves::kV},
                                                                {"cx", Moves::kU},
                                                                {"cy", Moves::kV},
                                                                {"xi", Moves::kBoth},
                                                                {"k1", Moves::kBoth},
                                                                {"k2", Moves::kBoth},
                                                                {"p1", Moves::kBoth},
                                                                {"p2", Moves::kBoth}}};
  static constexpr ModelInfo kInfo = {
      "mei",
      kParameters,
      "fisheye lenses and mirrors, beyond 180 degrees too",
      "e = |(x, y, z)|, a = x/(z + xi e), b = y/(z + xi e); then opencv4's distortion of (a, b) with k1 k2 p1 p2",
      "Kalibr omni/radtan; OpenCV's omnidir without skew; the unified or omnidirectional model",
      {55, 180}};

  template <class T>
  static auto computable(const double* p, const T& x, const T& y, const T& z) {
    using std::sqrt;
    return z + p[4] * sqrt(x * x + y * y + z * z) > T(0);
  }

  template <class T, class P>
  static void project(const P* p, const T& x, const T& y, const T& z, T* uv) {
    using std::sqrt;
    const T d = z + p[4] * sqrt(x * x + y * y + z * z);
    T distorted_ab[2];
    Distortion::distort(p + 5, T(x / d), T(y / d), distorted_ab);
    uv[0] = p[0] * distorted_ab[0] + p[2];
    uv[1] = p[1] * distorted_ab[1] + p[3];
  }

  template <class T>
  static void differentiate(const double* p, const T& x, const T& y, const T& z, T* uv, T* d_theta, T* d_x) {
    using std::sqrt;
    const T xi = T(p[4]);
    const T e = sqrt(x * x + y * y + z * z);
    const T inv = T(1) / (z + xi * e);
    const T a = x * inv;
    const T b = y * inv;
    const T fx = T(p[0]);
    const T fy = T(p[1]);
    T distorted_ab[2];
    T d_ab[4];
    Distortion::differentiate(p + 5, a, b, distorted_ab, d_theta + 10, d_ab);
    uv[0] = fx * distorted_ab[0] + T(p[2]);
    uv[1] = fy * distorted_ab[1] + T(p[3]);
    d_theta[0] = distorted_ab[0], d_theta[1] = T(0);
    d_theta[2] = T(0), d_theta[3] = distorted_ab[1];
    d_theta[4] = T(1), d_theta[5] = T(0);
    d_theta[6] = T(0), d_theta[7] = T(1);
    for (int i = 5; i < 9; ++i) {
      d_theta[2 * i] = fx * d_theta[2 * i];
      d_theta[2 * i + 1] = fy * d_theta[2 * i + 1];
    }
    const T u_a = fx * inv * d_ab[0];
    const T v_a = fy * inv * d_ab[1];
    const T u_b = fx * inv * d_ab[2];
    const T v_b = fy * inv * d_ab[3];
    const T u_d = -(a * u_a + b * u_b);  // to the denominator
    const T v_d = -(a * v_a + b * v_b);
    d_theta[8] = u_d * e, d_theta[9] = v_d * e;
    const T lateral = xi / e;
    d_x[0] = u_a + u_d * lateral * x, d_x[1] = v_a + v_d * lateral * x;
    d_x[2] = u_b + u_d * lateral * y, d_x[3] = v_b + v_d * lateral * y;
    d_x[4] = u_d * (T(1) + lateral * z), d_x[5] = v_d * (T(1) + lateral * z);
  }

  static double limit(const double* p) { return Distortion::limit(p + 5); }
  static bool in_domain(const double* p, double limit, const Vector3& x) {
    const double xi = p[4];
    const double e = x.norm();
    if (!(x.z() > -(xi <= 1 ? xi : 1 / xi) * e)) return false;
    const double d = x.z() + xi * e;
    return Distortion::in_domain(p + 5, limit, x.x() / d, x.y() / d);
  }

  static std::optional<Vector3> unproject(const double* p, double limit, const Vector2& u) {
    const auto ab = Distortion::undistort(p + 5, limit, (u.x() - p[2]) / p[0], (u.y() - p[3]) / p[1]);
    if (!ab) return std::nullopt;
    const double xi = p[4];
    const double rr = ab->squaredNorm();
    const double under = 1 + (1 - xi * xi) * rr;
    if (under < 0) return std::nullopt;
    const double scale = (xi + std::sqrt(under)) / (1 + rr);
    const Vector3 ray(scale * ab->x(), scale * ab->y(), scale - xi);
    if (!in_domain(p, limit, ray)) return std::nullopt;
    return ray.normalized();
  }

  static std::vector<double> initial_parameters(double f, double cx, double cy) {
    return {2 * f, 2 * f, cx, cy, 1, 0, 0, 0, 0};
  }
  static std::vector<std::vector<double>> initial_shapes(double f, double cx, double cy) {
    std::vector<std::vector<double>> lenses;
    // The valleys of xi lie close together, and k1 has its part in which of them a search falls into.
    for (const double xi : {0.3, 0.6, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0, 3.0}) {
      for (const double k1 : {-0.1, 0.0, 0.1}) lenses.push_back({f * (1 + xi), f * (1 + xi), cx, cy, xi, k1, 0, 0, 0});
    }
    return lenses;
  }
};

}  // namespace fiducia
