// A splined lens is evaluated as every other: by estimators that cost little, in the directions that count.

#include <gtest/gtest.h>

#include "fiducia/evaluate/evaluation.h"
#include "fiducia/simulate/simulate.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {
namespace {

TEST(SplineEvaluation, EstimatorsAgreeOnDataWithoutABias) {
  const Camera lens(make_model("fisheye"), {600, 602, 640, 360, 0.02, -0.003, 0.001, -0.0002}, {1280, 720});
  const Observations data = simulate(lens, Target::chessboard(8, 6, 0.08), {.frames = 24}).observations;
  const Calibration calibration = calibrate(data, {.model = "spline:7x5"});
  ASSERT_TRUE(calibration.converged()) << calibration.message;
  const Evaluation evaluation = evaluate(calibration);
  ASSERT_EQ(evaluation.uncertainty.size(), 4U) << "std, cr0, cr2 and jackknife: nothing that resamples";
  const Uncertainty& by_residuals = evaluation.of(Covariance::kStd);
  const Uncertainty& by_frames = evaluation.of(Covariance::kCr2);
  EXPECT_GT(by_residuals.error.mean, 0);
  // Both estimate the same expected error; twice as much or half as much is the scatter of 24 frames.
  EXPECT_GT(by_frames.error.mean, 0.5 * by_residuals.error.mean);
  EXPECT_LT(by_frames.error.mean, 2 * by_residuals.error.mean);
  EXPECT_GT(by_frames.sample.degrees_of_freedom, 5);
  EXPECT_GT(by_frames.bound95, by_frames.error.mean);
  EXPECT_EQ(evaluation.corners_outside_domain, 0);
}

}  // namespace
}  // namespace fiducia
