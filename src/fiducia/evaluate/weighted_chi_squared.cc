#include "fiducia/evaluate/weighted_chi_squared.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

/// Weights under this part of the sum move no digit that is given.
constexpr double kLeastWeight = 1e-13;
/// Points on half the contour; the error falls like 3.9^-2n. Here it is below 1e-12 for up to 6 equal weights, and
/// grows to 1e-9 for 16.
constexpr int kNodes = 12;
/// No double below 1 is the probability of a value beyond this many sums of the weights: the tail falls like
/// exp(-x / (2 sum)) or faster.
constexpr double kFarthest = 80;

}  // namespace

WeightedChiSquared::WeightedChiSquared(const std::vector<double>& lambda) {
  for (const double weight : lambda) {
    if (!std::isfinite(weight)) throw Error(ErrorCode::kBadData, "a weight of the distribution is not a finite number");
    scale_ += std::max(weight, 0.0);
  }
  for (const double weight : lambda) {
    if (weight > kLeastWeight * scale_) lambda_.push_back(weight / scale_);
  }
}

/// The Laplace transform of the density is prod (1 + 2 lambda s)^-1/2, whose singularities all lie on the negative real
/// axis. Imhof's integral inverts it along the imaginary axis, where it oscillates and decays slowly; the same integral
/// along a contour that bends round the negative axis converges geometrically (A. Talbot 1979; the contour's constants
/// are those of Trefethen, Weideman and Schmelzer 2006).
WeightedChiSquared::Values WeightedChiSquared::at(double x) const {
  if (!(x > 0)) return {0, 0};
  if (!(scale_ > 0) || x > kFarthest * scale_) return {1, 0};
  const double t = x / scale_;
  Values values{0, 0};
  for (int k = 0; k < kNodes; ++k) {
    const double theta = (2 * k + 1) * std::numbers::pi / (2 * kNodes);
    const double angle = 0.6407 * theta;
    const double cotangent = 1 / std::tan(angle);
    const double scale = 2 * kNodes / t;
    const std::complex<double> s = scale * std::complex(0.5017 * theta * cotangent - 0.6122, 0.2645 * theta);
    const std::complex<double> slope =
        scale * std::complex(0.5017 * (cotangent - angle * (1 + cotangent * cotangent)), 0.2645);
    std::complex<double> root = 1;
    for (const double weight : lambda_) root *= std::sqrt(1.0 + 2 * weight * s);
    const std::complex<double> term = std::exp(s * t) * slope / root;
    values.density += term.imag();
    values.cdf += (term / s).imag();
  }
  values.density = std::max(values.density / kNodes, 0.0);
  values.cdf = std::clamp(values.cdf / kNodes, 0.0, 1.0);
  return values;
}

double WeightedChiSquared::density(double x) const { return scale_ > 0 ? at(x).density / scale_ : 0; }

double WeightedChiSquared::quantile(double p) const {
  if (!(p > 0 && p < 1)) throw Error(ErrorCode::kBadOption, "a quantile is asked for at a probability in (0, 1)");
  if (!(scale_ > 0)) return 0;
  double low = 0;
  double high = scale_;
  while (at(high).cdf < p) {
    low = high;
    high *= 2;
  }
  // Newton's steps, kept inside the bracket.
  double x = 0.5 * (low + high);
  for (int i = 0; i < 200; ++i) {
    const Values values = at(x);
    (values.cdf < p ? low : high) = x;
    const double step = (p - values.cdf) / (values.density / scale_);
    double next = x + step;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - x) <= 1e-12 * x) return next;
    x = next;
  }
  return x;
}

}  // namespace fiducia
