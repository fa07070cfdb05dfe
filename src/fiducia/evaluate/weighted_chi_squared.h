#pragma once

#include <vector>

namespace fiducia {

/// The distribution of sum lambda_n x_n^2 with independent standard normal x_n: the mapping error K of a Gaussian
/// error of the parameters (docs/method.md 5). Its Laplace transform, prod (1 + 2 lambda_n s)^-1/2, is inverted
/// numerically, to 1e-9 or better. Values below 0 are rounding and count as 0.
class WeightedChiSquared {
 public:
  explicit WeightedChiSquared(const std::vector<double>& lambda);

  [[nodiscard]] double mean() const { return scale_; }
  [[nodiscard]] double cdf(double x) const { return at(x).cdf; }
  [[nodiscard]] double density(double x) const;
  /// p in (0, 1).
  [[nodiscard]] double quantile(double p) const;

 private:
  struct Values {
    double cdf;
    double density;  // of x / scale_
  };
  [[nodiscard]] Values at(double x) const;

  double scale_ = 0;            // sum of the weights
  std::vector<double> lambda_;  // the weights over their sum, those that matter
};

}  // namespace fiducia
