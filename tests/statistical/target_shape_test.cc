// What an unknown target shape does to the estimates: the noise, the F-test, the mapping error and the test of single
// corners keep their rates when hundreds of numbers more are estimated.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "fiducia/core/parallel.h"
#include "fiducia/evaluate/evaluation.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "tests/statistical/paper_camera.h"
#include "tests/statistical/sample.h"

namespace fiducia {
namespace {

using testing::least;
using testing::most;
using testing::paper_camera;
using testing::Sample;
using testing::widened;

struct Rates {
  double rejected = 0;  ///< part of the data sets with a p-value of the F-test under 5%
  double noise = 0;     ///< mean sigma_d (plain) over the true one
  double eme_std = 0;   ///< mean EME over the mean squared mapping error
  double eme_cr2 = 0;
  double error_px = 0;         ///< root of that mean square
  double false_alarms = 0;     ///< part of the data sets with a corner that is said to be displaced
  double corners_under_1 = 0;  ///< part of all corners with a p-value under 1%
};

Sample shape_sample() { return testing::sample(40, 150); }

Rates study_shape(TargetShape shape, double bend_m) {
  const std::size_t datasets = shape_sample().n;
  const double count = shape_sample().count();
  const Target target = Target::chessboard(6, 5, 0.06);
  struct One {
    double p = 0, noise = 0, std = 0, cr2 = 0, k = 0, alarm = 0, under = 0;
  };
  std::vector<One> all(datasets);
  parallel_for(datasets, 0, [&](std::size_t i) {
    const Observations data =
        simulate(paper_camera(), target, {.frames = 20, .noise_px = 0.05, .bend_m = bend_m, .seed = 400 + i})
            .observations;
    const Calibration calibration = calibrate(data, {.model = "radial2", .target_shape = shape});
    ASSERT_TRUE(calibration.converged()) << calibration.message;
    const BiasRatio bias = bias_ratio(calibration, {.resamples = 0});
    const CovarianceEstimate std = covariance(calibration, {.method = Covariance::kStd});
    const CovarianceEstimate cr2 = covariance(calibration, {.method = Covariance::kCr2});
    const TargetDeformation deformation = target_deformation(calibration, {&std, &cr2});
    One& one = all[i];
    one.p = bias.p_value;
    one.noise = bias.plain.sigma_d_px / 0.05;
    one.std = expected_mapping_error(*calibration.camera, std).mean;
    one.cr2 = expected_mapping_error(*calibration.camera, cr2).mean;
    one.k = mapping_difference(*calibration.camera, paper_camera()).compensated.k;
    one.alarm = deformation.significant_corners > 0 ? 1 : 0;
    for (const CornerDisplacement& corner : deformation.corners) one.under += corner.p_value < 0.01 ? 1.0 / 30 : 0;
  });
  Rates rates;
  double k = 0;
  double std = 0;
  double cr2 = 0;
  for (const One& one : all) {
    rates.rejected += one.p < 0.05 ? 1 / count : 0;
    rates.noise += one.noise / count;
    rates.false_alarms += one.alarm / count;
    rates.corners_under_1 += one.under / count;
    k += one.k / count;
    std += one.std / count;
    cr2 += one.cr2 / count;
  }
  rates.eme_std = std / k;
  rates.eme_cr2 = cr2 / k;
  rates.error_px = std::sqrt(k);
  std::printf(
      "%s, bend %.1f mm: F-test %.3f, noise %.3f, EME std %.2f cr2 %.2f of (%.3f px)^2, alarms %.3f, p<1%% %.4f\n",
      std::string(to_string(shape)).c_str(), 1e3 * bend_m, rates.rejected, rates.noise, rates.eme_std, rates.eme_cr2,
      rates.error_px, rates.false_alarms, rates.corners_under_1);
  return rates;
}

/// 150 data sets: a rate of 5% is seen within 5% +- 3 standard deviations of 1.8%.
TEST(UnknownTargetShape, KeepsTheRatesOnAFlatTarget) {
  const Sample sets = shape_sample();
  for (const TargetShape shape : {TargetShape::kWarp, TargetShape::kFree}) {
    const Rates rates = study_shape(shape, 0);
    EXPECT_LE(rates.rejected * sets.count(), most(sets, 0.105));
    EXPECT_NEAR(rates.noise, 1, 0.02);
    EXPECT_GT(rates.eme_std, widened(sets, 0.7));
    EXPECT_LT(rates.eme_std, widened(sets, 1.5));
    EXPECT_GT(rates.eme_cr2, widened(sets, 0.6));
    EXPECT_LT(rates.eme_cr2, widened(sets, 1.5));
    EXPECT_LE(rates.false_alarms * sets.count(), most(sets, 0.11));
    EXPECT_LT(rates.corners_under_1, 0.02);
  }
}

/// A bend of 0.5 mm, which a flat target turns into an error of pixels, does nothing any more.
TEST(UnknownTargetShape, TakesTheBendOut) {
  const Sample sets = shape_sample();
  const Rates flat = study_shape(TargetShape::kPlanar, 5e-4);
  const Rates free = study_shape(TargetShape::kFree, 5e-4);
  EXPECT_GE(flat.rejected * sets.count(), least(sets, 0.9));
  EXPECT_LE(free.rejected * sets.count(), most(sets, 0.105));
  EXPECT_GE(free.false_alarms * sets.count(), least(sets, 0.95));  // no false ones
  EXPECT_GT(free.eme_cr2, widened(sets, 0.6));
  EXPECT_LT(free.eme_cr2, widened(sets, 1.5));
  EXPECT_LT(free.error_px, 0.3 * flat.error_px);
}

}  // namespace
}  // namespace fiducia
