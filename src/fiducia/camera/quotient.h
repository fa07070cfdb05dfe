#pragma once

namespace fiducia {

/// Derivatives of u = fx x/d + cx, v = fy y/d + cy, where the denominator d is a function of the point and of two
/// shape parameters: the frame that the double sphere and the extended unified model share. Parameters are
/// fx, fy, cx, cy and the two.
template <class T>
void differentiate_quotient(const double* p, const T& x, const T& y, const T& d, const T (&d_point)[3],
                            const T (&d_shape)[2], T* uv, T* d_theta, T* d_x) {
  const T inv = T(1) / d;
  const T a = x * inv;
  const T b = y * inv;
  const T fx = T(p[0]) * inv;
  const T fy = T(p[1]) * inv;
  uv[0] = T(p[0]) * a + T(p[2]);
  uv[1] = T(p[1]) * b + T(p[3]);
  d_theta[0] = a, d_theta[1] = T(0);
  d_theta[2] = T(0), d_theta[3] = b;
  d_theta[4] = T(1), d_theta[5] = T(0);
  d_theta[6] = T(0), d_theta[7] = T(1);
  for (int i = 0; i < 2; ++i) {
    d_theta[8 + 2 * i] = -(fx * a * d_shape[i]);
    d_theta[9 + 2 * i] = -(fy * b * d_shape[i]);
  }
  for (int i = 0; i < 3; ++i) {
    d_x[2 * i] = -(fx * a * d_point[i]);
    d_x[2 * i + 1] = -(fy * b * d_point[i]);
  }
  d_x[0] = d_x[0] + fx;
  d_x[3] = d_x[3] + fy;
}

}  // namespace fiducia
