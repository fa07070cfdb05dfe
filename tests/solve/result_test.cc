// What a calibration holds, and what one that failed does not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fiducia/core/error.h"
#include "fiducia/solve/outlying_corners.h"
#include "tests/solve/setups.h"

namespace fiducia {
namespace {

using testing::board;
using ::testing::IsEmpty;
using testing::ordinary_camera;

Observations few_views(int frames) {
  return simulate(ordinary_camera(), board(), {.frames = frames, .noise_px = 0.1, .seed = 3}).observations;
}

void expect_holds_nothing(const Calibration& failed) {
  EXPECT_FALSE(failed.converged());
  EXPECT_FALSE(failed.camera.has_value());
  EXPECT_THAT(failed.frames, IsEmpty());
  EXPECT_THAT(failed.information, IsEmpty());
  EXPECT_THAT(failed.residuals.all(), IsEmpty());
  EXPECT_EQ(failed.covariance_std.size(), 0);
  EXPECT_EQ(failed.fit.rmse, 0);
  EXPECT_EQ(failed.fit.n_parameters, 0);
  EXPECT_FALSE(failed.fit.at_minimum);
  EXPECT_FALSE(failed.message.empty());
}

TEST(CalibrationResult, SharesItsObservationsAndItsModel) {
  const auto data = std::make_shared<const Observations>(few_views(6));
  const Calibration shared = calibrate(data, {.model = "radial1"});
  EXPECT_EQ(shared.observations, data);
  EXPECT_EQ(shared.model, make_model("radial1"));
  EXPECT_EQ(shared.camera->shared_model(), shared.model);
  const Calibration copied = calibrate(*data, {.model = "radial1"});
  EXPECT_NE(copied.observations, data);
  EXPECT_EQ(copied.camera->parameters(), shared.camera->parameters());
  EXPECT_THROW(static_cast<void>(calibrate(std::shared_ptr<const Observations>())), Error);
}

TEST(CalibrationResult, HasAResidualForEachCoordinateFrameByFrame) {
  Observations data = testing::with_hidden_corners(few_views(6));
  data.frames[2].corners.resize(3);  // is left out
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  ASSERT_EQ(calibration.frames.size(), 5U);
  ASSERT_EQ(calibration.residuals.frame_count(), 5U);
  std::size_t at = 0;
  for (std::size_t j = 0; j < 5; ++j) {
    const std::span<const double> r = calibration.residuals.frame(j);
    ASSERT_EQ(r.size(), 2 * corners_of(calibration, calibration.frames[j]).size());
    EXPECT_EQ(r.data(), calibration.residuals.all().data() + at);
    double squares = 0;
    for (const double value : r) squares += value * value;
    EXPECT_DOUBLE_EQ(std::sqrt(squares / static_cast<double>(r.size())), calibration.frames[j].rmse);
    at += r.size();
  }
  EXPECT_EQ(at, calibration.residuals.all().size());
}

TEST(CalibrationResult, OfAFailureHoldsNothingThatLooksValid) {
  const Observations data = few_views(8);
  const Calibration stopped =
      calibrate(data, {.model = "radial2", .initial = {{1000, 1000, 900, 600, 0, 0}, {}}, .max_iterations = 1});
  EXPECT_EQ(stopped.status, CalibrationStatus::kIterationLimit);
  EXPECT_EQ(stopped.fit.iterations, 1);
  expect_holds_nothing(stopped);
  EXPECT_EQ(stopped.model->info().name, "radial2");
  EXPECT_EQ(stopped.observations->frames.size(), 8U);
  Observations lines = data;
  for (Frame& frame : lines.frames) frame.corners.resize(10);  // the first row
  const CleanCalibration degenerate = calibrate_cleaned(lines, {});
  EXPECT_EQ(degenerate.calibration.status, CalibrationStatus::kDegenerate);
  expect_holds_nothing(degenerate.calibration);
  EXPECT_EQ(degenerate.calibration.left_out.size(), 8U);
  EXPECT_EQ(degenerate.calibration.observations->frames.size(), 8U);
}

}  // namespace
}  // namespace fiducia
