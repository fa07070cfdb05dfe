#include <gtest/gtest.h>

#include "fiducia/core/error.h"
#include "fiducia/solve/calibrate.h"
#include "setups.h"

namespace fiducia {
namespace {

using testing::board;
using testing::ordinary_camera;

Observations simulated(int frames, double max_angle_rad = 0.7, double noise_px = 0.1, std::uint64_t seed = 11) {
  SimulateOptions options{.frames = frames, .noise_px = noise_px, .seed = seed};
  options.poses.max_angle_rad = max_angle_rad;
  return simulate(ordinary_camera(), board(), options).observations;
}

void expect_degenerate(const Calibration& calibration, const std::string& reason) {
  EXPECT_EQ(calibration.status, CalibrationStatus::kDegenerate) << calibration.message;
  EXPECT_NE(calibration.message.find(reason), std::string::npos) << calibration.message;
}

TEST(Degenerate, OneFrame) {
  for (const char* model : {"pinhole", "radial2", "fisheye"}) {
    expect_degenerate(calibrate(simulated(1), {.model = model}), "only one frame");
  }
}

TEST(Degenerate, AllFramesTheSame) {
  Observations data = simulated(1);
  for (int i = 1; i < 10; ++i) {
    data.frames.push_back(data.frames[0]);
    data.frames.back().name = "copy" + std::to_string(i);
    for (Corner& corner : data.frames.back().corners) corner.pixel.x() += 0.01 * i;  // a tripod that hardly moves
  }
  expect_degenerate(calibrate(data, {.model = "radial2"}), "the same view");
}

/// With and without noise: exactly singular, and singular for all that the noise allows to see.
TEST(Degenerate, AllFramesParallelToTheImagePlane) {
  for (const double noise : {0.0, 0.1}) {
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
      const Calibration calibration = calibrate(simulated(12, 0, noise, seed), {.model = "pinhole"});
      EXPECT_EQ(calibration.status, CalibrationStatus::kDegenerate)
          << "noise " << noise << " seed " << seed << ": " << calibration.message;
      EXPECT_NE(calibration.message.find("f"), std::string::npos) << calibration.message;
    }
  }
}

TEST(Degenerate, ThreeCornersInEveryFrame) {
  Observations data = simulated(8);
  for (Frame& frame : data.frames) frame.corners.resize(3);
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  expect_degenerate(calibration, "none of 8 frames");
  ASSERT_EQ(calibration.left_out.size(), 8U);
  EXPECT_NE(calibration.left_out[0].reason.find("3 corners"), std::string::npos);
}

TEST(Degenerate, CornersOnOneLine) {
  Observations data = simulated(8);
  for (Frame& frame : data.frames) frame.corners.resize(10);  // the first row
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  expect_degenerate(calibration, "none of 8 frames");
  EXPECT_NE(calibration.left_out[0].reason.find("one line"), std::string::npos);
}

TEST(Degenerate, MoreUnknownsThanCoordinates) {
  Observations data = simulated(3);
  for (Frame& frame : data.frames)
    frame.corners = {frame.corners[0], frame.corners[9], frame.corners[70], frame.corners[79]};
  expect_degenerate(calibrate(data, {.model = "opencv12"}), "coordinates for");
}

/// A board that straddles the camera plane: its far side projects, its near side is behind.
TEST(Degenerate, PointsBehindTheCameraInAFrame) {
  Observations data = simulated(8);
  const Pose pose = Pose::from_vectors({0, 1.35, 0}, {-0.1, -0.17, 0.22});
  const Camera camera = ordinary_camera();
  Frame& frame = data.frames[2];
  int behind = 0;
  for (Corner& corner : frame.corners) {
    const Vector3 x = pose * data.target.points[static_cast<std::size_t>(corner.id)];
    behind += x.z() <= 0 ? 1 : 0;
    const Vector2 u = camera.model().project(camera.parameters().data(), x);
    corner.pixel = u.cwiseMax(0).cwiseMin(Vector2(1935, 1215));
  }
  ASSERT_GT(behind, 0);
  ASSERT_LT(behind, 80);
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  ASSERT_TRUE(calibration.converged()) << calibration.message;
  ASSERT_EQ(calibration.left_out.size(), 1U);
  EXPECT_EQ(calibration.left_out[0].name, "frame002");
  EXPECT_NEAR(calibration.camera->parameter("fx"), 1500, 10);
}

TEST(Degenerate, ATargetThatIsNotFlatIsRefused) {
  Observations data = simulated(5);
  for (std::size_t i = 0; i < data.target.points.size(); i += 2) data.target.points[i].z() += 0.3;
  EXPECT_THROW(calibrate(data, {.model = "radial2"}), Error);
}

}  // namespace
}  // namespace fiducia
