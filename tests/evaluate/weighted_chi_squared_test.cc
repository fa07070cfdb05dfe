#include "fiducia/evaluate/weighted_chi_squared.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "fiducia/core/distributions.h"
#include "fiducia/core/error.h"
#include "fiducia/core/random.h"

namespace fiducia {
namespace {

/// Weights of very different size, one that repeats, many.
const std::vector<std::vector<double>> kWeights = {
    {1, 0.5, 0.25}, {1, 1e-2, 1e-5}, {3, 3, 1, 0.2, 0.2, 0.1, 0.01}, {1e-9, 2e-9, 5e-10}, {400, 1e-3}};

double sum_of(const std::vector<double>& weights) {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  return sum;
}

/// Probabilities from the far left to the far right.
const std::vector<double> kProbabilities = {1e-6, 1e-3, 0.05, 0.3, 0.5, 0.8, 0.95, 0.999, 1 - 1e-7};

TEST(WeightedChiSquared, OfOneWeightIsAScaledChiSquare) {
  const ChiSquared chi(1);
  for (const double weight : {1e-12, 0.3, 1.0, 7e5}) {
    const WeightedChiSquared distribution({weight});
    for (const double p : kProbabilities) {
      const double x = boost::math::quantile(chi, p);
      EXPECT_NEAR(distribution.cdf(weight * x), p, 1e-11);
      EXPECT_NEAR(distribution.density(weight * x) * weight, boost::math::pdf(chi, x),
                  1e-10 * boost::math::pdf(chi, x) + 1e-11);
    }
  }
}

TEST(WeightedChiSquared, OfEqualWeightsIsAChiSquareOfAsManyDegrees) {
  for (const int count : {2, 3, 6, 12, 16}) {
    const double tolerance = count <= 6 ? 1e-11 : 2e-9;
    const ChiSquared chi(count);
    const WeightedChiSquared distribution(std::vector<double>(static_cast<std::size_t>(count), 0.02));
    EXPECT_NEAR(distribution.mean(), 0.02 * count, 1e-15);
    for (const double p : kProbabilities) {
      const double x = boost::math::quantile(chi, p);
      EXPECT_NEAR(distribution.cdf(0.02 * x), p, tolerance) << count;
      EXPECT_NEAR(distribution.density(0.02 * x) * 0.02, boost::math::pdf(chi, x), 10 * tolerance) << count;
    }
  }
}

/// P(Q > x) = 1/2 + 1/pi int_0^inf sin(phi(u)) / (u rho(u)) du, phi = (sum atan(lambda u) - x u)/2,
/// rho = prod (1 + lambda^2 u^2)^(1/4) (Imhof 1961), for weights whose sum is 1. Panels no longer than a swing, up to
/// where the rest, which swings about zero, is below 2 / (pi x u rho) = 1e-9.
double imhof_cdf(const std::vector<double>& weights, double x) {
  const auto rho = [&](double u) {
    double product = 1;
    for (const double weight : weights) product *= std::pow(1 + weight * weight * u * u, 0.25);
    return product;
  };
  const auto integrand = [&](double u) {
    double phi = -0.5 * x * u;
    for (const double weight : weights) phi += 0.5 * std::atan(weight * u);
    return std::sin(phi) / (u * rho(u));
  };
  double integral = 0;
  double from = 0;
  while (from == 0 || 2 / (std::numbers::pi * x * from * rho(from)) > 1e-9) {
    const double to = from + std::min(2 * std::numbers::pi / x, std::max(0.1, 0.3 * from));
    integral += boost::math::quadrature::gauss<double, 15>::integrate(integrand, from, to);
    from = to;
  }
  return 0.5 - integral / std::numbers::pi;
}

TEST(WeightedChiSquared, IsImhofsIntegral) {
  for (std::vector<double> weights : kWeights) {
    const double sum = sum_of(weights);
    const WeightedChiSquared distribution(weights);
    for (double& weight : weights) weight /= sum;
    for (const double x : {0.03, 0.2, 1.0, 2.5, 6.0}) {
      EXPECT_NEAR(distribution.cdf(sum * x), imhof_cdf(weights, x), 1e-8) << weights.size() << " weights at " << x;
    }
  }
}

TEST(WeightedChiSquared, IsWhatSamplingGives) {
  constexpr int kSamples = 100000;
  for (const std::vector<double>& weights : kWeights) {
    RandomStream random(17);
    std::vector<double> samples(kSamples, 0.0);
    for (double& sample : samples) {
      for (const double weight : weights) {
        const double normal = random.normal();
        sample += weight * normal * normal;
      }
    }
    std::sort(samples.begin(), samples.end());
    const WeightedChiSquared distribution(weights);
    double largest = 0;
    for (int i = 0; i < kSamples; ++i) {
      const double cdf = distribution.cdf(samples[static_cast<std::size_t>(i)]);
      largest = std::max({largest, cdf - i / double{kSamples}, (i + 1) / double{kSamples} - cdf});
    }
    // Kolmogorov and Smirnov: exceeded by chance once in a thousand.
    EXPECT_LT(largest, 1.95 / std::sqrt(kSamples)) << weights.size() << " weights";
  }
}

TEST(WeightedChiSquared, QuantileAndCdfAreInverses) {
  for (const std::vector<double>& weights : kWeights) {
    const WeightedChiSquared distribution(weights);
    for (const double p : kProbabilities) EXPECT_NEAR(distribution.cdf(distribution.quantile(p)), p, 1e-10);
    for (const double part : {1e-4, 0.05, 0.7, 1.0, 3.0}) {
      const double x = part * sum_of(weights);
      EXPECT_NEAR(distribution.quantile(distribution.cdf(x)), x, 1e-7 * x) << weights.size() << " weights";
    }
  }
}

TEST(WeightedChiSquared, DensityIsTheSlopeOfTheCdf) {
  for (const std::vector<double>& weights : kWeights) {
    const double sum = sum_of(weights);
    const WeightedChiSquared distribution(weights);
    for (const double part : {0.02, 0.3, 1.0, 4.0}) {
      const double x = part * sum;
      const double h = 1e-4 * x;
      const double slope = (distribution.cdf(x + h) - distribution.cdf(x - h)) / (2 * h);
      EXPECT_NEAR(distribution.density(x), slope, 1e-6 * slope) << weights.size() << " weights at " << x;
    }
  }
}

TEST(WeightedChiSquared, WeightsOfZeroAndRoundingBelowItChangeNothing) {
  const WeightedChiSquared distribution({1, 0.5});
  const WeightedChiSquared padded({0, 1, 0, 0.5, -1e-18});
  EXPECT_EQ(padded.mean(), distribution.mean());
  for (const double x : {0.1, 1.0, 5.0}) {
    EXPECT_EQ(padded.cdf(x), distribution.cdf(x));
    EXPECT_EQ(padded.density(x), distribution.density(x));
  }
}

TEST(WeightedChiSquared, IsNeverBelowZero) {
  const WeightedChiSquared distribution({1, 0.5});
  EXPECT_EQ(distribution.cdf(0), 0);
  EXPECT_EQ(distribution.cdf(-1), 0);
  EXPECT_EQ(distribution.density(-1), 0);
  EXPECT_NEAR(distribution.cdf(60), 1, 1e-12);
  EXPECT_EQ(distribution.cdf(1e6), 1);
  EXPECT_EQ(distribution.cdf(std::numeric_limits<double>::infinity()), 1);
}

TEST(WeightedChiSquared, WithoutAnyWeightIsCertainlyZero) {
  for (const WeightedChiSquared& none : {WeightedChiSquared({}), WeightedChiSquared({0, 0})}) {
    EXPECT_EQ(none.mean(), 0);
    EXPECT_EQ(none.quantile(0.95), 0);
    EXPECT_EQ(none.cdf(1e-9), 1);
    EXPECT_EQ(none.cdf(-1e-9), 0);
    EXPECT_EQ(none.density(1), 0);
  }
}

TEST(WeightedChiSquared, GivesFiniteQuantilesUpToTheLastDigit) {
  const WeightedChiSquared distribution({1, 0.1});
  double last = 0;
  for (const double p : {1e-12, 1e-9, 0.5, 1 - 1e-9, 1 - 1e-12}) {
    const double x = distribution.quantile(p);
    EXPECT_GT(x, last) << p;
    last = x;
  }
  EXPECT_LT(last, 60);
  for (const double p : {1 - 1e-14, 1 - 1e-15, 1 - 1e-16}) EXPECT_LT(distribution.quantile(p), 100) << p;
}

TEST(WeightedChiSquared, RefusesWhatIsNoProbability) {
  const WeightedChiSquared distribution({1});
  for (const double p : {0.0, 1.0, -0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(static_cast<void>(distribution.quantile(p)), Error) << p;
  }
}

}  // namespace
}  // namespace fiducia
