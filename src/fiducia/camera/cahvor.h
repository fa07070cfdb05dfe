#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "fiducia/camera/invert.h"
#include "fiducia/camera/model.h"
#include "fiducia/camera/not_unasked.h"
#include "fiducia/camera/polynomial.h"

namespace fiducia {

/// JPL's CAHVOR in mrcal's form: a radial distortion about an axis o of its own, that need not be at right angles to
/// the image plane, and a pinhole behind it.
///
///     o = (sin tilt_x cos tilt_y, sin tilt_y, cos tilt_x cos tilt_y)
///     h = x . o,  l = x - h o,  s = |l|^2 / h^2,  x' = h o + (1 + r0 + r1 s + r2 s^2) l
struct Cahvor {
  static constexpr int kSize = 9;
  static constexpr std::array<ParameterInfo, 9> kParameters = {{{"fx", Moves::kU},
                                                                {"fy", Moves::kV},
                                                                {"cx", Moves::kU},
                                                                {"cy", Moves::kV},
                                                                {"tilt_x", Moves::kBoth},
                                                                {"tilt_y", Moves::kBoth},
                                                                {"r0", Moves::kBoth},
                                                                {"r1", Moves::kBoth},
                                                                {"r2", Moves::kBoth}}};
  static constexpr ModelInfo kInfo = {
      "cahvor",
      kParameters,
      "ordinary to moderately wide lenses whose axis is tilted to the sensor",
      "o = (sin tilt_x cos tilt_y, sin tilt_y, cos tilt_x cos tilt_y), h = (x, y, z) o, l = (x, y, z) - h o, "
      "s = |l|^2/h^2, (a, b, c) = h o + (1 + r0 + r1 s + r2 s^2) l; u = fx a/c + cx, v = fy b/c + cy",
      "mrcal LENSMODEL_CAHVOR, whose alpha and beta are tilt_x and tilt_y; JPL's CAHVOR",
      kNotUnasked};

  template <class T>
  static auto computable(const double* p, const T& x, const T& y, const T& z) {
    const Axis<double> o(p[4], p[5]);
    const T h = x * T(o.x) + y * T(o.y) + z * T(o.z);
    const T lx = x - h * T(o.x), ly = y - h * T(o.y), lz = z - h * T(o.z);
    const T s = (lx * lx + ly * ly + lz * lz) / (h * h);
    const T mu = T(p[6]) + s * (T(p[7]) + s * T(p[8]));
    return (h > T(0)) & (s < T(kFarSquared)) & (z + mu * lz > T(0));
  }

  template <class T, class P>
  static void project(const P* p, const T& x, const T& y, const T& z, T* uv) {
    const Axis<P> o(p[4], p[5]);
    const T h = x * o.x + y * o.y + z * o.z;
    const T lx = x - h * o.x, ly = y - h * o.y, lz = z - h * o.z;
    const T s = (lx * lx + ly * ly + lz * lz) / (h * h);
    const T mu = p[6] + s * (p[7] + s * p[8]);
    const T c = z + mu * lz;
    uv[0] = p[0] * ((x + mu * lx) / c) + p[2];
    uv[1] = p[1] * ((y + mu * ly) / c) + p[3];
  }

