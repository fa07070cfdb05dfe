#include "fiducia/solve/outlying_corners.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "fiducia/core/error.h"
#include "tests/solve/setups.h"

namespace fiducia {
namespace {

using testing::board;
using testing::fisheye_camera;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ordinary_camera;

Observations views(double noise_px = 0.05, double bend_m = 0) {
  return simulate(ordinary_camera(), board(), {.frames = 15, .noise_px = noise_px, .bend_m = bend_m, .seed = 21})
      .observations;
}

using Spoiled = std::set<std::pair<std::size_t, int>>;

/// Moves some corners by so many pixels, to different sides.
Spoiled spoil(double px, Observations* data) {
  Spoiled spoiled;
  for (std::size_t j = 0; j < data->frames.size(); j += 2) {
    const std::size_t i = (7 * j + 3) % data->frames[j].corners.size();
    Corner& corner = data->frames[j].corners[i];
    corner.pixel += j % 4 == 0 ? Vector2(px, 0) : Vector2(-0.6 * px, 0.8 * px);
    spoiled.insert({j, corner.id});
  }
  return spoiled;
}

Spoiled found_in(const CleanCalibration& clean) {
  Spoiled found;
  for (const LeftOutCorner& corner : clean.left_out) found.insert({corner.frame_index, corner.id});
  return found;
}

TEST(OutlyingCorners, AreFoundAndNoOthers) {
  for (const double px : {1.0, 5.0, 60.0}) {
    Observations data = views();
    const Spoiled spoiled = spoil(px, &data);
    const CleanCalibration clean = calibrate_cleaned(data, {.model = "radial2"});
    EXPECT_EQ(found_in(clean), spoiled) << px;
    EXPECT_THAT(clean.left_out.front().reason, HasSubstr("px off from its neighbours"));
    const Calibration as_if = calibrate(clean.calibration.observations, {.model = "radial2"});
    EXPECT_EQ(clean.calibration.camera->parameters(), as_if.camera->parameters());
    EXPECT_NEAR(clean.calibration.fit.rmse, 0.05, 0.005);
  }
}

TEST(OutlyingCorners, GoodDataStayWhole) {
  for (const double noise_px : {0.0, 0.05, 1.0}) {
    const CleanCalibration clean = calibrate_cleaned(views(noise_px), {.model = "radial2"});
    EXPECT_THAT(clean.left_out, IsEmpty()) << noise_px;
  }
}

/// A corner of weight 1/4 may stand off four times as far.
TEST(OutlyingCorners, AreMeasuredByTheirWeights) {
  Observations data = testing::with_levels(views(0), 0.1, 5);
  EXPECT_THAT(calibrate_cleaned(data, {.model = "radial2"}).left_out, IsEmpty());
  Spoiled spoiled;
  for (std::size_t j = 0; j < data.frames.size(); j += 2) {
    Corner& corner = data.frames[j].corners[(7 * j + 3) % data.frames[j].corners.size()];
    corner.pixel.x() += 3 / corner.weight;
    spoiled.insert({j, corner.id});
  }
  EXPECT_EQ(found_in(calibrate_cleaned(data, {.model = "radial2"})), spoiled);
}

/// A model that does not describe the lens leaves large residuals, and must answer for them itself.
TEST(OutlyingCorners, AWrongModelDrivesNothingOut) {
  const Observations wide =
      simulate(fisheye_camera(), board(), {.frames = 20, .noise_px = 0.05, .seed = 4}).observations;
  for (const char* model : {"pinhole", "radial1", "radial2"}) {
    const CleanCalibration clean = calibrate_cleaned(wide, {.model = model});
    EXPECT_THAT(clean.left_out, IsEmpty()) << model;
    EXPECT_EQ(clean.calibration.model->info().name, model);
    // What is systematic does not change from neighbour to neighbour because the weights do.
    const Observations weighted = testing::with_levels(wide, 0.02, 4);
    EXPECT_THAT(calibrate_cleaned(weighted, {.model = model}).left_out, IsEmpty()) << model;
  }
}

/// A corner of the target that is not where it should be is off in every frame.
TEST(OutlyingCorners, AMisplacedCornerOfTheTargetStays) {
  Observations data = views();
  data.target.points[33] += Vector3(2e-3, 0, 0);
  EXPECT_THAT(calibrate_cleaned(data, {.model = "radial2"}).left_out, IsEmpty());
}

TEST(OutlyingCorners, CanBeKept) {
  Observations data = views();
  spoil(30, &data);
  EXPECT_THAT(calibrate_cleaned(data, {.model = "radial2"}, {.sigmas = 0}).left_out, IsEmpty());
  EXPECT_THROW(static_cast<void>(calibrate_cleaned(data, {.model = "radial2"}, {.sigmas = -1})), Error);
}

TEST(OutlyingCorners, AFreeTargetLosesCornersThatAreHardlySeen) {
  Observations data = views();
  for (std::size_t j = 2; j < data.frames.size(); ++j) {
    std::erase_if(data.frames[j].corners, [](const Corner& corner) { return corner.id == 12; });
  }
  const CleanCalibration clean = calibrate_cleaned(data, {.model = "radial2", .target_shape = TargetShape::kFree});
  EXPECT_TRUE(clean.calibration.converged()) << clean.calibration.message;
  ASSERT_EQ(clean.left_out.size(), 2U);
  EXPECT_EQ(clean.left_out.front().id, 12);
  EXPECT_THAT(clean.left_out.front().reason, HasSubstr("seen in 2 frames only"));
}

/// A corner that the target has elsewhere stands off in all frames, so that nothing of the image is seen in it until
/// the target's shape is known.
TEST(OutlyingCorners, OfACornerThatTheTargetHasElsewhereAreFoundWithItsShape) {
  constexpr int kMoved = 34;
  Observations data = views();
  const Simulation nominal = simulate(ordinary_camera(), board(), {.frames = 15, .noise_px = 0, .seed = 21});
  Spoiled spoiled;
  for (std::size_t j = 0; j < data.frames.size(); ++j) {
    for (Corner& corner : data.frames[j].corners) {
      if (corner.id != kMoved) continue;
      const Vector3 nominal_point = nominal.target_points[kMoved];
      const Vector3 moved = nominal_point + Vector3(0.0015, 0.001, 0);
      corner.pixel += *ordinary_camera().project(nominal.camera_from_target[j] * moved) -
                      *ordinary_camera().project(nominal.camera_from_target[j] * nominal_point);
      if (j == 4) {
        corner.pixel += Vector2(1.6, -1.2);
        spoiled.insert({j, kMoved});
      }
    }
  }
  ASSERT_EQ(spoiled.size(), 1U);
  const auto all = std::make_shared<const Observations>(data);
  const CleanCalibration flat = calibrate_cleaned(all, {.model = "radial2", .target_shape = TargetShape::kFree});
  EXPECT_EQ(found_in(flat).count({4, kMoved}), 0U) << "it hides in what the target does";
  const std::optional<CleanCalibration> again = clean_with_found_target(all, flat);
  ASSERT_TRUE(again);
  EXPECT_EQ(found_in(*again), spoiled);
  EXPECT_LT(again->calibration.fit.rmse, flat.calibration.fit.rmse);
  EXPECT_EQ(again->calibration.target.basis.shape(), TargetShape::kFree);
  EXPECT_EQ(again->calibration.observations->target.points, data.target.points) << "what the target is said to be";
  EXPECT_FALSE(clean_with_found_target(all, *again)) << "nothing else is found then";
}

}  // namespace
}  // namespace fiducia
