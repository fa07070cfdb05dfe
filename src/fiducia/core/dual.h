#pragma once

#include <Eigen/Core>
#include <cmath>

namespace fiducia {

/// A number with its N partial derivatives: forward automatic differentiation for models that bring no
/// derivatives of their own. Values, not expression templates, so that a user's `auto` and `? :` are safe
/// (which rules out Eigen's AutoDiffScalar).
template <int N>
struct Dual {
  using Gradient = Eigen::Matrix<double, N, 1>;

  double value = 0;
  Gradient gradient = Gradient::Zero();

  Dual() = default;
  Dual(double x) : value(x) {}  // NOLINT(google-explicit-constructor)
  Dual(double x, Gradient d) : value(x), gradient(std::move(d)) {}

  /// The i-th independent variable.
  static Dual variable(double x, int i) {
    Dual dual(x);
    dual.gradient[i] = 1;
    return dual;
  }

  /// f(a), given f's value and slope at a.
  static Dual chain(const Dual& a, double value, double slope) { return {value, slope * a.gradient}; }

  friend Dual operator-(const Dual& a) { return {-a.value, -a.gradient}; }
  friend Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.gradient + b.gradient}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.gradient - b.gradient}; }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.value * b.gradient + b.value * a.gradient};
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const double q = a.value / b.value;
    return {q, (a.gradient - q * b.gradient) / b.value};
  }
  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }

  friend Dual sqrt(const Dual& a) {
    const double s = std::sqrt(a.value);
    return chain(a, s, 0.5 / s);
  }
  friend Dual exp(const Dual& a) {
    const double e = std::exp(a.value);
    return chain(a, e, e);
  }
  friend Dual log(const Dual& a) { return chain(a, std::log(a.value), 1 / a.value); }
  friend Dual sin(const Dual& a) { return chain(a, std::sin(a.value), std::cos(a.value)); }
  friend Dual cos(const Dual& a) { return chain(a, std::cos(a.value), -std::sin(a.value)); }
  friend Dual tan(const Dual& a) {
    const double t = std::tan(a.value);
    return chain(a, t, 1 + t * t);
  }
  friend Dual asin(const Dual& a) { return chain(a, std::asin(a.value), 1 / std::sqrt(1 - a.value * a.value)); }
  friend Dual acos(const Dual& a) { return chain(a, std::acos(a.value), -1 / std::sqrt(1 - a.value * a.value)); }
  friend Dual atan(const Dual& a) { return chain(a, std::atan(a.value), 1 / (1 + a.value * a.value)); }
  friend Dual tanh(const Dual& a) {
    const double t = std::tanh(a.value);
    return chain(a, t, 1 - t * t);
  }
  friend Dual abs(const Dual& a) { return a.value < 0 ? -a : a; }
  friend Dual pow(const Dual& a, double p) { return chain(a, std::pow(a.value, p), p * std::pow(a.value, p - 1)); }
  friend Dual atan2(const Dual& y, const Dual& x) {
    const double n = x.value * x.value + y.value * y.value;
    return {std::atan2(y.value, x.value), (x.value * y.gradient - y.value * x.gradient) / n};
  }
};

}  // namespace fiducia
