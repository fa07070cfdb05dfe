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

inline constexpr std::array<ParameterInfo, 12> kBrownCoefficients = {{{"k1", Moves::kBoth},
                                                                      {"k2", Moves::kBoth},
                                                                      {"p1", Moves::kBoth},
                                                                      {"p2", Moves::kBoth},
                                                                      {"k3", Moves::kBoth},
                                                                      {"k4", Moves::kBoth},
                                                                      {"k5", Moves::kBoth},
                                                                      {"k6", Moves::kBoth},
                                                                      {"s1", Moves::kU},
                                                                      {"s2", Moves::kU},
                                                                      {"s3", Moves::kV},
                                                                      {"s4", Moves::kV}}};

/// Brown-Conrady distortion of the normalised plane, (a, b) -> (a', b'), with K in {4, 5, 8, 12} coefficients
/// in OpenCV's order. Shared by the OpenCV models and by Mei's.
template <int K>
struct BrownDistortion {
  static_assert(K == 4 || K == 5 || K == 8 || K == 12);
  static constexpr bool kHasK3 = K >= 5;
  static constexpr bool kRational = K >= 8;
  static constexpr bool kPrism = K == 12;

  template <class T>
  static T denominator(const double* k, const T& s) {
    if constexpr (kRational) {
      return T(1) + s * (T(k[5]) + s * (T(k[6]) + s * T(k[7])));
    } else {
      return T(1);
    }
  }

  template <class T, class P>
  static void distort(const P* k, const T& a, const T& b, T* distorted_ab) {
    const T s = a * a + b * b;
    T g = T(1) + s * (k[0] + s * k[1]);
    if constexpr (kHasK3) g = T(1) + s * (k[0] + s * (k[1] + s * k[4]));
    if constexpr (kRational) g = g / (T(1) + s * (k[5] + s * (k[6] + s * k[7])));
    const T ab2 = T(2) * a * b;
    distorted_ab[0] = a * g + k[2] * ab2 + k[3] * (s + T(2) * a * a);
    distorted_ab[1] = b * g + k[2] * (s + T(2) * b * b) + k[3] * ab2;
    if constexpr (kPrism) {
      distorted_ab[0] = distorted_ab[0] + s * (k[8] + s * k[9]);
      distorted_ab[1] = distorted_ab[1] + s * (k[10] + s * k[11]);
    }
  }

  /// Also the derivatives to the coefficients (d_k: a' and b' for each) and to (a, b) (d_ab: da'/da, db'/da,
  /// da'/db, db'/db).
  template <class T>
  static void differentiate(const double* k, const T& a, const T& b, T* distorted_ab, T* d_k, T* d_ab) {
    const T s = a * a + b * b;
    const T s2 = s * s;
    const T s3 = s2 * s;
    const double k3 = kHasK3 ? k[4] : 0;
    const T numerator = T(1) + s * (T(k[0]) + s * (T(k[1]) + s * T(k3)));
    const T numerator_slope = T(k[0]) + s * (T(2 * k[1]) + s * T(3 * k3));
    T g = numerator;
    T slope = numerator_slope;
    T inv_d = T(1);
    if constexpr (kRational) {
      inv_d = T(1) / denominator(k, s);
      g = numerator * inv_d;
      const T d_slope = T(k[5]) + s * (T(2 * k[6]) + s * T(3 * k[7]));
      slope = (numerator_slope - g * d_slope) * inv_d;
    }
    const T p1 = T(k[2]);
    const T p2 = T(k[3]);
    const T ab2 = T(2) * a * b;
    const T aa = s + T(2) * a * a;
    const T bb = s + T(2) * b * b;
    distorted_ab[0] = a * g + p1 * ab2 + p2 * aa;
    distorted_ab[1] = b * g + p1 * bb + p2 * ab2;
    const T a_d = a * inv_d;
    const T b_d = b * inv_d;
    d_k[0] = a_d * s, d_k[1] = b_d * s;
    d_k[2] = a_d * s2, d_k[3] = b_d * s2;
    d_k[4] = ab2, d_k[5] = bb;
    d_k[6] = aa, d_k[7] = ab2;
    if constexpr (kHasK3) d_k[8] = a_d * s3, d_k[9] = b_d * s3;
    if constexpr (kRational) {
      const T a_g = -(a_d * g);
      const T b_g = -(b_d * g);
      d_k[10] = a_g * s, d_k[11] = b_g * s;
      d_k[12] = a_g * s2, d_k[13] = b_g * s2;
      d_k[14] = a_g * s3, d_k[15] = b_g * s3;
    }
    const T two_slope = slope + slope;
    const T cross = a * b * two_slope + T(2) * (p1 * a + p2 * b);
    d_ab[0] = g + a * a * two_slope + T(2) * p1 * b + T(6) * p2 * a;
    d_ab[1] = cross;
    d_ab[2] = cross;
    d_ab[3] = g + b * b * two_slope + T(6) * p1 * b + T(2) * p2 * a;
    if constexpr (kPrism) {
      distorted_ab[0] = distorted_ab[0] + s * (T(k[8]) + s * T(k[9]));
      distorted_ab[1] = distorted_ab[1] + s * (T(k[10]) + s * T(k[11]));
      d_k[16] = s, d_k[17] = T(0);
      d_k[18] = s2, d_k[19] = T(0);
      d_k[20] = T(0), d_k[21] = s;
      d_k[22] = T(0), d_k[23] = s2;
      const T u_prism = T(2 * k[8]) + s * T(4 * k[9]);
      const T v_prism = T(2 * k[10]) + s * T(4 * k[11]);
      d_ab[0] = d_ab[0] + a * u_prism;
      d_ab[1] = d_ab[1] + a * v_prism;
      d_ab[2] = d_ab[2] + b * u_prism;
      d_ab[3] = d_ab[3] + b * v_prism;
    }
  }

