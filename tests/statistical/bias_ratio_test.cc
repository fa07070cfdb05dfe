// What the bias ratio and its test promise, on many simulated data sets.

#include "fiducia/evaluate/bias_ratio.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "fiducia/core/parallel.h"
#include "tests/solve/setups.h"
#include "tests/statistical/paper_camera.h"
#include "tests/statistical/sample.h"

namespace fiducia {
namespace {

using testing::least;
using testing::most;
using testing::paper_views;
using testing::Sample;
using testing::sample;

/// The bias ratios of n data sets; those that do not converge are a failure.
std::vector<BiasRatio> bias_ratios(std::size_t n, int frames, double bend_m, const char* model) {
  std::vector<BiasRatio> results(n);
  std::vector<char> converged(n, 0);
  parallel_for(n, 0, [&](std::size_t i) {
    const Observations observations = paper_views(5000 + i, frames, bend_m);
    const Calibration calibration = calibrate(observations, {.model = model});
    if (!calibration.converged()) return;
    converged[i] = 1;
    results[i] = bias_ratio(calibration, {.seed = i});
  });
  EXPECT_EQ(std::count(converged.begin(), converged.end(), 1), static_cast<std::ptrdiff_t>(n));
  return results;
}

/// The bias ratio of so many frames that it no longer depends on them.
BiasEstimate limit(double bend_m, const char* model) {
  const Observations many = paper_views(99, 3000, bend_m);
  return bias_ratio(calibrate(many, {.model = model, .threads = 0}), {.resamples = 0, .threads = 0}).robust;
}

/// Kolmogorov and Smirnov: sqrt(n) D, which for uniform numbers exceeds 1.63 once in a hundred times.
double distance_from_uniform(std::vector<double> p) {
  std::sort(p.begin(), p.end());
  const auto n = static_cast<double>(p.size());
  double distance = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const auto rank = static_cast<double>(i);
    distance = std::max({distance, std::abs(p[i] - rank / n), std::abs((rank + 1) / n - p[i])});
  }
  return std::sqrt(n) * distance;
}

/// The intervals must reach down to 0; one in twenty may not. (600 data sets: standard error
/// 0.9%.)
TEST(BiasRatioStatistics, WithoutBiasThePValueIsUniformAndTheIntervalsCoverZero) {
  const Sample sets = sample(100, 600);
  for (const int frames : {8, 25}) {
    SCOPED_TRACE(frames);
    std::vector<double> p;
    int covered = 0;
    double sum = 0;
    for (const BiasRatio& bias : bias_ratios(sets.n, frames, 0, "radial2")) {
      p.push_back(bias.p_value);
      covered += bias.robust.ratio_ci95[0] == 0 && bias.robust.eps_px_ci95[0] == 0 ? 1 : 0;
      sum += bias.robust.ratio;
    }
    const auto n = static_cast<double>(p.size());
    EXPECT_LT(distance_from_uniform(p), 1.63);
    EXPECT_GE(covered, least(sets, 0.94));
    EXPECT_LT(sum / n, 0.08);
  }
}

/// Corners that differ in sharpness, and weights that say so: the test is as exact, the noise is found, and the
/// covariance is that of the parameters' errors. (The sum of 6 squares has the variance 12; the mean of sigma_d the
/// standard error 1% / sqrt(N) or less.)
TEST(BiasRatioStatistics, WithKnownWeightsNothingLooksBiased) {
  const std::size_t kSets = sample(100, 400).n;
  const Camera camera = testing::paper_camera();
  const Eigen::Map<const Eigen::VectorXd> truth(camera.parameters().data(), camera.model().size());
  std::vector<double> p(kSets);
  std::vector<double> ratio(kSets);
  std::vector<double> sigma_d(kSets);
  std::vector<double> s_d(kSets);
  std::vector<double> distance(kSets);
  parallel_for(kSets, 0, [&](std::size_t i) {
    SimulateOptions exact{.frames = 15, .noise_px = 0, .seed = 7000 + i};
    const Observations data =
        testing::with_levels(simulate(camera, Target::chessboard(10, 8, 0.05), exact).observations, 0.05, i);
    const Calibration calibration = calibrate(data, {.model = "radial2"});
    ASSERT_TRUE(calibration.converged());
    const BiasRatio bias = bias_ratio(calibration, {.resamples = 0});
    p[i] = bias.p_value;
    ratio[i] = bias.robust.ratio;
    sigma_d[i] = bias.robust.sigma_d_px;
    s_d[i] = calibration.fit.s_d;
    const Eigen::VectorXd error = calibration.global_parameters() - truth;
    distance[i] = error.dot(calibration.covariance_std.ldlt().solve(error));
  });
  const auto mean = [](const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  };
  EXPECT_LT(distance_from_uniform(p), 1.63);
  EXPECT_LT(mean(ratio), 0.08);
  EXPECT_NEAR(mean(sigma_d), 0.05, 0.01 * 0.05);
  EXPECT_NEAR(mean(s_d), 0.05, 0.01 * 0.05);
  EXPECT_NEAR(mean(distance), 6, 3 * std::sqrt(12 / static_cast<double>(kSets)));
}

/// With a bent board the interval covers what thousands of frames show. 94% was seen; three standard errors (300 data
/// sets: 1.4%) less are accepted.
TEST(BiasRatioStatistics, IntervalsCoverTheBiasOfABentBoard) {
  const Sample sets = sample(60, 300);
  const BiasEstimate truth = limit(0.0004, "radial2");
  EXPECT_GT(truth.ratio, 0.25);
  for (const int frames : {8, 15, 25}) {
    int covered = 0;
    for (const BiasRatio& bias : bias_ratios(sets.n, frames, 0.0004, "radial2")) {
      covered += bias.robust.ratio_ci95[0] <= truth.ratio && truth.ratio <= bias.robust.ratio_ci95[1] ? 1 : 0;
    }
    EXPECT_GE(covered, least(sets, 0.90)) << frames << " frames";
    EXPECT_LE(covered, most(sets, 0.99)) << frames << " frames: the intervals are wider than they need to be";
  }
}

/// The paper's staircase: near 1 for a model without distortion, between for one coefficient, near 0 for the right one.
TEST(BiasRatioStatistics, FallsAsTheModelGrowsToTheLens) {
  const Sample sets = sample(10, 100);
  const auto mean_of = [&](const char* model) {
    double sum = 0;
    for (const BiasRatio& bias : bias_ratios(sets.n, 25, 0, model)) sum += bias.robust.ratio / sets.count();
    return sum;
  };
  EXPECT_GT(mean_of("pinhole"), 0.95);
  const double one_coefficient = mean_of("radial1");
  EXPECT_GT(one_coefficient, 0.5);
  EXPECT_LT(one_coefficient, 0.9);
  EXPECT_LT(mean_of("radial2"), 0.06);
  EXPECT_LT(mean_of("radial3"), 0.06);
}

}  // namespace
}  // namespace fiducia
