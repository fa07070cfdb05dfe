#pragma once

#include <span>

namespace fiducia {

/// The smallest root in (0, bound) where the polynomial c[0] + c[1] s + c[2] s^2 + ... changes its sign, or
/// `bound` where it has none. Every root counts, however close to its neighbours: the search isolates roots
/// between the extrema, which are the roots of the derivative, found the same way.
[[nodiscard]] double smallest_root(std::span<const double> c, double bound);

/// The value at s.
[[nodiscard]] double evaluate_polynomial(std::span<const double> c, double s);

}  // namespace fiducia
