#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "fiducia/camera/camera.h"
#include "fiducia/core/random.h"
#include "fiducia/io/file.h"
#include "fiducia/io/formats/camera_file.h"
#include "fiducia/io/numpy_array.h"
#include "fiducia/use/lookup_map.h"
#include "fiducia/use/output_camera.h"
#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using testing::CliResult;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::run;
using ::testing::UnorderedElementsAre;

Camera used_camera() {
  return {"radial2", {{"fx", 250}, {"fy", 251}, {"cx", 161}, {"cy", 118}, {"k1", -0.2}, {"k2", 0.03}}, {320, 240}};
}

class UseTest : public testing::CliTest {
 protected:
  UseTest() {
    calibration =
        folder.put("camera.json", camera_file_text(camera_format_named("fiducia"), {{.camera = used_camera()}}));
    image = cv::Mat(240, 320, CV_8UC3);
    cv::randu(image, 0, 255);
    cv::GaussianBlur(image, image, {}, 2);
    cv::imwrite(path("a.png"), image);
  }

  std::string calibration;
  cv::Mat image;
};

TEST_F(UseTest, UndistortWritesTheImageAndItsCamera) {
  const CliResult result = run({"undistort", path("a.png"), "--calibration", calibration, "--crop", "--interpolation",
                                "linear", "-o", path("out")});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("of the source image are lost, 0.0% of the new image have no source")));
  const OutputCamera output = output_camera(used_camera(), {.framing = Framing::kCrop});
  const LookupMap map = map_to_source(used_camera(), output);
  cv::Mat expected;
  cv::remap(image, expected, cv::Mat(240, 320, CV_32F, const_cast<float*>(map.x.data())),
            cv::Mat(240, 320, CV_32F, const_cast<float*>(map.y.data())), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  EXPECT_EQ(cv::norm(cv::imread(path("out/a.png")), expected, cv::NORM_INF), 0);
  for (const char* file : {"out/calibration.json", "out/calibration.yml"}) {
    const Camera camera = read_camera_file(read_file(path(file)), file).cameras.front().camera;
    EXPECT_EQ(camera.image_size(), (ImageSize{320, 240}));
    EXPECT_LT((*camera.project({0.1, 0.2, 1}) - *output.project({0.1, 0.2, 1})).norm(), 1e-6) << file;
  }
  const CliResult again = run({"undistort", path("a.png"), "--calibration", calibration, "-o", path("out")});
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.err, AllOf(HasSubstr("a.png"), HasSubstr("--force")));
  EXPECT_EQ(run({"undistort", path("a.png"), "--calibration", calibration, "-o", path("out"), "--force"}).status, 0);
}

TEST(UseHelp, NamesTheOptionsAndGivesAnExample) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> commands = {
      {"undistort", {"IMAGES", "--calibration", "--projection", "--fov", "--keep-all", "--crop", "--every", "--force"}},
      {"maps", {"--calibration", "--formats", "--grid-error", "stmap", "--size"}},
      {"project", {"POINTS", "--calibration", "-o,--output"}},
      {"unproject", {"POINTS", "--calibration", "-o,--output"}}};
  for (const auto& [command, words] : commands) {
    const CliResult result = run({command, "--help"});
    EXPECT_EQ(result.status, 0);
    for (const std::string& word : words) EXPECT_THAT(result.out, HasSubstr(word)) << command;
    EXPECT_THAT(result.out, HasSubstr("Example:\n  fiducia " + command));
  }
}

TEST_F(UseTest, ImagesThatDifferByTheirExtensionAreToldApart) {
  cv::imwrite(path("a.bmp"), image);
  const CliResult result =
      run({"undistort", path("a.png"), path("a.bmp"), "--calibration", calibration, "--json", "-o", path("out")});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(nlohmann::json::parse(result.out)["files"].get<std::vector<std::string>>(),
              UnorderedElementsAre("a.png", "a.bmp.png", "calibration.json", "calibration.yml"));
  EXPECT_EQ(cv::norm(cv::imread(path("out/a.png")), cv::imread(path("out/a.bmp.png")), cv::NORM_INF), 0);
}

TEST_F(UseTest, OtherProjectionsSayWhatTheyAre) {
  ASSERT_EQ(run({"undistort", path("a.png"), "--calibration", calibration, "--projection", "equirectangular", "-o",
                 path("out"), "--size", "400x300", "--fov", "60"})
                .status,
            0);
  const auto about = nlohmann::json::parse(read_file(path("out/projection.json")));
  EXPECT_EQ(about["projection"], "equirectangular");
  EXPECT_NEAR(about["f"].get<double>(), 400 / (60 * std::acos(-1) / 180), 1e-9);
  EXPECT_EQ(cv::imread(path("out/a.png")).cols, 400);
}

