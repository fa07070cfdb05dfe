#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "fiducia/camera/model.h"
#include "fiducia/camera/not_unasked.h"
#include "fiducia/core/lanes.h"

namespace fiducia {

/// Devernay, Faugeras: "Straight lines have to be straight", MVA 2001: the field-of-view model. The image radius grows
/// with the angle, bent by one parameter w.
///
///     m = 2 tan(w/2),  g = atan(m r) / (w r) = M(w) A(m^2 r^2),  M = m/w,  A(q^2) = atan(q)/q
///
/// It is even in w, and a pinhole at w = 0.
struct FieldOfView {
  static constexpr int kSize = 5;
  static constexpr std::array<ParameterInfo, 5> kParameters = {
      {{"fx", Moves::kU}, {"fy", Moves::kV}, {"cx", Moves::kU}, {"cy", Moves::kV}, {"w", Moves::kBoth}}};
  static constexpr ModelInfo kInfo = {
      "fov",
      kParameters,
      "wide lenses up to about 170 degrees, with one coefficient",
      "a = x/z, b = y/z, r^2 = a^2 + b^2; g = atan(2 r tan(w/2)) / (r w); u = fx a g + cx, v = fy b g + cy",
      "Kalibr pinhole/fov; COLMAP FOV; the field-of-view or arctangent model of Devernay and Faugeras",
      kNotUnasked};

  template <class T>
  static auto computable(const double* /*p*/, const T& /*x*/, const T& /*y*/, const T& z) {
    return z > T(0);
  }

  template <class T, class P>
  static void project(const P* p, const T& x, const T& y, const T& z, T* uv) {
    using std::atan2;
    using std::sqrt;
    const T a = x / z;
    const T b = y / z;
    const P ratio = ratio_of(p[4]);
    const P m = ratio * p[4];
    const T qq = (a * a + b * b) * (m * m);
    T share = series(qq);
    if (qq > T(kSmall)) {
      const T q = sqrt(qq);
      share = atan2(q, T(1)) / q;
    }
    const T g = share * ratio;
    uv[0] = p[0] * (a * g) + p[2];
    uv[1] = p[1] * (b * g) + p[3];
  }

  template <class T>
  static void differentiate(const double* p, const T& x, const T& y, const T& z, T* uv, T* d_theta, T* d_x) {
    using std::atan2;
    using std::sqrt;
    const double w = p[4];
    const double ratio = ratio_of(w);
    const double m = ratio * w;
    const double m_slope = 1 + m * m / 4;  // dm/dw
    const double ratio_slope = w * w < kSmallW
                                   ? w * (1.0 / 6 + w * w * (1.0 / 30 + w * w * (17.0 / 3360 + w * w * 31.0 / 45360)))
                                   : (m_slope - ratio) / w;
    const T inv = T(1) / z;
    const T a = x * inv;
    const T b = y * inv;
    const T s = a * a + b * b;
    const T qq = T(m * m) * s;
    const auto large = qq > T(kSmall);
    const T some = select(large, qq, T(1));  // a harmless value where the series takes over
    const T q = sqrt(some);
    const T by_atan = atan2(q, T(1)) / q;
    const T share = select(large, by_atan, series(qq));
    // d share / d qq
    const T bend = select(large, (T(1) / (T(1) + some) - by_atan) / (T(2) * some),
                          T(-1.0 / 3) + qq * (T(2.0 / 5) + qq * (T(-3.0 / 7) + qq * T(4.0 / 9))));
    const T g = T(ratio) * share;
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
    const T g_w = T(ratio_slope) * share + T(ratio * 2 * m * m_slope) * s * bend;
    d_theta[8] = fx * a * g_w, d_theta[9] = fy * b * g_w;
    const T two_slope = T(2 * ratio * m * m) * bend;  // twice dg/ds
    const T cross = a * b * two_slope;
    const T u_a = fx * inv * (g + a * a * two_slope);
    const T u_b = fx * inv * cross;
    const T v_a = fy * inv * cross;
    const T v_b = fy * inv * (g + b * b * two_slope);
    d_x[0] = u_a, d_x[1] = v_a;
    d_x[2] = u_b, d_x[3] = v_b;
    d_x[4] = -(a * u_a + b * u_b), d_x[5] = -(a * v_a + b * v_b);
  }

  /// It grows everywhere, or, with a w beyond pi, nowhere.
  static double limit(const double* p) { return ratio_of(p[4]) > 0 ? std::numeric_limits<double>::infinity() : 0; }
  static bool in_domain(const double* /*p*/, double limit, const Vector3& x) { return limit > 0 && x.z() > 0; }

  static std::optional<Vector3> unproject(const double* p, double limit, const Vector2& u) {
    if (!(limit > 0)) return std::nullopt;
    const double a = (u.x() - p[2]) / p[0];
    const double b = (u.y() - p[3]) / p[1];
    const double angle = std::hypot(a, b) * std::abs(p[4]);  // atan(m r)
    if (!(angle < kRightAngle)) return std::nullopt;
    const double sine = angle > kSmallAngle ? std::sin(angle) / angle : 1;
    const double scale = sine / ratio_of(p[4]);
    return Vector3(a * scale, b * scale, std::cos(angle)).normalized();
  }

  static std::vector<double> initial_parameters(double f, double cx, double cy) { return lens(f, cx, cy, kUsualW); }
  static std::vector<std::vector<double>> initial_shapes(double f, double cx, double cy) {
    return {lens(f, cx, cy, 0.4), lens(f, cx, cy, kUsualW), lens(f, cx, cy, 1.5)};
  }

 private:
  static constexpr double kSmall = 1e-4;   // q^2 under which five terms of the series are exact
  static constexpr double kSmallW = 1e-4;  // w^2, likewise
  static constexpr double kSmallAngle = 1e-8;
  static constexpr double kRightAngle = 1.5707963267948966;
  static constexpr double kUsualW = 0.92;  // of most lenses that the model is used for

  static std::vector<double> lens(double f, double cx, double cy, double w) {
    return {f / ratio_of(w), f / ratio_of(w), cx, cy, w};
  }

  /// 2 tan(w/2) / w
  template <class P>
  static P ratio_of(const P& w) {
    using std::tan;
    const P ww = w * w;
    if (ww < P(kSmallW)) {
      return P(1) + ww * (P(1.0 / 12) + ww * (P(1.0 / 120) + ww * (P(17.0 / 20160) + ww * P(31.0 / 362880))));
    }
    return P(2) * tan(w / P(2)) / w;
  }

  /// atan(q)/q near 0
  template <class T>
  static T series(const T& qq) {
    return T(1) + qq * (T(-1.0 / 3) + qq * (T(1.0 / 5) + qq * (T(-1.0 / 7) + qq * T(1.0 / 9))));
  }
};

}  // namespace fiducia
