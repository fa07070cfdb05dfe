#pragma once

#include <cmath>
#include <optional>

namespace fiducia {

/// The projection inside the double sphere and the extended unified model: a point at height w, at distance e from
/// the centre and r from the axis goes to r/d with d = alpha e + (1 - alpha) w.
///
/// Whether r/d grows with the angle to the axis there. Together with d > 0 this bounds the domain for every alpha,
/// also for those below 0 and above 1, which a calibration may run into.
inline bool unified_grows(double alpha, double e, double w) { return (1 - alpha) * e + alpha * w > 0; }

/// The inverse: the height w of the point with d = 1 and e^2 = rr + w^2; nothing where the image ends before. (A
/// negative beta of the extended model makes rr negative.)
inline std::optional<double> unified_height(double alpha, double rr) {
  const double under = 1 - (2 * alpha - 1) * rr;
  if (!(under >= 0)) return std::nullopt;
  const double root = alpha * std::sqrt(under);
  // Two ways to write the same root: the first divides by zero for alpha outside [0, 1], the second at alpha = 1/2.
  const double w =
      alpha >= 0 && alpha <= 1 ? (1 - alpha * alpha * rr) / (root + 1 - alpha) : (root - (1 - alpha)) / (2 * alpha - 1);
  if (rr < 0 && alpha * (1 - (1 - alpha) * w) < 0) return std::nullopt;  // it would take a negative e
  return w;
}

}  // namespace fiducia
