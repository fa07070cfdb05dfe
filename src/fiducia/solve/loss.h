#pragma once

#include <cmath>

namespace fiducia {

/// What a residual costs: rho(s) of its squared norm s (both coordinates of a corner together, times the corner's
/// weight, px^2).
/// `scale_px` = 0 is the plain square, rho(s) = s; otherwise Cauchy's, rho(s) = c^2 log(1 + s/c^2).
struct Loss {
  double scale_px = 0;

  [[nodiscard]] static constexpr Loss none() { return {}; }
  [[nodiscard]] static constexpr Loss cauchy(double scale_px) { return {scale_px}; }

  [[nodiscard]] bool is_squared() const { return scale_px == 0; }
  [[nodiscard]] double rho(double s) const {
    return is_squared() ? s : scale_px * scale_px * std::log1p(s / (scale_px * scale_px));
  }
  /// rho'(s), the weight of a corner in the normal equations.
  [[nodiscard]] double weight(double s) const { return is_squared() ? 1 : 1 / (1 + s / (scale_px * scale_px)); }
};

}  // namespace fiducia
