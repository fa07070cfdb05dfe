// ROS' own parser reads what we write, and writes what we read.

#include <gmock/gmock.h>

#include "tests/foreign/rays.h"
#include "tests/foreign/run_tool.h"
#include "tests/io/temporary_folder.h"

namespace fiducia {
namespace {

using testing::RaysOverImage;

constexpr const char* kConvert = "/usr/lib/camera_calibration_parsers/convert";

class Ros : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kConvert)) GTEST_SKIP() << "ROS' camera_calibration_parsers are not installed";
  }

  [[nodiscard]] std::vector<Vector2> pixels_through(const std::string& file, const std::vector<Vector3>& rays) const {
    const Camera camera = read_camera_file(read_file(file), file).cameras.at(0).camera;
    std::vector<Vector2> pixels;
    for (const Vector3& ray : rays) pixels.push_back(*camera.project(ray));
    return pixels;
  }

  testing::TemporaryFolder folder;
};

/// Its program goes through its C++ parser and writer; YAML keeps all digits, its older text five behind the point.
TEST_F(Ros, ReadsOurYamlAndWritesItsOwn) {
  for (const Camera& camera : testing::opencv_cameras()) {
    SCOPED_TRACE(std::string(camera.model().info().name));
    const std::string ours =
        folder.put("ours.yaml", camera_file_text(camera_format_named("ros"), {{.name = "left", .camera = camera}}));
    const std::string yaml = (folder / "theirs.yaml").string();
    ASSERT_TRUE(testing::succeeds(std::string(kConvert) + " " + ours + " " + yaml));
    const RaysOverImage over(camera);
    testing::expect_near_pixels(pixels_through(yaml, over.rays), over.pixels, 1e-9);
    EXPECT_EQ(read_camera_file(read_file(yaml), yaml).cameras[0].name, "left");
  }
}

TEST_F(Ros, ItsOlderTextIsRead) {
  const Camera camera = testing::opencv_cameras()[5];
  const std::string ours =
      folder.put("ours.yaml", camera_file_text(camera_format_named("ros"), {{.name = "left", .camera = camera}}));
  const std::string ini = (folder / "theirs.ini").string();
  ASSERT_TRUE(testing::succeeds(std::string(kConvert) + " " + ours + " " + ini));
  const CameraFile read = read_camera_file(read_file(ini), ini);
  EXPECT_EQ(read.format, "ros-ost");
  EXPECT_EQ(read.cameras.at(0).name, "left");
  const RaysOverImage over(camera);
  testing::expect_near_pixels(pixels_through(ini, over.rays), over.pixels, 0.02);
}

/// Its Python parser sees the numbers that we wrote.
TEST_F(Ros, ItsPythonParserSeesTheSameNumbers) {
  if (!testing::succeeds(testing::python() + " -c 'import camera_calibration_parsers'")) {
    GTEST_SKIP() << "the Python module is not installed";
  }
  const Camera camera = testing::opencv_cameras()[6];
  const std::string ours =
      folder.put("ours.yaml", camera_file_text(camera_format_named("ros"), {{.name = "left", .camera = camera}}));
  const std::string script =
      folder.put("read.py",
                 "import sys, camera_calibration_parsers as c\n"
                 "name, info = c.readCalibration(sys.argv[1])\n"
                 "assert name == 'left' and info.distortion_model == 'rational_polynomial'\n"
                 "open(sys.argv[2], 'w').write(' '.join(repr(x) for x in list(info.K) + list(info.D)))\n");
  const std::string numbers = (folder / "numbers.txt").string();
  ASSERT_TRUE(testing::succeeds(testing::python() + " " + script + " " + ours + " " + numbers));
  const std::string content = read_file(numbers);
  std::vector<double> found;
  for (const std::string_view word : words_of(content)) found.push_back(*number_in(word));
  const OpenCvLens lens = require_opencv_lens(camera, "");
  std::vector<double> expected = {lens.fx, 0, lens.cx, 0, lens.fy, lens.cy, 0, 0, 1};
  expected.insert(expected.end(), lens.coefficients.begin(), lens.coefficients.end());
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace fiducia
