// Every camera in every format that can hold it, written and read back.

#include <gmock/gmock.h>

#include "fiducia/camera/registry.h"
#include "fiducia/io/formats/camera_file.h"
#include "tests/camera/model_samples.h"
#include "tests/io/error_message.h"

namespace fiducia {
namespace {

using testing::error_message;
using ::testing::HasSubstr;
using ::testing::SizeIs;

std::vector<FileCamera> sample_cameras(std::string_view model) {
  std::vector<FileCamera> cameras;
  for (const samples::Sample& sample : samples::of(model.starts_with("cahvore") ? "cahvor" : model)) {
    cameras.push_back({.name = "left", .camera = Camera(make_model(model), sample.theta, samples::kImageSize)});
  }
  return cameras;
}

/// The same pixels, but for the rounding of another model's formula; COLMAP's half pixel costs the last bit of cx too.
void expect_same_mapping(const Camera& a, const Camera& b) {
  EXPECT_EQ(a.image_size(), b.image_size());
  for (const Vector3& point : samples::computable_points(a.model(), a.parameters(), 40)) {
    const Vector2 pixel = a.model().project(a.parameters().data(), point);
    const Vector2 difference = pixel - b.model().project(b.parameters().data(), point);
    EXPECT_LE(difference.cwiseAbs().maxCoeff(), 1e-12 * (1000 + pixel.cwiseAbs().maxCoeff())) << point.transpose();
  }
  if (&a.model() == &b.model() && a.parameters().size() > 4) {
    for (std::size_t i = 4; i < a.parameters().size(); ++i) EXPECT_EQ(a.parameters()[i], b.parameters()[i]);
  }
}

struct Route {
  std::string_view format;
  std::vector<std::string_view> models;  // that it can hold
};

const std::vector<Route>& routes() {
  static const std::vector<Route> kRoutes = {
      {"fiducia",
       {"pinhole", "radial1", "radial2", "radial3", "opencv4", "opencv5", "opencv8", "opencv12", "fisheye",
        "double_sphere", "eucm", "mei", "fov", "cahvor", "cahvore:0.37"}},
      {"opencv", {"pinhole", "radial1", "radial2", "radial3", "opencv4", "opencv5", "opencv8", "opencv12", "fisheye"}},
      {"opencv-xml",
       {"pinhole", "radial1", "radial2", "radial3", "opencv4", "opencv5", "opencv8", "opencv12", "fisheye"}},
      {"opencv-json",
       {"pinhole", "radial1", "radial2", "radial3", "opencv4", "opencv5", "opencv8", "opencv12", "fisheye"}},
      {"ros", {"pinhole", "radial1", "radial2", "radial3", "opencv4", "opencv5", "opencv8", "opencv12", "fisheye"}},
      {"kalibr", {"pinhole", "radial1", "radial2", "opencv4", "fisheye", "double_sphere", "eucm", "mei", "fov"}},
      {"mrcal",
       {"pinhole", "radial1", "radial2", "radial3", "opencv4", "opencv5", "opencv8", "opencv12", "cahvor",
        "cahvore:0.37", "cahvore:-0.5", "cahvore:0"}},
      {"colmap", {"pinhole", "radial1", "radial2", "radial3", "opencv4", "opencv5", "opencv8", "fisheye", "fov"}},
      {"basalt",
       {"pinhole", "radial1", "radial2", "radial3", "opencv4", "opencv5", "opencv8", "fisheye", "double_sphere",
        "eucm"}},
      {"matlab", {"pinhole", "radial1", "radial2", "radial3", "opencv4", "opencv5"}},
  };
  return kRoutes;
}

TEST(CameraRoundTrip, GivesTheSameMapping) {
  for (const Route& route : routes()) {
    const CameraFormat& format = camera_format_named(route.format);
    if (format.read == nullptr) continue;
    for (const std::string_view model : route.models) {
      for (const FileCamera& before : sample_cameras(model)) {
        SCOPED_TRACE(std::string(route.format) + " " + std::string(model));
        const CameraFile after = read_camera_file(camera_file_text(format, {before}), "f");
        EXPECT_EQ(after.format, route.format.substr(0, route.format.find('-')));  // known by its content
        ASSERT_THAT(after.cameras, SizeIs(1));
        const bool nameless = route.format == "mrcal" || route.format == "colmap" || route.format == "basalt";
        EXPECT_EQ(after.cameras[0].name, nameless ? "" : "left");
        expect_same_mapping(before.camera, after.cameras[0].camera);
      }
    }
  }
}

TEST(CameraRoundTrip, WhatAFormatCannotHoldIsRefused) {
  for (const Route& route : routes()) {
    const CameraFormat& format = camera_format_named(route.format);
    for (const std::shared_ptr<const Model>& model : all_models()) {
      const std::string_view name = model->info().name;
      const FileCamera camera = sample_cameras(name).back();
      const bool can = std::find(route.models.begin(), route.models.end(), name) != route.models.end();
      SCOPED_TRACE(std::string(route.format) + " " + std::string(name));
      if (can) {
        EXPECT_NO_THROW(static_cast<void>(camera_file_text(format, {camera})));
      } else {
        EXPECT_THAT(error_message([&] { static_cast<void>(camera_file_text(format, {camera})); }),
                    HasSubstr("--model"));
      }
    }
  }
}

TEST(CameraRoundTrip, EveryWrittenFormatIsTried) {
  for (const CameraFormat& format : camera_formats()) {
    const bool tried =
        std::any_of(routes().begin(), routes().end(), [&](const Route& r) { return r.format == format.name; });
    EXPECT_EQ(format.write != nullptr, tried) << format.name;
  }
}

TEST(CameraRoundTrip, SeveralCamerasWithTheirPosesAndNames) {
  std::vector<FileCamera> cameras = {sample_cameras("fisheye")[0], sample_cameras("opencv4")[1],
                                     sample_cameras("eucm")[0]};
  cameras[0].from_reference = Pose{};
  cameras[1].from_reference = Pose::from_vectors({.1, .2, .3}, {1, 2, 3});
  cameras[2].from_reference = Pose::from_vectors({-.5, 0, .1}, {0, .1, 0});
  cameras[1].name = "right \"wide\": 1";
  const CameraFile after = read_camera_file(camera_file_text(camera_format_named("kalibr"), cameras), "f");
  ASSERT_THAT(after.cameras, SizeIs(3));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(after.cameras[i].name, cameras[i].name);
    expect_same_mapping(cameras[i].camera, after.cameras[i].camera);
    const Pose &a = *cameras[i].from_reference, &b = *after.cameras[i].from_reference;
    EXPECT_LT((a.rotation - b.rotation).norm() + (a.translation - b.translation).norm(), 1e-14);
  }
  EXPECT_THAT(error_message([&] { static_cast<void>(camera_file_text(camera_format_named("ros"), cameras)); }),
              HasSubstr("--camera"));
  const FileCamera posed = cameras[1];
  const CameraFile mrcal = read_camera_file(camera_file_text(camera_format_named("mrcal"), {posed}), "f");
  const Pose& back = mrcal.cameras[0].from_reference.value();
  EXPECT_LT((back.rotation - posed.from_reference->rotation).norm(), 1e-14);
  EXPECT_EQ(back.translation, posed.from_reference->translation);
}

TEST(Matlab, CountsPixelsFromOne) {
  const Camera camera("radial2", {{"fx", 500}, {"fy", 510}, {"cx", 319.5}, {"cy", 239.5}, {"k1", -.25}, {"k2", .125}},
                      {640, 480});
  EXPECT_THAT(
      camera_file_text(camera_format_named("matlab"), {{.camera = camera}}),
      HasSubstr(
          "cameraIntrinsics([500 510], [320.5 240.5], [480 640], ...\n    'RadialDistortion', [-0.25 0.125 0], ...\n"
          "    'TangentialDistortion', [0 0]);"));
}

}  // namespace
}  // namespace fiducia