  template <class T>
  static void differentiate(const double* p, const T& x, const T& y, const T& z, T* uv, T* d_theta, T* d_x) {
    const Axis<double> axis(p[4], p[5]);
    const T o[3] = {T(axis.x), T(axis.y), T(axis.z)};
    const T at[3] = {x, y, z};
    const T h = x * o[0] + y * o[1] + z * o[2];
    T l[3];
    for (int i = 0; i < 3; ++i) l[i] = at[i] - h * o[i];
    const T inv_h = T(1) / h;
    const T s = (l[0] * l[0] + l[1] * l[1] + l[2] * l[2]) * inv_h * inv_h;
    const T mu = T(p[6]) + s * (T(p[7]) + s * T(p[8]));
    const T slope = T(p[7]) + s * T(2 * p[8]);  // d mu / d s
    const T inv = T(1) / (z + mu * l[2]);
    const T a = (x + mu * l[0]) * inv;
    const T b = (y + mu * l[1]) * inv;
    const T fx = T(p[0]) * inv;
    const T fy = T(p[1]) * inv;
    uv[0] = T(p[0]) * a + T(p[2]);
    uv[1] = T(p[1]) * b + T(p[3]);
    // What a change of x' does to the pixel.
    const auto pixel = [&](const T(&d)[3], T* out) {
      out[0] = fx * (d[0] - a * d[2]);
      out[1] = fy * (d[1] - b * d[2]);
    };
    // The same along l, where the far field would leave nothing but rounding.
    const T along_u = fx * inv * h * (l[0] * o[2] - o[0] * l[2]);
    const T along_v = fy * inv * h * (l[1] * o[2] - o[1] * l[2]);
    d_theta[0] = a, d_theta[1] = T(0);
    d_theta[2] = T(0), d_theta[3] = b;
    d_theta[4] = T(1), d_theta[5] = T(0);
    d_theta[6] = T(0), d_theta[7] = T(1);
    for (int k = 0; k < 2; ++k) {  // do is at right angles to o, so that x . do = l . do
      const T d_o[3] = {T(axis.d[k][0]), T(axis.d[k][1]), T(axis.d[k][2])};
      const T d_h = l[0] * d_o[0] + l[1] * d_o[1] + l[2] * d_o[2];
      const T d_mu = slope * T(-2) * d_h * inv_h * (T(1) + s);
      T d[3];
      for (int i = 0; i < 3; ++i) d[i] = -(mu * (d_h * o[i] + h * d_o[i]));
      pixel(d, d_theta + 8 + 2 * k);
      d_theta[8 + 2 * k] = d_theta[8 + 2 * k] + d_mu * along_u;
      d_theta[9 + 2 * k] = d_theta[9 + 2 * k] + d_mu * along_v;
    }
    T power = T(1);
    for (int k = 0; k < 3; ++k) {
      d_theta[12 + 2 * k] = power * along_u;
      d_theta[13 + 2 * k] = power * along_v;
      power = power * s;
    }
    for (int k = 0; k < 3; ++k) {
      const T d_mu = slope * T(2) * inv_h * (l[k] * inv_h - s * o[k]);
      T d[3];
      for (int i = 0; i < 3; ++i) d[i] = -(mu * o[k] * o[i]);
      d[k] = d[k] + T(1) + mu;
      pixel(d, d_x + 2 * k);
      d_x[2 * k] = d_x[2 * k] + d_mu * along_u;
      d_x[2 * k + 1] = d_x[2 * k + 1] + d_mu * along_v;
    }
  }

  /// The squared radius where r (1 + r0 + r1 r^2 + r2 r^4) stops growing.
  static double limit(const double* p) {
    if (!(1 + p[6] > 0)) return 0;
    const std::array<double, 3> slope = {1 + p[6], 3 * p[7], 5 * p[8]};
    return smallest_root(slope, kFarSquared);
  }
  static bool in_domain(const double* p, double limit, const Vector3& x) {
    const Vector3 o = Axis<double>(p[4], p[5]).vector();
    const double h = x.dot(o);
    const Vector3 l = x - h * o;
    return h > 0 && l.squaredNorm() < limit * h * h && computable(p, x.x(), x.y(), x.z());
  }

  static std::optional<Vector3> unproject(const double* p, double limit, const Vector2& u) {
    const Vector3 o = Axis<double>(p[4], p[5]).vector();
    const Vector3 bent((u.x() - p[2]) / p[0], (u.y() - p[3]) / p[1], 1);
    const double h = bent.dot(o);
    if (!(h > 0)) return std::nullopt;
    const Vector3 l = bent - h * o;
    const double distorted = l.norm() / h;
    const auto lens = [&](double r) {
      const double s = r * r;
      return std::pair(r * (1 + p[6] + s * (p[7] + s * p[8])), 1 + p[6] + s * (3 * p[7] + s * 5 * p[8]));
    };
    const double r = invert_growing(lens, distorted, std::sqrt(limit));
    if (r < 0 || r * r >= limit) return std::nullopt;
    const double scale = distorted > 0 ? r / distorted : 1;
    return (h * o + scale * l).normalized();
  }

  static std::vector<double> initial_parameters(double f, double cx, double cy) {
    return {f, f, cx, cy, 0, 0, 0, 0, 0};
  }

  /// The axis of the distortion, and how it turns with the two tilts.
  template <class P>
  struct Axis {
    P x, y, z;
    P d[2][3];

    Axis(const P& tilt_x, const P& tilt_y) {
      using std::cos;
      using std::sin;
      const P sx = sin(tilt_x), cx = cos(tilt_x), sy = sin(tilt_y), cy = cos(tilt_y);
      x = sx * cy, y = sy, z = cx * cy;
      d[0][0] = cx * cy, d[0][1] = P(0), d[0][2] = -(sx * cy);
      d[1][0] = -(sx * sy), d[1][1] = cy, d[1][2] = -(cx * sy);
    }
    [[nodiscard]] Vector3 vector() const { return {x, y, z}; }
  };

 private:
  // Squared, of 88.9 degrees. Beyond, a growing polynomial presses all rays onto one line of the image.
  static constexpr double kFarSquared = 2500;
};

}  // namespace fiducia
