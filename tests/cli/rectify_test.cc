// Rectified images of pairs: real ones, whose corners are looked for again, and what is refused.

#include <cmath>
#include <filesystem>
#include <map>
#include <opencv2/imgcodecs.hpp>

#include "fiducia/camera/registry.h"
#include "fiducia/io/file.h"
#include "fiducia/io/formats/rig_files.h"
#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using testing::CliResult;
using ::testing::HasSubstr;
using testing::run;

namespace fs = std::filesystem;

constexpr const char* kSamples = "/usr/share/doc/opencv-doc/examples/data/";

class RectifyTest : public testing::CliTest {
 protected:
  /// Three cameras: right beside left, lower below it, front before it.
  std::string rig() {
    const Camera camera(make_model("radial2"), {90, 90, 79.5, 59.5, -0.2, 0.05}, {160, 120});
    const auto at = [&](const char* name, const Vector3& turn, const Vector3& place) {
      return FileCamera{.name = name, .camera = camera, .from_reference = Pose::from_vectors(turn, place)};
    };
    return folder.put(
        "rig.json",
        camera_file_text(camera_format_named("fiducia"),
                         {at("left", {0, 0, 0}, {0, 0, 0}), at("right", {0.01, 0.03, -0.02}, {-0.1, 0.002, 0.001}),
                          at("lower", {0.02, 0, 0.01}, {0.001, -0.1, 0.002}), at("front", {0, 0, 0}, {0, 0, -0.3})}));
  }
  /// A folder with an image.
  std::string images(const std::string& name, int width = 160) {
    fs::create_directories(path(name));
    cv::Mat image(120, width, CV_8UC1);
    for (int y = 0; y < image.rows; ++y) {
      for (int x = 0; x < image.cols; ++x) image.at<unsigned char>(y, x) = static_cast<unsigned char>(40 + x + y % 7);
    }
    cv::imwrite(path(name + "/a.png"), image);
    return path(name);
  }
  bool exists(const std::string& name) { return fs::exists(path(name)); }

  /// The corners that are found in a folder of images, by the number in their names.
  std::map<std::string, std::map<int, Vector2>> corners_in(const std::string& images) {
    const std::string file = images + ".json";
    const CliResult detected =
        run({"detect", images, "--target", "chessboard:9x6:0.03", "-o", file, "--no-cache", "--quiet"});
    EXPECT_EQ(detected.status, 0) << detected.err;
    std::map<std::string, std::map<int, Vector2>> frames;
    const json found = json::parse(read_file(file));
    for (const json& frame : found["frames"]) {
      const std::string stem = fs::path(frame["name"].get<std::string>()).stem().string();
      for (const json& corner : frame["corners"]) {
        frames[stem.substr(stem.size() - 2)][corner[0]] = Vector2(corner[1], corner[2]);
      }
    }
    return frames;
  }
};

/// Calibrated with half of the pairs; the rows of the others' corners agree as was promised.
TEST_F(RectifyTest, RowsOfNewImagesAgreeAsPredicted) {
  if (!fs::exists(std::string(kSamples) + "left01.jpg")) GTEST_SKIP() << "opencv-doc is not installed";
  const std::string samples = kSamples;
  const CliResult calibrated =
      run({"calibrate", "--camera", "left=" + samples + "left0[1-7].jpg", "--camera",
           "right=" + samples + "right0[1-7].jpg", "--target", "chessboard:9x6:0.03", "--model", "opencv4",
           "--target-shape", "planar", "--no-cache", "--quiet", "-o", path("pair")});
  ASSERT_EQ(calibrated.status, 0) << calibrated.err;
  const CliResult rectified = run({"rectify", samples + "left1?.jpg", samples + "right1?.jpg", "--calibration",
                                   path("pair"), "-o", path("rectified"), "--json", "--formats", "none"});
  ASSERT_EQ(rectified.status, 0) << rectified.err;
  const json told = json::parse(rectified.out);
  EXPECT_EQ(told["shared"], "rows");
  EXPECT_EQ(told, json::parse(read_file(path("rectified/rectified.json"))));
  const auto left = corners_in(path("rectified/left"));
  const auto right = corners_in(path("rectified/right"));
  double squares = 0;
  int count = 0;
  for (const auto& [number, corners] : left) {
    ASSERT_TRUE(right.contains(number));
    for (const auto& [id, corner] : corners) {
      if (!right.at(number).contains(id)) continue;
      const Vector2 apart = corner - right.at(number).at(id);
      squares += apart.y() * apart.y();
      EXPECT_GT(apart.x(), 50);  // nearer than a metre
      ++count;
    }
  }
  EXPECT_GE(count, 4 * 54);
  const json calibration = json::parse(read_file(path("pair/calibration.json")));
  double noise = 0;  // of both corners
  for (const json& camera : calibration["cameras"]) noise += std::pow(camera["fit"]["rmse"].get<double>(), 2);
  const double bound = told["row_error_bound95_px"];
  EXPECT_NEAR(bound, calibration["rig"]["pairs"][0]["row_error_bound95_px"].get<double>(), 0.01 * bound);
  EXPECT_LT(std::sqrt(squares / count), std::sqrt(bound * bound + noise));
}

