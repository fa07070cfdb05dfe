#include "fiducia/report/distortion_part.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/report/sample_report.h"

namespace fiducia {
namespace {

using testing::report_camera;
using testing::SampleReport;
using testing::simulated;

TEST(DistortionPartTest, IsTheCameraTowardsTheFarthestCorner) {
  const SampleReport sample(simulated(12));
  const Json part = distortion_part(*sample.content.calibration);
  const Camera& camera = sample.content.calibration->camera;
  const Vector2 centre = *camera.project({0, 0, 1});
  EXPECT_EQ(part["ideal"], "pinhole");
  EXPECT_TRUE(part["fold_deg"].is_null());
  ASSERT_EQ(part["angle_deg"].size(), part["radius_px"].size());
  ASSERT_EQ(part["angle_deg"].size(), part["sigma_px"].size());
  for (std::size_t i = 1; i < part["angle_deg"].size(); ++i) {
    const double angle = part["angle_deg"][i].get<double>() * std::numbers::pi / 180;
    Vector2 corner = Vector2::Zero();
    for (const Vector2& other :
         {Vector2(-0.5, -0.5), Vector2(1935.5, -0.5), Vector2(-0.5, 1215.5), Vector2(1935.5, 1215.5)}) {
      if ((other - centre).norm() > corner.norm()) corner = other - centre;
    }
    const Vector2 outward = corner.normalized();
    const Vector3 ray(std::sin(angle) * outward.x(), std::sin(angle) * outward.y(), std::cos(angle));
    EXPECT_NEAR(part["radius_px"][i].get<double>(), (*camera.project(ray) - centre).norm(), 0.01);
    EXPECT_GE(part["sigma_px"][i].get<double>(), 0);
  }
}

TEST(DistortionPartTest, TellsWhereALensFolds) {
  // r (1 - r^2 / 3) grows up to r = 1, 45 degrees.
  EvaluatedCalibration calibration{.camera = {make_model("radial1"), {600, 600, 600, 400, -1.0 / 3}, {1200, 800}}};
  const Json part = distortion_part(calibration);
  ASSERT_TRUE(part["fold_deg"].is_number());
  EXPECT_NEAR(part["fold_deg"].get<double>(), 45, 4);
  EXPECT_TRUE(part["sigma_px"].is_null());
}

TEST(DistortionPartTest, OfALensWithoutAFormulaIsTheMeanOverDirections) {
  // Without bends the splined lens is a stereographic one, r = 2 f tan(angle / 2), the same in all directions.
  const auto model = make_model("spline:12x10:100");
  const double f = 600;
  EvaluatedCalibration calibration{.camera = {model, model->initial_parameters(f, 600, 400), {1200, 800}}};
  const Json part = distortion_part(calibration);
  ASSERT_TRUE(part.is_object());
  EXPECT_TRUE(part["mean"].get<bool>());
  EXPECT_TRUE(part["sigma_px"].is_null());
  ASSERT_GT(part["angle_deg"].size(), 40U);
  for (std::size_t i = 0; i < part["angle_deg"].size(); ++i) {
    const double angle = part["angle_deg"][i].get<double>() * std::numbers::pi / 180;
    EXPECT_NEAR(part["radius_px"][i].get<double>(), 2 * f * std::tan(angle / 2), 0.01);
  }
}

}  // namespace
}  // namespace fiducia
