#pragma once

#include <cmath>

namespace fiducia {

/// The r in [0, bound] with f(r) = value, for an f that grows from f(0) = 0; f returns {value, slope} as a pair.
/// Newton's method inside a bracket. A negative result means that value lies beyond f(bound).
template <class Function>
double invert_growing(const Function& f, double value, double bound) {
  if (value == 0) return 0;
  double low = 0;
  double high = bound;
  if (std::isinf(high)) {
    high = 1;
    while (f(high).first < value) {
      high *= 2;
      if (high > 1e9) return -1;
    }
  } else if (f(high).first < value) {
    return -1;
  }
  double r = std::fmin(value, high);  // lenses are near r' = r around their axis
  for (int i = 0; i < 100; ++i) {
    const auto [at_r, slope] = f(r);
    (at_r < value ? low : high) = r;
    double next = r - (at_r - value) / slope;
    if (std::abs(next - r) <= 4e-16 * r) return next;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    r = next;
  }
  return r;
}

}  // namespace fiducia