TEST_F(RectifyTest, WritesImagesMapsAndThePair) {
  const CliResult result = run({"rectify", images("l"), images("r"), "--calibration", rig(), "--cameras", "left,right",
                                "--crop", "--size", "200x100", "-o", path("out"), "--formats", "yaml,npy"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("200x100 px"), HasSubstr("baseline 0.10002"), HasSubstr("same row")));
  for (const char* name : {"left/a.png", "right/a.png", "left/remap.yml.gz", "right/map_x.npy", "rectified.json"}) {
    EXPECT_TRUE(exists(std::string("out/") + name)) << name;
  }
  const cv::Mat image = cv::imread(path("out/right/a.png"), cv::IMREAD_UNCHANGED);
  EXPECT_EQ(image.cols, 200);
  double darkest = 0;
  cv::minMaxLoc(image, &darkest);
  EXPECT_GT(darkest, 0);  // cropped: no black part
  const Rig pair = rig_of(read_camera_file(read_file(path("out/calibration.json")), "f"), "f");
  EXPECT_NEAR(pair.pose_between(1, 0).translation.x(), -0.100025, 1e-6);
  EXPECT_THAT(
      run({"rectify", images("l"), images("r"), "--calibration", rig(), "--cameras", "left,right", "-o", path("out")})
          .err,
      HasSubstr("--force"));
}

TEST_F(RectifyTest, CamerasAboveEachOtherShareColumns) {
  const CliResult result = run({"rectify", images("l"), images("r"), "--calibration", rig(), "--cameras", "left,lower",
                                "-o", path("out"), "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(json::parse(result.out)["shared"], "columns");
  EXPECT_LT(json::parse(result.out)["P2"][1][3].get<double>(), 0);
}

TEST_F(RectifyTest, RefusesAndWritesNothing) {
  const auto refused = [&](std::vector<std::string> arguments, const ::testing::Matcher<const std::string&>& words) {
    arguments.insert(arguments.begin(), "rectify");
    arguments.insert(arguments.end(), {"-o", path("out")});
    const CliResult result = run(arguments);
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_THAT(result.err, words);
    EXPECT_FALSE(exists("out"));
  };
  const std::string l = images("l");
  const std::string r = images("r");
  refused({l, r, "--calibration", rig()}, AllOf(HasSubstr("--cameras"), HasSubstr("lower")));
  refused({l, r, "--calibration", rig(), "--cameras", "left,rear"}, HasSubstr("no camera rear"));
  refused({l, r, "--calibration", rig(), "--cameras", "left,left"}, HasSubstr("two cameras"));
  refused({l, r, "--calibration", rig(), "--cameras", "left,front"},
          AllOf(HasSubstr("left and front"), HasSubstr("in front of the other")));
  refused({l, r, l, "--calibration", rig(), "--cameras", "left,right"}, HasSubstr("two arguments, not 3"));
  refused({l, path("none*.png"), "--calibration", rig(), "--cameras", "left,right"}, HasSubstr("none*.png"));
  refused({l, images("small", 100), "--calibration", rig(), "--cameras", "left,right"},
          AllOf(HasSubstr("small/a.png"), HasSubstr("100x120")));
  refused({l, r, "--calibration", rig(), "--cameras", "left,right", "--formats", "grid"}, HasSubstr("stmap"));
  const std::string one =
      folder.put("one.json", camera_file_text(camera_format_named("fiducia"),
                                              {{.camera = Camera(make_model("pinhole"), {90, 80, 60}, {160, 120})}}));
  refused({l, r, "--calibration", one}, AllOf(HasSubstr("one.json"), HasSubstr("one camera")));
}

}  // namespace
}  // namespace fiducia
