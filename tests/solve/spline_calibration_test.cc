// A splined lens is calibrated from nothing but corners, knows what they determine, and begins where it ended.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/camera/spline.h"
#include "fiducia/core/error.h"
#include "fiducia/simulate/simulate.h"
#include "fiducia/solve/calibrate.h"
#include "fiducia/solve/fit_spline.h"
#include "fiducia/solve/warm_start.h"

namespace fiducia {
namespace {

using ::testing::HasSubstr;

Camera wide_lens() { return {make_model("fisheye"), {600, 602, 640, 360, 0.02, -0.003, 0.001, -0.0002}, {1280, 720}}; }

const Observations& seen() {
  static const Observations data = simulate(wide_lens(), Target::chessboard(8, 6, 0.08), {.frames = 16}).observations;
  return data;
}

const Calibration& calibrated() {
  static const Calibration calibration = calibrate(seen(), {.model = "spline:8x6"});
  return calibration;
}

TEST(SplineCalibration, FindsItsFieldAndFitsToTheNoise) {
  const Calibration& calibration = calibrated();
  ASSERT_TRUE(calibration.converged()) << calibration.message;
  const SplineModel* spline = as_spline(calibration.camera->model());
  ASSERT_NE(spline, nullptr);
  EXPECT_FALSE(spline->field_is_open());
  EXPECT_NEAR(calibration.fit.s_d, 0.05, 0.005);
  // Some of the knots are the prior's: they take nothing from the residuals.
  const int poses = 6 * static_cast<int>(calibration.frames.size());
  EXPECT_GT(calibration.fit.n_parameters, poses + 10);
  EXPECT_LT(calibration.fit.n_parameters, poses + 2 * 8 * 6);
}

TEST(SplineCalibration, HasRaysWhereCornersWereAndNoneFarFromThem) {
  ASSERT_TRUE(calibrated().converged());
  const Camera& camera = *calibrated().camera;
  const std::vector<bool>& cells = as_spline(camera.model())->determined();
  const auto determined = std::count(cells.begin(), cells.end(), true);
  EXPECT_GT(determined, 0);
  EXPECT_LT(determined, static_cast<std::ptrdiff_t>(cells.size()));
  // Around the middle of the image all corners come by: a small patch maps as the true lens does, up to a rotation.
  const auto middle = camera.unproject({640, 360});
  const auto right = camera.unproject({700, 360});
  ASSERT_TRUE(middle && right);
  const double angle = std::acos(middle->dot(*right));
  const double truth = std::acos(wide_lens().unproject({640, 360})->dot(*wide_lens().unproject({700, 360})));
  EXPECT_NEAR(angle / truth, 1, 0.01);
}

TEST(SplineCalibration, LeavesFocalLengthAndCentreAsTheyWere) {
  ASSERT_TRUE(calibrated().converged());
  CalibrateOptions again = continued_from(calibrated());
  again.initial.parameters[4] += 0.01;
  const Calibration second = calibrate(seen(), again);
  ASSERT_TRUE(second.converged()) << second.message;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(second.camera->parameters()[i], calibrated().camera->parameters()[i], 1e-6);
  }
}

TEST(SplineCalibration, BeginsWhereItEnded) {
  ASSERT_TRUE(calibrated().converged());
  CalibrateOptions again = continued_from(calibrated());
  const Calibration second = calibrate(seen(), again);
  ASSERT_TRUE(second.converged()) << second.message;
  EXPECT_LE(second.fit.iterations, 2);
  EXPECT_NEAR(second.fit.rmse, calibrated().fit.rmse, 1e-6);
  again.fix_intrinsics = true;
  const Calibration fixed = calibrate(seen(), again);
  ASSERT_TRUE(fixed.converged()) << fixed.message;
  EXPECT_TRUE(fixed.fit.at_minimum);
}

TEST(SplineCalibration, MoreKnotsThanCoordinatesIsADiagnosis) {
  const Calibration calibration = calibrate(seen(), {.model = "spline:60x40"});
  EXPECT_EQ(calibration.status, CalibrationStatus::kDegenerate);
  EXPECT_THAT(calibration.message, HasSubstr("too few corners for model spline:60x40"));
  EXPECT_FALSE(calibration.camera.has_value());
}

TEST(SplineCalibration, EffectsAreFittedTogetherWithTheKnots) {
  const Camera lens(make_model("fisheye"), {600, 602, 640, 360, 0.02, -0.003, 0.001, -0.0002}, {1280, 720});
  SimulateOptions how{.frames = 24};
  how.effects = {{Effect::kShutter, 12}};
  const Observations data = simulate(lens, Target::chessboard(8, 6, 0.08), how).observations;
  const Calibration without = calibrate(data, {.model = "spline:7x5"});
  ASSERT_TRUE(without.converged()) << without.message;
  CalibrateOptions options{.model = "spline:7x5"};
  options.effects = {Effect::kShutter};
  const Calibration with = calibrate(data, options);
  ASSERT_TRUE(with.converged()) << with.message;
  EXPECT_GT(without.fit.rmse, 0.1) << "the images are skewed";
  EXPECT_NEAR(with.fit.rmse, 0.05, 0.005) << "noise of 0.05 px is left";
  EXPECT_GT(with.fit.n_parameters, without.fit.n_parameters + 15) << "a rotation during the readout in most frames";
}

TEST(SplineCalibration, WhatMakesNoSenseIsRefused) {
  CalibrateOptions options{.model = "spline:21x10"};
  options.effects = {Effect::kFocus};
  EXPECT_THROW(static_cast<void>(calibrate(seen(), options)), Error) << "too many knots to be fitted with effects";
  options.effects.clear();
  options.model = "spline:8x6";
  options.initial.parameters = make_model("spline:8x6")->initial_parameters(600, 640, 360);
  EXPECT_THROW(static_cast<void>(calibrate(seen(), options)), Error) << "a field of view belongs to the values";
}

TEST(FitSpline, FollowsALensToAFractionOfAPixel) {
  const auto model = std::make_shared<const SplineModel>(SplineGrid{3, 20, 14, 130});
  const Camera lens = wide_lens();
  const auto theta = fit_spline(*model, lens);
  ASSERT_TRUE(theta.has_value());
  const Camera spline(model, *theta, lens.image_size());
  for (int x = 0; x <= 1280; x += 80) {
    for (int y = 0; y <= 720; y += 80) {
      const auto pixel = spline.project(*lens.unproject(Vector2(x, y)));
      ASSERT_TRUE(pixel.has_value());
      EXPECT_LT((*pixel - Vector2(x, y)).norm(), 0.01) << x << " " << y;
    }
  }
}

}  // namespace
}  // namespace fiducia
