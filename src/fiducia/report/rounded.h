#pragma once

#include <cmath>

namespace fiducia {

/// To a multiple of 1/steps: what is too small to be seen in a drawing need not be in the file.
[[nodiscard]] inline double rounded(double value, double steps) { return std::round(value * steps) / steps; }

/// To so many significant digits.
[[nodiscard]] inline double rounded_to_digits(double value, int digits) {
  if (value == 0 || !std::isfinite(value)) return value;
  return rounded(value, std::pow(10.0, digits - 1 - std::floor(std::log10(std::abs(value)))));
}

}  // namespace fiducia
