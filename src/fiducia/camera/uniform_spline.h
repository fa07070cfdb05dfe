#pragma once

namespace fiducia {

/// Uniform B-splines of order 2 (quadratic) and 3 (cubic) in one variable. A value lies in a *cell* and depends on the
/// order + 1 knots from the cell's first one on.
inline constexpr int kMostSplineWeights = 4;

/// The weights of a cell's knots at t in [0, 1], and their derivatives by t.
inline void spline_weights(int order, double t, double* weight, double* slope) {
  const double s = 1 - t;
  if (order == 2) {
    weight[0] = 0.5 * s * s;
    weight[1] = 0.5 * (1 + 2 * t * s);
    weight[2] = 0.5 * t * t;
    slope[0] = -s;
    slope[1] = s - t;
    slope[2] = t;
    return;
  }
  weight[0] = s * s * s / 6;
  weight[1] = (4 - 6 * t * t + 3 * t * t * t) / 6;
  weight[2] = (4 - 6 * s * s + 3 * s * s * s) / 6;
  weight[3] = t * t * t / 6;
  slope[0] = -0.5 * s * s;
  slope[1] = -2 * t + 1.5 * t * t;
  slope[2] = 2 * s - 1.5 * s * s;
  slope[3] = 0.5 * t * t;
}

}  // namespace fiducia