  /// The squared radius where the radial part r g(r^2) stops growing, or its denominator vanishes.
  static double limit(const double* k) {
    const double k3 = kHasK3 ? k[4] : 0;
    const std::array<double, 4> n = {1, k[0], k[1], k3};
    const std::array<double, 4> d = {1, kRational ? k[5] : 0, kRational ? k[6] : 0, kRational ? k[7] : 0};
    // d/dr (r n/d) = (n d + 2 s (n' d - n d')) / d^2; coefficient of s^(i + j): n_i d_j (1 + 2 i - 2 j).
    std::array<double, 7> slope{};
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) {
        slope[i + j] += n[i] * d[j] * (1 + 2 * (static_cast<double>(i) - static_cast<double>(j)));
      }
    }
    const double root = std::fmin(smallest_root(slope, kFarSquared), smallest_root(d, kFarSquared));
    return root < kFarSquared ? root : std::numeric_limits<double>::infinity();
  }

  static bool in_domain(const double* k, double limit, double a, double b) {
    const double r = std::hypot(a, b);
    if (!(r * r < limit)) return false;
    if (is_radial(k)) return true;
    if (!orientation_preserving(k, a, b)) return false;
    // The other terms may fold the mapping where the radial part does not. What counts is the whole way from the
    // axis, since beyond a fold the mapping may well preserve orientation again. The steps are finer than the folds
    // that so few coefficients can make.
    for (double at = kStride; at < r; at += std::fmax(kStride, 0.1 * at)) {
      if (!orientation_preserving(k, a * (at / r), b * (at / r))) return false;
    }
    return true;
  }

  static std::optional<Vector2> undistort(const double* k, double limit, double u, double v) {
    // The radial part alone gives the initial value of a Newton iteration in two dimensions.
    const double distorted = std::hypot(u, v);
    const double k3 = kHasK3 ? k[4] : 0;
    const auto lens = [&](double r) {
      const double s = r * r;
      const double n = 1 + s * (k[0] + s * (k[1] + s * k3));
      const double n_slope = k[0] + s * (2 * k[1] + s * 3 * k3);
      const double d = denominator(k, s);
      if (!(d > 0)) return std::pair(std::numeric_limits<double>::infinity(), 1.0);  // the pole, to rounding
      double d_slope = 0;
      if constexpr (kRational) d_slope = k[5] + s * (2 * k[6] + s * 3 * k[7]);
      return std::pair(r * n / d, n / d + 2 * s * (n_slope - n / d * d_slope) / d);
    };
    double r = invert_growing(lens, distorted, std::sqrt(limit));
    if (r < 0) r = std::sqrt(limit) * 0.98;  // the tangential part may still bring it in
    const double scale = distorted > 0 ? r / distorted : 1;
    double a = u * scale;
    double b = v * scale;
    double distorted_ab[2];
    double d_k[2 * K];
    double d_ab[4];
    differentiate(k, a, b, distorted_ab, d_k, d_ab);
    double error = std::hypot(u - distorted_ab[0], v - distorted_ab[1]);
    for (int i = 0; i < 60 && error > 0; ++i) {
      const double det = d_ab[0] * d_ab[3] - d_ab[1] * d_ab[2];
      if (det == 0) break;
      const double step_a = ((u - distorted_ab[0]) * d_ab[3] - (v - distorted_ab[1]) * d_ab[2]) / det;
      const double step_b = ((v - distorted_ab[1]) * d_ab[0] - (u - distorted_ab[0]) * d_ab[1]) / det;
      double fraction = 1;
      bool better = false;
      for (; fraction > 1e-3 && !better; fraction *= 0.5) {
        const double next_a = a + fraction * step_a;
        const double next_b = b + fraction * step_b;
        differentiate(k, next_a, next_b, distorted_ab, d_k, d_ab);
        const double next_error = std::hypot(u - distorted_ab[0], v - distorted_ab[1]);
        better = next_error < error;
        if (better) a = next_a, b = next_b, error = next_error;
      }
      if (!better) break;
    }
    if (error > 1e-13 * (1 + distorted) || !in_domain(k, limit, a, b)) return std::nullopt;
    return Vector2(a, b);
  }

 private:
  static bool is_radial(const double* k) {
    if (k[2] != 0 || k[3] != 0) return false;
    if constexpr (kPrism) return k[8] == 0 && k[9] == 0 && k[10] == 0 && k[11] == 0;
    return true;
  }

  static bool orientation_preserving(const double* k, double a, double b) {
    double distorted_ab[2];
    double d_k[2 * K];
    double d_ab[4];
    differentiate(k, a, b, distorted_ab, d_k, d_ab);
    return d_ab[0] * d_ab[3] - d_ab[1] * d_ab[2] > 0;
  }

  static constexpr double kStride = 1.0 / 32;
  static constexpr double kFarSquared = 1e8;
};

}  // namespace fiducia