TEST_F(UseTest, BadInputIsRefusedAndNothingIsWritten) {
  cv::imwrite(path("small.png"), cv::Mat::zeros(100, 200, CV_8U));
  std::filesystem::create_directory(path("empty"));
  folder.put("text.json", "not a calibration");
  const std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>> calls = {
      {{path("small.png"), "--calibration", calibration}, {"small.png", "200x100", "320x240"}},
      {{path("a.png"), "--calibration", path("text.json")}, {"text.json"}},
      {{path("a.png"), "--calibration", calibration, "--projection", "mercator"}, {"mercator", "stereographic"}},
      {{path("a.png"), "--calibration", calibration, "--fov", "180"}, {"--fov 180", "equirectangular"}},
      {{path("a.png"), "--calibration", calibration, "--fov", "90", "--crop"}, {"--fov", "--crop"}},
      {{path("a.png"), "--calibration", calibration, "--interpolation", "best"}, {"best", "lanczos"}},
      {{path("empty"), "--calibration", calibration}, {"empty", "no image"}},
      {{calibration, "--calibration", calibration}, {"camera.json", "not an image"}},
      {{path("no.mp4"), "--calibration", calibration}, {"no.mp4", "no such file"}}};
  for (const auto& [arguments, words] : calls) {
    std::vector<std::string> call = {"undistort"};
    call.insert(call.end(), arguments.begin(), arguments.end());
    call.insert(call.end(), {"-o", path("out")});
    const CliResult result = run(call);
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_THAT(result.out, IsEmpty());
    for (const std::string& word : words) EXPECT_THAT(result.err, HasSubstr(word));
    EXPECT_FALSE(std::filesystem::exists(path("out/calibration.json")));
  }
  EXPECT_EQ(run({"undistort", path("a.png"), "--calibration", calibration, "-o", folder.path().string()}).status, 2);
}

TEST_F(UseTest, MapsAreReadByOpenCvAndNumpy) {
  setenv("OPENCV_IO_ENABLE_OPENEXR", "1", 1);
  const CliResult result =
      run({"maps", "--calibration", calibration, "--keep-all", "--formats", "yaml,xml,npy,stmap", "-o", path("maps")});
  ASSERT_EQ(result.status, 0) << result.err;
  const OutputCamera output = output_camera(used_camera(), {.framing = Framing::kKeepAll});
  const LookupMap forth = map_to_source(used_camera(), output);
  const LookupMap back = map_to_output(used_camera(), output);
  const std::vector<std::pair<std::string, const std::vector<float>*>> expected = {
      {"map_x", &forth.x}, {"map_y", &forth.y}, {"distort_map_x", &back.x}, {"distort_map_y", &back.y}};
  for (const char* file : {"maps/remap.yml.gz", "maps/remap.xml.gz"}) {
    const cv::FileStorage storage(path(file), cv::FileStorage::READ);
    for (const auto& [key, values] : expected) {
      cv::Mat map;
      storage[key] >> map;
      ASSERT_EQ(map.size(), cv::Size(320, 240)) << file;
      EXPECT_EQ(cv::norm(map, cv::Mat(240, 320, CV_32F, const_cast<float*>(values->data())), cv::NORM_INF), 0);
    }
  }
  for (const auto& [key, values] : expected) {
    const NumpyArray array = read_numpy_array(read_file(path("maps/" + key + ".npy")), key);
    EXPECT_THAT(array.shape, ::testing::ElementsAre(240U, 320U));
    EXPECT_EQ(array.values[5000], static_cast<double>((*values)[5000]));
  }
  const cv::Mat stmap = cv::imread(path("maps/stmap_undistort.exr"), cv::IMREAD_UNCHANGED);
  if (stmap.empty()) GTEST_SKIP() << "this OpenCV does not read EXR files";
  ASSERT_EQ(stmap.type(), CV_32FC3);
  for (int v = 0; v < 240; v += 17) {
    for (int u = 0; u < 320; u += 13) {
      const auto st = stmap.at<cv::Vec3f>(v, u);  // blue, green, red
      const auto at = static_cast<std::size_t>(v * 320 + u);
      if (forth.x[at] == LookupMap::kNowhere) {
        EXPECT_EQ(st, cv::Vec3f(0, -1, -1));
        continue;
      }
      EXPECT_NEAR(st[2] * 320 - 0.5, forth.x[at], 1e-4);
      EXPECT_NEAR((1 - st[1]) * 240 - 0.5, forth.y[at], 1e-4);
      EXPECT_EQ(st[0], 1);
    }
  }
}

