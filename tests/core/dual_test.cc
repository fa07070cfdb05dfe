#include "fiducia/core/dual.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "fiducia/core/random.h"

namespace fiducia {
namespace {

using Number = Dual<2>;
using Complex = std::complex<double>;

/// Value and both derivatives of f(x, y) against a complex step: f(x + ih) = f(x) + ih f'(x) up to h^2, without the
/// cancellation of finite differences, so that h may be as small as one likes.
template <class Function>
void expect_derivatives(const char* what, const Function& f, double low, double high) {
  const double h = 1e-100;
  RandomStream random(1);
  for (int i = 0; i < 50; ++i) {
    const double x = random.uniform(low, high);
    const double y = random.uniform(low, high);
    const Number ours = f(Number::variable(x, 0), Number::variable(y, 1));
    const Complex to_x = f(Complex(x, h), Complex(y, 0));
    const Complex to_y = f(Complex(x, 0), Complex(y, h));
    const Eigen::Vector2d gradient(to_x.imag() / h, to_y.imag() / h);
    EXPECT_NEAR(ours.value, to_x.real(), 1e-14 * (1 + std::abs(ours.value))) << what << " at " << x << ", " << y;
    EXPECT_LT((ours.gradient - gradient).norm(), 1e-13 * (1 + gradient.norm())) << what << " at " << x << ", " << y;
  }
}

TEST(Dual, ArithmeticHasItsDerivatives) {
  expect_derivatives(
      "x + y", [](auto x, auto y) { return x + y; }, -3, 3);
  expect_derivatives(
      "x - y", [](auto x, auto y) { return x - y; }, -3, 3);
  expect_derivatives(
      "x * y", [](auto x, auto y) { return x * y; }, -3, 3);
  expect_derivatives(
      "x / y", [](auto x, auto y) { return x / y; }, 0.5, 3);
  expect_derivatives(
      "-x", [](auto x, auto) { return -x; }, -3, 3);
  expect_derivatives(
      "constants", [](auto x, auto y) { return 2.0 * x - 3.0 / y + (x + 1.0) * 0.5 - 7.0; }, 0.5, 3);
  expect_derivatives(
      "in place",
      [](auto x, auto y) {
        auto z = x;
        z += y, z *= x, z -= y, z /= y;
        return z;
      },
      0.5, 3);
}

TEST(Dual, FunctionsHaveTheirDerivatives) {
  using std::acos, std::asin, std::atan, std::cos, std::exp, std::log, std::pow, std::sin, std::sqrt, std::tan,
      std::tanh;
  expect_derivatives(
      "sqrt", [](auto x, auto y) { return sqrt(x * y); }, 0.1, 3);
  expect_derivatives(
      "exp", [](auto x, auto y) { return exp(x - y); }, -2, 2);
  expect_derivatives(
      "log", [](auto x, auto y) { return log(x / y); }, 0.1, 3);
  expect_derivatives(
      "sin", [](auto x, auto y) { return sin(x * y); }, -3, 3);
  expect_derivatives(
      "cos", [](auto x, auto y) { return cos(x * y); }, -3, 3);
  expect_derivatives(
      "tan", [](auto x, auto y) { return tan(x * y); }, -1, 1);
  expect_derivatives(
      "asin", [](auto x, auto y) { return asin(x * y); }, -0.9, 0.9);
  expect_derivatives(
      "acos", [](auto x, auto y) { return acos(x * y); }, -0.9, 0.9);
  expect_derivatives(
      "atan", [](auto x, auto y) { return atan(x * y); }, -3, 3);
  expect_derivatives(
      "tanh", [](auto x, auto y) { return tanh(x * y); }, -2, 2);
  expect_derivatives(
      "pow", [](auto x, auto y) { return pow(x * y, 2.5); }, 0.1, 3);
}

TEST(Dual, Atan2WorksInEveryQuadrant) {
  for (const double angle : {0.3, 1.2, 2.0, 3.0, -0.3, -1.2, -2.0, -3.0}) {
    const double r = 1.7;
    const Number a = atan2(Number::variable(r * std::sin(angle), 0), Number::variable(r * std::cos(angle), 1));
    EXPECT_NEAR(a.value, angle, 1e-15);
    EXPECT_NEAR(a.gradient[0], std::cos(angle) / r, 1e-15);
    EXPECT_NEAR(a.gradient[1], -std::sin(angle) / r, 1e-15);
  }
}

TEST(Dual, AbsTurnsTheSlopeOfNegativeNumbers) {
  EXPECT_EQ(abs(Number::variable(-2, 0)).value, 2);
  EXPECT_EQ(abs(Number::variable(-2, 0)).gradient[0], -1);
  EXPECT_EQ(abs(Number::variable(2, 0)).gradient[0], 1);
}

TEST(Dual, DerivativesAreFiniteDifferences) {
  const auto f = [](auto x) {
    using std::atan2, std::sqrt, std::tan;
    return atan2(2.0 * tan(0.4 * x) * sqrt(x * x + 0.3), x + 2.0) / x;
  };
  const double x = 0.7;
  const double h = 1e-5;
  const double slope = (f(x + h) - f(x - h)) / (2 * h);
  EXPECT_NEAR(f(Dual<1>::variable(x, 0)).gradient[0], slope, 1e-9);
}

TEST(Dual, ComparesByValue) {
  const Number x = Number::variable(1, 0);
  const Number y = Number::variable(2, 1);
  EXPECT_TRUE(x < y && y > x && x <= y && y >= x && x <= 1.0 && x >= 1.0 && x == 1.0 && x != y);
  EXPECT_FALSE(x > y || x == y);
}

TEST(Dual, ValuesOutliveTheExpressionTheyCameFrom) {
  const Number x = Number::variable(3, 0);
  const auto square = [&] {
    const auto sum = x + Number(1.0);  // a library of expression templates would keep a reference to the temporary
    return x > 2.0 ? sum * sum : x;
  }();
  EXPECT_EQ(square.value, 16);
  EXPECT_EQ(square.gradient[0], 8);
}

}  // namespace
}  // namespace fiducia
