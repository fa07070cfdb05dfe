// mrcal's own tools read what we write, and the other way round.

#include <gmock/gmock.h>

#include <cmath>

#include "tests/foreign/rays.h"
#include "tests/foreign/run_tool.h"
#include "tests/io/temporary_folder.h"

namespace fiducia {
namespace {

using testing::RaysOverImage;

/// Reads a model and rays, writes the model again and prints the pixels.
constexpr const char* kScript = R"(
import sys
import numpy as np
import mrcal
model = mrcal.cameramodel(sys.argv[1])
rays = np.loadtxt(sys.argv[2])
np.savetxt(sys.argv[3], mrcal.project(rays, *model.intrinsics()), fmt='%.17g')
model.write(sys.argv[4])
)";

class Mrcal : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!testing::succeeds(testing::python() + " -c 'import mrcal'"))
      GTEST_SKIP() << "mrcal's Python module is not installed";
  }
  testing::TemporaryFolder folder;
};

TEST_F(Mrcal, ReadsOurFilesAndSeesTheSamePixels) {
  const std::string script = folder.put("project.py", kScript);
  for (const Camera& camera : testing::opencv_cameras()) {
    if (camera.model().info().name == "fisheye") continue;
    SCOPED_TRACE(std::string(camera.model().info().name));
    const std::string model =
        folder.put("a.cameramodel", camera_file_text(camera_format_named("mrcal"), {{.camera = camera}}));
    const RaysOverImage over(camera);
    const std::string rays = folder.put("rays.txt", testing::rows_of(over.rays));
    const std::string pixels = (folder / "pixels.txt").string();
    const std::string again = (folder / "again.cameramodel").string();
    ASSERT_TRUE(
        testing::succeeds(testing::python() + " " + script + " " + model + " " + rays + " " + pixels + " " + again));
    testing::expect_near_pixels(testing::pixels_in(read_file(pixels)), over.pixels, 1e-9);
    const CameraFile read = read_camera_file(read_file(again), again);
    EXPECT_EQ(read.format, "mrcal");
    EXPECT_EQ(read.cameras.at(0).camera.image_size(), camera.image_size());
    const Camera& written = read.cameras[0].camera;
    std::vector<Vector2> ours;
    for (const Vector3& ray : over.rays) ours.push_back(*written.project(ray));
    testing::expect_near_pixels(ours, over.pixels, 1e-6);  // mrcal writes fewer digits
  }
}

TEST_F(Mrcal, SeesTheSamePixelsThroughASplinedLens) {
  const std::string script = folder.put("project.py", kScript);
  for (const char* spec : {"spline:20x14:150", "spline2:16x12:140"}) {
    SCOPED_TRACE(spec);
    const std::shared_ptr<const Model> lens = make_model(spec);
    std::vector<double> theta = lens->initial_parameters(480, 652, 351);
    for (std::size_t i = 4; i < theta.size(); ++i) theta[i] = 0.02 * std::sin(3.7 * static_cast<double>(i));
    const Camera camera(lens, theta, {1280, 720});
    const std::string model =
        folder.put("a.cameramodel", camera_file_text(camera_format_named("mrcal"), {{.camera = camera}}));
    const RaysOverImage over(camera);
    const std::string rays = folder.put("rays.txt", testing::rows_of(over.rays));
    const std::string pixels = (folder / "pixels.txt").string();
    const std::string again = (folder / "again.cameramodel").string();
    ASSERT_TRUE(
        testing::succeeds(testing::python() + " " + script + " " + model + " " + rays + " " + pixels + " " + again));
    testing::expect_near_pixels(testing::pixels_in(read_file(pixels)), over.pixels, 1e-9);
    EXPECT_EQ(read_camera_file(read_file(again), again).cameras.at(0).camera.model().info().name, spec);
  }
}

TEST_F(Mrcal, SeesTheSamePixelsThroughCahvorAndCahvore) {
  const std::string script = folder.put("project.py", kScript);
  for (const char* spec : {"cahvor", "cahvore:0.37", "cahvore:0", "cahvore:-0.5", "cahvore:1"}) {
    SCOPED_TRACE(spec);
    const Camera camera(make_model(spec), {480, 485, 652, 351, 0.02, -0.03, -0.01, -0.05, 0.01}, {1280, 720});
    const std::string model =
        folder.put("a.cameramodel", camera_file_text(camera_format_named("mrcal"), {{.camera = camera}}));
    const RaysOverImage over(camera);
    const std::string rays = folder.put("rays.txt", testing::rows_of(over.rays));
    const std::string pixels = (folder / "pixels.txt").string();
    const std::string again = (folder / "again.cameramodel").string();
    ASSERT_TRUE(
        testing::succeeds(testing::python() + " " + script + " " + model + " " + rays + " " + pixels + " " + again));
    testing::expect_near_pixels(testing::pixels_in(read_file(pixels)), over.pixels, 1e-9);
    EXPECT_EQ(read_camera_file(read_file(again), again).cameras.at(0).camera.model().info().name, spec);
  }
}

}  // namespace
}  // namespace fiducia
