// Images of real boards. OpenCV's own come with its documentation (package opencv-doc); the others are not part of
// this repository, and the tests skip where they are absent.

#include <numbers>

#include "fiducia/detect/detect.h"
#include "fiducia/detect/picture_files.h"
#include "fiducia/solve/calibrate.h"
#include "tests/detect/find.h"

namespace fiducia {
namespace {

namespace fs = std::filesystem;

struct RealSet {
  std::string name;
  std::string folder;
  std::string prefix;  ///< of the images' names
  std::string target;
  std::size_t frames;    ///< in which the target must be found
  std::string model;     ///< with which
  double opencv_rms_px;  ///< is what cornerSubPix and OpenCV's calibration reach, a corner
};

void PrintTo(const RealSet& set, std::ostream* stream) { *stream << set.name; }

class RealPictures : public ::testing::TestWithParam<RealSet> {};

TEST_P(RealPictures, AreFoundAndCalibratedAtLeastAsWellAsByOpenCv) {
  const RealSet& set = GetParam();
  if (!fs::is_directory(set.folder)) GTEST_SKIP() << "the images are not here: " << set.folder;
  std::vector<fs::path> files;
  for (const fs::path& file : picture_files({set.folder})) {
    const std::string name = file.filename();
    const bool numbered = name.size() > set.prefix.size() && std::isdigit(name[set.prefix.size()]) != 0;
    if (name.starts_with(set.prefix) && (set.prefix.empty() || numbered)) files.push_back(file);
  }
  const Detection detection = detect(files, parse_target(set.target));
  EXPECT_GE(detection.observations.frames.size(), set.frames);
  const Calibration calibration = calibrate(detection.observations, {.model = set.model});
  ASSERT_TRUE(calibration.converged()) << calibration.message;
  EXPECT_LE(std::numbers::sqrt2 * calibration.fit.rmse, 1.02 * set.opencv_rms_px);
}

const std::string kShared = std::string(FIDUCIA_SOURCE_DIR) + "/../shared/data/";
const std::string kOpencv = "/usr/share/doc/opencv-doc/examples/data";

INSTANTIATE_TEST_SUITE_P(
    All, RealPictures,
    ::testing::Values(RealSet{"OpencvLeft", kOpencv, "left", "chessboard:9x6:0.03", 13, "opencv4", 0.177},
                      RealSet{"OpencvRight", kOpencv, "right", "chessboard:9x6:0.03", 13, "opencv4", 0.178},
                      RealSet{"TagGrid", kShared + "yac_d435i_aprilgrid/images", "", "aprilgrid:6x6:0.088:0.3", 30,
                              "opencv4", 0.269},
                      RealSet{"Charuco", kShared + "photonvision_charuco_0507_1280/images", "",
                              "charuco:8x8:0.0254:0.01905:DICT_4X4_50", 16, "opencv5", 0.235}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace fiducia
