#include <gtest/gtest.h>

#include "fiducia/evaluate/cross_validation.h"
#include "fiducia/evaluate/evaluation.h"
#include "tests/solve/setups.h"

namespace fiducia {
namespace {

void expect_ratio(double got, double before, double ratio, const std::string& what) {
  EXPECT_NEAR(got, ratio * before, 1e-5 * std::abs(ratio * before) + 1e-12) << what;
}

/// Twice the weights say that sigma is twice as large, and nothing else. A weight that is forgotten anywhere shows.
TEST(CornerWeights, OnlyTheirRatiosMatterToAnEvaluation) {
  const Target small = Target::chessboard(6, 5, 0.05);
  const Observations data = testing::with_levels(
      simulate(testing::ordinary_camera(), small, {.frames = 12, .noise_px = 0, .bend_m = 0.0005, .seed = 8})
          .observations,
      0.1, 3);
  Observations doubled = data;
  for (Frame& frame : doubled.frames) {
    for (Corner& corner : frame.corners) corner.weight *= 2;
  }
  for (const TargetShape shape : {TargetShape::kPlanar, TargetShape::kWarp, TargetShape::kFree}) {
    SCOPED_TRACE(to_string(shape));
    const CalibrateOptions options{.model = "radial1", .target_shape = shape};
    const Calibration one = calibrate(data, options);
    const Calibration two = calibrate(doubled, options);
    ASSERT_TRUE(one.converged() && two.converged()) << one.message;
    const Evaluation a = evaluate(one, {.bias_resamples = 50, .abs_samples = 50, .bootstrap_samples = 10});
    const Evaluation b = evaluate(two, {.bias_resamples = 50, .abs_samples = 50, .bootstrap_samples = 10});
    expect_ratio(b.bias.robust.ratio, a.bias.robust.ratio, 1, "robust ratio");
    expect_ratio(b.bias.plain.ratio, a.bias.plain.ratio, 1, "plain ratio");
    expect_ratio(b.bias.robust.eps_px, a.bias.robust.eps_px, 2, "eps");
    expect_ratio(b.bias.plain.sigma_d_px, a.bias.plain.sigma_d_px, 2, "sigma_d");
    expect_ratio(b.bias.f_statistic, a.bias.f_statistic, 1, "F");
    expect_ratio(b.bias.target[3].eps_px, a.bias.target[3].eps_px, 2, "map");
    expect_ratio(b.source.target_share, a.source.target_share, 1, "target's share");
    expect_ratio(b.source.image_share, a.source.image_share, 1, "image's share");
    expect_ratio(b.source.out_of_plane_m, a.source.out_of_plane_m, 1, "out of plane");
    expect_ratio(b.metrics.kld, a.metrics.kld, 1, "kld");
    expect_ratio(b.histogram.range_px, a.histogram.range_px, 2, "histogram");
    ASSERT_EQ(a.uncertainty.size(), b.uncertainty.size());
    for (std::size_t i = 0; i < a.uncertainty.size(); ++i) {
      expect_ratio(b.uncertainty[i].error.mean, a.uncertainty[i].error.mean, 1, "EME");
    }
    for (std::size_t j = 0; j < a.suspicions.size(); ++j) {
      expect_ratio(b.suspicions[j].noise_ratio, a.suspicions[j].noise_ratio, 1, "noise");
      expect_ratio(b.suspicions[j].rmse_ratio, a.suspicions[j].rmse_ratio, 1, "RMSE");
    }
    expect_ratio(cross_validate(two).rmse, cross_validate(one).rmse, 2, "held out");
    expect_ratio(b.target.peak_to_valley_m, a.target.peak_to_valley_m, 1, "bend");
  }
}

}  // namespace
}  // namespace fiducia
