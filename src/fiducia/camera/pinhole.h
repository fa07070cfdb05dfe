#pragma once

#include <array>
#include <limits>
#include <optional>

#include "fiducia/camera/model.h"

namespace fiducia {

struct Pinhole {
  static constexpr std::array<ParameterInfo, 3> kParameters = {
      {{"f", Moves::kBoth}, {"cx", Moves::kU}, {"cy", Moves::kV}}};
  static constexpr ModelInfo kInfo = {
      "pinhole",
      kParameters,
      "no distortion at all",
      "u = f x/z + cx, v = f y/z + cy",
      "the paper's C(3); COLMAP SIMPLE_PINHOLE; mrcal LENSMODEL_PINHOLE and Kalibr pinhole/none with fx = fy",
      {0, 75}};

  template <class T>
  static auto computable(const double* /*p*/, const T& /*x*/, const T& /*y*/, const T& z) {
    return z > T(0);
  }

  template <class T, class P>
  static void project(const P* p, const T& x, const T& y, const T& z, T* uv) {
    uv[0] = p[0] * (x / z) + p[1];
    uv[1] = p[0] * (y / z) + p[2];
  }

  template <class T>
  static void differentiate(const double* p, const T& x, const T& y, const T& z, T* uv, T* d_theta, T* d_x) {
    const T inv = T(1) / z;
    const T a = x * inv;
    const T b = y * inv;
    const T f = T(p[0]);
    uv[0] = f * a + T(p[1]);
    uv[1] = f * b + T(p[2]);
    d_theta[0] = a, d_theta[1] = b;
    d_theta[2] = T(1), d_theta[3] = T(0);
    d_theta[4] = T(0), d_theta[5] = T(1);
    d_x[0] = f * inv, d_x[1] = T(0);
    d_x[2] = T(0), d_x[3] = f * inv;
    d_x[4] = -(f * a * inv), d_x[5] = -(f * b * inv);
  }

  static double limit(const double* /*p*/) { return std::numeric_limits<double>::infinity(); }
  static bool in_domain(const double* /*p*/, double /*limit*/, const Vector3& x) { return x.z() > 0; }

  static std::optional<Vector3> unproject(const double* p, double /*limit*/, const Vector2& u) {
    return Vector3((u.x() - p[1]) / p[0], (u.y() - p[2]) / p[0], 1).normalized();
  }

  static std::vector<double> initial_parameters(double f, double cx, double cy) { return {f, cx, cy}; }
};

}  // namespace fiducia
