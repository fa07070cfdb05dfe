#include "fiducia/camera/polynomial.h"

#include <cmath>
#include <vector>

namespace fiducia {
namespace {

/// The root between a and b, where the polynomial has different signs: bisection, to the last bit.
double bisect(std::span<const double> c, double a, double b) {
  const bool negative_at_a = evaluate_polynomial(c, a) < 0;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (a + b);
    if (middle <= a || middle >= b) break;
    ((evaluate_polynomial(c, middle) < 0) == negative_at_a ? a : b) = middle;
  }
  return 0.5 * (a + b);
}

/// All sign changes in (0, bound), ascending.
std::vector<double> sign_changes(std::span<const double> c, double bound) {
  while (!c.empty() && c.back() == 0) c = c.first(c.size() - 1);
  if (c.size() < 2) return {};
  std::vector<double> derivative(c.size() - 1);
  for (std::size_t i = 1; i < c.size(); ++i) derivative[i - 1] = static_cast<double>(i) * c[i];
  std::vector<double> knots = sign_changes(derivative, bound);  // between knots the polynomial is monotone
  knots.push_back(bound);
  std::vector<double> roots;
  double left = 0;
  for (const double right : knots) {
    if ((evaluate_polynomial(c, left) < 0) != (evaluate_polynomial(c, right) < 0)) {
      roots.push_back(bisect(c, left, right));
    }
    left = right;
  }
  return roots;
}

}  // namespace

double evaluate_polynomial(std::span<const double> c, double s) {
  double value = 0;
  for (std::size_t i = c.size(); i-- > 0;) value = value * s + c[i];
  return value;
}

double smallest_root(std::span<const double> c, double bound) {
  const std::vector<double> roots = sign_changes(c, bound);
  return roots.empty() ? bound : roots.front();
}

}  // namespace fiducia