TEST_F(UseTest, TheHeaderAloneGivesTheRaysWithinItsError) {
  if (std::system("c++ --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no c++ to compile it with";
  ASSERT_EQ(run({"maps", "--calibration", calibration, "--formats", "grid", "--grid-error", "0.02", "-o", path("maps")})
                .status,
            0);
  const auto about = nlohmann::json::parse(read_file(path("maps/maps.json")));
  EXPECT_LE(about["grid"]["error_px"].get<double>(), 0.02);
  EXPECT_EQ(about["grid"]["covered"], 1);
  folder.put("main.cc", R"(#include "maps/unproject_grid.h"
#include <cstdio>
int main() {
  double u, v, ray[3];
  while (std::scanf("%lf %lf", &u, &v) == 2) {
    if (!unproject_grid::unproject(u, v, ray)) return 1;
    std::printf("%.17g %.17g %.17g\n", ray[0], ray[1], ray[2]);
  }
})");
  RandomStream random(5);
  std::vector<Vector2> pixels;
  std::ofstream list(path("pixels.txt"));
  for (int i = 0; i < 2000; ++i) {
    pixels.push_back({random.uniform(-0.5, 319.5), random.uniform(-0.5, 239.5)});
    list << pixels.back().x() << ' ' << pixels.back().y() << '\n';
  }
  list.close();
  const std::string at = "cd " + folder.path().string() + " && ";
  ASSERT_EQ(std::system((at + "c++ -std=c++11 -Wall -Wextra -Werror main.cc -o rays").c_str()), 0);
  ASSERT_EQ(std::system((at + "./rays < pixels.txt > rays.txt").c_str()), 0);
  std::ifstream rays(path("rays.txt"));
  for (const Vector2& pixel : pixels) {
    Vector3 ray;
    ASSERT_TRUE(rays >> ray.x() >> ray.y() >> ray.z());
    EXPECT_LE((*used_camera().project(ray) - pixel).norm(), 0.02 + 1e-3);  // the list has six digits
  }
}

TEST_F(UseTest, ProjectAndUnprojectAreInverseAndLeaveGaps) {
  folder.put("points.csv", "name,x,y,z\nnear,0.1,0.2,1\nbehind,0,0,-1\ngap,,,\nfar,10,-5,40\n");
  const CliResult result = run({"project", path("points.csv"), "--calibration", calibration, "-o", path("pixels.csv")});
  ASSERT_EQ(result.status, 0);
  EXPECT_THAT(result.err, AllOf(HasSubstr("2 of 4 points have no projection"), HasSubstr("without uncertainty")));
  std::ifstream lines(path("pixels.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "u,v");
  std::getline(lines, line);
  const Vector2 expected = *used_camera().project({0.1, 0.2, 1});
  EXPECT_NEAR(std::stod(line), expected.x(), 1e-12);
  std::getline(lines, line);
  EXPECT_EQ(line, ",");
  const CliResult back = run({"unproject", path("pixels.csv"), "--calibration", calibration, "--json"});
  ASSERT_EQ(back.status, 0);
  const auto object = nlohmann::json::parse(back.out);
  EXPECT_EQ(object["missing"], 2);
  EXPECT_TRUE(object["points"][1][0].is_null());
  const Vector3 ray = Vector3(10, -5, 40).normalized();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(object["points"][3][i].get<double>(), ray[static_cast<int>(i)], 1e-9);
  const CliResult npy = run({"project", path("points.csv"), "--calibration", calibration, "-o", path("pixels.npy")});
  ASSERT_EQ(npy.status, 0);
  EXPECT_TRUE(std::isnan(read_numpy_array(read_file(path("pixels.npy")), "").values[2]));
  folder.put("bad.csv", "1,2\n");
  EXPECT_THAT(run({"project", path("bad.csv"), "--calibration", calibration}).err,
              AllOf(HasSubstr("bad.csv:1"), HasSubstr("2 numbers, not 3")));
  EXPECT_EQ(run({"project", path("points.csv"), "--calibration", calibration, "-o", path("pixels.csv")}).status, 2);
}

TEST_F(UseTest, WhatLiesOutsideOfTheImageIsPointedOut) {
  const ImageSize size = used_camera().image_size();
  folder.put("pixels.csv", "10,20\n-30,20\n" + std::to_string(size.width + 5) + ",20\n");
  const CliResult rays = run({"unproject", path("pixels.csv"), "--calibration", calibration, "-o", path("rays.csv")});
  ASSERT_EQ(rays.status, 0) << rays.err;
  EXPECT_THAT(rays.err, HasSubstr("warning: 2 of 3 pixels lie outside of the image (" + to_string(size) + ")"));
  const CliResult pixels = run({"project", path("rays.csv"), "--calibration", calibration, "--json"});
  ASSERT_EQ(pixels.status, 0) << pixels.err;
  EXPECT_EQ(nlohmann::json::parse(pixels.out)["outside"], 2);
  EXPECT_THAT(pixels.err, HasSubstr("outside of the image"));
}

}  // namespace
}  // namespace fiducia
