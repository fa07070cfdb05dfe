// Rectified pairs: a point has the same row in both images, whatever the lenses.

#include "fiducia/use/stereo_rectification.h"

#include <gmock/gmock.h>

#include <Eigen/Geometry>

#include "fiducia/camera/registry.h"
#include "fiducia/use/lookup_map.h"
#include "tests/io/error_message.h"

namespace fiducia {
namespace {

using testing::error_message;
using ::testing::HasSubstr;

Camera stereo_lens(std::string_view model) {
  const ImageSize size{640, 480};
  if (model == "fisheye") return {make_model(model), {260, 262, 322, 238, 0.02, -0.004, 1e-3, 0}, size};
  if (model == "double_sphere") return {make_model(model), {240, 241, 318, 241, -0.1, 0.58}, size};
  return {make_model("radial2"), {520, 523, 325, 236, -0.25, 0.09}, size};
}

const Pose kSideBySide = Pose::from_vectors({0.02, 0.05, -0.01}, {-0.12, 0.004, 0.006});
const Pose kAboveEachOther = Pose::from_vectors({0.03, -0.01, 0.02}, {0.006, -0.15, 0.01});

/// Points in front of the first camera.
std::vector<Vector3> scene() {
  std::vector<Vector3> points;
  for (const double z : {0.7, 2.0, 9.0}) {
    for (double x = -0.4; x <= 0.4; x += 0.2) {
      for (double y = -0.3; y <= 0.3; y += 0.15) points.emplace_back(x * z, y * z, z);
    }
  }
  return points;
}

TEST(StereoRectification, PointsKeepTheirRow) {
  for (const char* left : {"radial2", "fisheye"}) {
    for (const char* right : {"radial2", "double_sphere"}) {
      for (const Framing framing : {Framing::kSameScale, Framing::kCrop, Framing::kFieldOfView}) {
        SCOPED_TRACE(std::string(left) + " " + right);
        const StereoRectification pair =
            rectify_stereo(stereo_lens(left), stereo_lens(right), kSideBySide, {.framing = framing, .fov_rad = 1});
        EXPECT_FALSE(pair.rotations.vertical);
        EXPECT_NEAR(pair.rotations.shift_m, -kSideBySide.translation.norm(), 1e-15);
        for (const Vector3& point : scene()) {
          const Vector2 a = *pair.a.project(point);
          const Vector2 b = *pair.b.project(kSideBySide * point);
          EXPECT_NEAR(a.y(), b.y(), 1e-9);
          // What the disparity says is where the point is.
          const Eigen::Vector4d at = pair.disparity_to_depth() * Eigen::Vector4d(a.x(), a.y(), a.x() - b.x(), 1);
          const Vector3 rectified = pair.rotations.rectified_from_a * point;
          EXPECT_LT((at.head<3>() / at.w() - rectified).norm(), 1e-9 * rectified.norm());
          const Vector3 seen = pair.projection_b() * rectified.homogeneous();
          EXPECT_LT((seen.head<2>() / seen.z() - b).norm(), 1e-9);
        }
      }
    }
  }
}

TEST(StereoRectification, CamerasAboveEachOtherShareColumns) {
  const StereoRectification pair = rectify_stereo(stereo_lens("radial2"), stereo_lens("radial2"), kAboveEachOther);
  EXPECT_TRUE(pair.rotations.vertical);
  for (const Vector3& point : scene()) {
    EXPECT_NEAR(pair.a.project(point)->x(), pair.b.project(kAboveEachOther * point)->x(), 1e-9);
  }
  EXPECT_NEAR(pair.projection_b()(1, 3), -pair.a.focal_px * kAboveEachOther.translation.norm(), 1e-9);
}

TEST(StereoRectification, CroppedImagesHaveNoEmptyPixel) {
  for (const char* lens : {"radial2", "fisheye"}) {
    SCOPED_TRACE(lens);
    const Camera camera = stereo_lens(lens);
    for (const ImageSize size : {ImageSize{}, ImageSize{400, 200}}) {
      const StereoRectification pair =
          rectify_stereo(camera, camera, kSideBySide, {.size = size, .framing = Framing::kCrop});
      EXPECT_EQ(map_to_source(camera, pair.a).share_without_place(), 0);
      EXPECT_EQ(map_to_source(camera, pair.b).share_without_place(), 0);
      StereoRectification wider = pair;
      wider.a.focal_px *= 0.99;
      wider.b.focal_px *= 0.99;
      EXPECT_GT(
          map_to_source(camera, wider.a).share_without_place() + map_to_source(camera, wider.b).share_without_place(),
          0);
    }
  }
}

TEST(StereoRectification, KeepsAllOfBothWhereAPlaneCan) {
  const Camera camera = stereo_lens("radial2");
  const StereoRectification pair = rectify_stereo(camera, camera, kSideBySide, {.framing = Framing::kKeepAll});
  EXPECT_EQ(source_loss(camera, pair.a).lost, 0);
  EXPECT_EQ(source_loss(camera, pair.b).lost, 0);
  const Camera wide(make_model("fisheye"), {200, 200, 320, 240, 0.01, 0, 0, 0}, {640, 480});
  EXPECT_THAT(error_message(
                  [&] { static_cast<void>(rectify_stereo(wide, wide, kSideBySide, {.framing = Framing::kKeepAll})); }),
              HasSubstr("85 degrees"));
}

TEST(StereoRectification, RefusesPairsWithoutRows) {
  const Camera camera = stereo_lens("radial2");
  const auto refused = [&](const Vector3& turn, const Vector3& translation) {
    return error_message(
        [&] { static_cast<void>(rectify_stereo(camera, camera, Pose::from_vectors(turn, translation))); });
  };
  EXPECT_THAT(refused({0, 0, 0}, {0.02, 0, -0.3}), HasSubstr("in front of the other"));
  EXPECT_THAT(refused({0, 0, 0}, {0, 0, 0}), HasSubstr("at the same place"));
  EXPECT_THAT(refused({0, 3.1, 0}, {-0.1, 0, 0}), HasSubstr("cannot be rectified"));
}

}  // namespace
}  // namespace fiducia
