#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "fiducia/camera/invert.h"
#include "fiducia/camera/model.h"
#include "fiducia/camera/polynomial.h"
#include "fiducia/core/lanes.h"

namespace fiducia {

/// OpenCV's fisheye (Kannala-Brandt with four coefficients), the paper's C(8). The angle is taken with atan2, so
/// that rays beyond 90 degrees from the axis project too.
struct Fisheye {
  static constexpr int kSize = 8;
  static constexpr std::array<ParameterInfo, 8> kParameters = {{{"fx", Moves::kU},
                                                                {"fy", Moves::kV},
                                                                {"cx", Moves::kU},
                                                                {"cy", Moves::kV},
                                                                {"k1", Moves::kBoth},
                                                                {"k2", Moves::kBoth},
                                                                {"k3", Moves::kBoth},
                                                                {"k4", Moves::kBoth}}};
  static constexpr ModelInfo kInfo = {
      "fisheye", kParameters, "wide and fisheye lenses, beyond 180 degrees too",
      "t = angle to the axis = atan2(|(x, y)|, z); m = t (1 + k1 t^2 + k2 t^4 + k3 t^6 + k4 t^8); "
      "u = fx m x/|(x, y)| + cx, v alike",
      "the paper's C(8); cv::fisheye; ROS and Kalibr equidistant; COLMAP OPENCV_FISHEYE; basalt kb4"};

  template <class T>
  static auto computable(const double* /*p*/, const T& x, const T& y, const T& z) {
    return (x * x + y * y) + select(z > T(0), z, T(0)) > T(0);  // not straight back, nor the centre itself
  }

  template <class T, class P>
  static void project(const P* p, const T& x, const T& y, const T& z, T* uv) {
    using std::atan2;
    using std::sqrt;
    const T rr = x * x + y * y;
    T scale = T(1) / z;  // the limit on the axis
    if (!(z > T(0)) || rr > z * z * T(kAxisSquared)) {
      const T r = sqrt(rr);
      const T t = atan2(r, z);
      const T q = t * t;
      scale = t * (T(1) + q * (p[4] + q * (p[5] + q * (p[6] + q * p[7])))) / r;
    } else {
      const T q = rr / (z * z);  // t^2 up to q^2; t/r = (1 - q/3)/z
      scale = scale * (T(1) - q / T(3)) * (T(1) + q * p[4]);
    }
    uv[0] = p[0] * (scale * x) + p[2];
    uv[1] = p[1] * (scale * y) + p[3];
  }

  template <class T>
  static void differentiate(const double* p, const T& x, const T& y, const T& z, T* uv, T* d_theta, T* d_x) {
    using std::atan2;
    using std::sqrt;
    const T rr_true = x * x + y * y;
    const auto off_axis = rr_true > z * select(z > T(0), z, T(0)) * T(kAxisSquared);
    const T rr = select(off_axis, rr_true, T(1));  // a harmless value where the series takes over
    const T r = sqrt(rr);
    const T rho2 = rr + z * z;
    const T t = select(off_axis, atan2(r, z), T(0));
    const T q = t * t;
    const T inv_r = T(1) / r;
    const T k1 = T(p[4]), k2 = T(p[5]), k3 = T(p[6]), k4 = T(p[7]);
    const T poly = T(1) + q * (k1 + q * (k2 + q * (k3 + q * k4)));
    const T m_slope = T(1) + q * (T(3) * k1 + q * (T(5) * k2 + q * (T(7) * k3 + q * (T(9) * k4))));  // dm/dt
    const T inv_z = T(1) / select(off_axis, T(1), z);
    // scale = m/r; its derivative to r is taken together with 1/r, and to z.
    const T scale = select(off_axis, t * poly * inv_r, inv_z);
    const T t_r = z / rho2;
    const T t_z = -(r / rho2);
    const T axis_r = (T(2) * k1 - T(2.0 / 3)) * inv_z * inv_z * inv_z;  // (d scale/d r)/r at r = 0
    const T scale_r_over_r = select(off_axis, (m_slope * t_r - scale) * inv_r * inv_r, axis_r);
    const T scale_z = select(off_axis, m_slope * t_z * inv_r, -(inv_z * inv_z));
    const T power = select(off_axis, t * inv_r, inv_z);
    const T qq = select(off_axis, q, rr_true * inv_z * inv_z);
    const T fx = T(p[0]);
    const T fy = T(p[1]);
    uv[0] = fx * (scale * x) + T(p[2]);
    uv[1] = fy * (scale * y) + T(p[3]);
    d_theta[0] = scale * x, d_theta[1] = T(0);
    d_theta[2] = T(0), d_theta[3] = scale * y;
    d_theta[4] = T(1), d_theta[5] = T(0);
    d_theta[6] = T(0), d_theta[7] = T(1);
    T u_power = fx * x * power * qq;
    T v_power = fy * y * power * qq;
    for (int i = 0; i < 4; ++i) {
      d_theta[8 + 2 * i] = u_power, d_theta[9 + 2 * i] = v_power;
      u_power = u_power * qq;
      v_power = v_power * qq;
    }
    d_x[0] = fx * (scale + x * x * scale_r_over_r), d_x[1] = fy * (x * y * scale_r_over_r);
    d_x[2] = fx * (x * y * scale_r_over_r), d_x[3] = fy * (scale + y * y * scale_r_over_r);
    d_x[4] = fx * x * scale_z, d_x[5] = fy * y * scale_z;
  }

  /// The angle where m stops growing, at most pi.
  static double limit(const double* p) {
    const std::array<double, 5> slope = {1, 3 * p[4], 5 * p[5], 7 * p[6], 9 * p[7]};
    return std::sqrt(smallest_root(slope, std::numbers::pi * std::numbers::pi));
  }
  static bool in_domain(const double* /*p*/, double limit, const Vector3& x) {
    return std::atan2(std::hypot(x.x(), x.y()), x.z()) < limit && x.squaredNorm() > 0;
  }

  static std::optional<Vector3> unproject(const double* p, double limit, const Vector2& u) {
    const double a = (u.x() - p[2]) / p[0];
    const double b = (u.y() - p[3]) / p[1];
    const double m = std::hypot(a, b);
    const auto lens = [&](double t) {
      const double q = t * t;
      return std::pair(t * (1 + q * (p[4] + q * (p[5] + q * (p[6] + q * p[7])))),
                       1 + q * (3 * p[4] + q * (5 * p[5] + q * (7 * p[6] + q * 9 * p[7]))));
    };
    const double t = invert_growing(lens, m, limit);
    if (t < 0 || t >= limit) return std::nullopt;
    const double scale = m > 0 ? std::sin(t) / m : 1;
    return Vector3(a * scale, b * scale, std::cos(t));
  }

  static std::vector<double> initial_parameters(double f, double cx, double cy) { return {f, f, cx, cy, 0, 0, 0, 0}; }

 private:
  static constexpr double kAxisSquared = 1e-14;  // (r/z)^2 under which the series on the axis is exact
};

}  // namespace fiducia
