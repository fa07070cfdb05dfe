#include <filesystem>
#include <fstream>
#include <opencv2/imgcodecs.hpp>

#include "fiducia/io/file.h"
#include "fiducia/io/read_observations.h"
#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using testing::CliResult;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::run;
using ::testing::SizeIs;

class RenderTest : public testing::CliTest {
 protected:
  /// A good call with `more` at its end; CLI11 refuses options given twice, so `more` brings new ones.
  static std::vector<std::string> call(const std::vector<std::string>& more, const std::string& size = "200x160",
                                       const std::string& target = "chessboard:4x3:0.05") {
    std::vector<std::string> arguments = {
        "render", "--params", "fx=300,fy=301,cx=99,cy=81,k1=-0.2,k2=0.1", "--image-size", size, "--target", target};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }
  [[nodiscard]] std::vector<std::string> written(const std::string& name) const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path(name))) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }
};

TEST_F(RenderTest, WritesPicturesAndTheTrueCorners) {
  const CliResult result = run(call({"--frames", "2", "--seed", "3", "--bend", "0.001", "-o", path("pictures")}));
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, AllOf(HasSubstr("2 images"), HasSubstr("truth.json"), HasSubstr(path("pictures"))));
  EXPECT_THAT(written("pictures"), ElementsAre("frame000.png", "frame001.png", "truth.json"));

  const Observations truth = read_observations(path("pictures/truth.json")).observations;
  ASSERT_THAT(truth.frames, SizeIs(2));
  EXPECT_EQ(truth.frames[1].name, "frame001.png");
  EXPECT_EQ(target_spec(truth.target), "chessboard:4x3:0.05");
  const auto json = nlohmann::json::parse(read_file(path("pictures/truth.json")));
  EXPECT_EQ(json["truth"]["noise_px"], 0);
  EXPECT_EQ(json["truth"]["bend_m"], 0.001);
  EXPECT_EQ(json["truth"]["picture"]["bits"], 8);

  // Diagonally opposite squares at a corner are black, the others white: the corners belong to the images.
  const cv::Mat image = cv::imread(path("pictures/frame001.png"), cv::IMREAD_UNCHANGED);
  ASSERT_EQ(image.type(), CV_8UC1);
  ASSERT_EQ(image.size(), cv::Size(200, 160));
  const auto& corners = truth.frames[1].corners;
  const auto grey = [&](int a, int b) {
    const Vector2 middle =
        0.5 * (corners[static_cast<std::size_t>(a)].pixel + corners[static_cast<std::size_t>(b)].pixel);
    return image.at<unsigned char>(static_cast<int>(std::lround(middle.y())),
                                   static_cast<int>(std::lround(middle.x())));
  };
  EXPECT_LT(grey(0, 5), 70);   // the first square between corners is black, as the one before the first corner
  EXPECT_GT(grey(1, 6), 160);  // and the next one white
}

TEST_F(RenderTest, GivesTheSameBytesForAnyNumberOfThreads) {
  EXPECT_EQ(run(call({"--frames", "3", "--threads", "1", "-o", path("one")})).status, 0);
  EXPECT_EQ(run(call({"--frames", "3", "--threads", "2", "-o", path("two")})).status, 0);
  EXPECT_EQ(run(call({"--frames", "1", "--threads", "2", "-o", path("alone")})).status, 0);
  EXPECT_EQ(run(call({"--frames", "3", "--seed", "1", "-o", path("other")})).status, 0);
  for (const std::string& name : written("one")) {
    EXPECT_EQ(read_file(path("one/" + name)), read_file(path("two/" + name))) << name;
    EXPECT_NE(read_file(path("one/" + name)), read_file(path("other/" + name))) << name;
  }
  EXPECT_EQ(read_file(path("one/frame000.png")), read_file(path("alone/frame000.png")));
}

TEST_F(RenderTest, WritesSixteenBits) {
  EXPECT_EQ(
      run(call({"--frames", "1", "--bits", "16", "--noise", "0", "--gradient", "0.3:90", "-o", path("deep")})).err,
      "wrote 1 image and the true corners (truth.json) to " + path("deep") + "\n");
  const cv::Mat image = cv::imread(path("deep/frame000.png"), cv::IMREAD_UNCHANGED);
  ASSERT_EQ(image.type(), CV_16UC1);
  // The light falls downwards and is the same along a row.
  EXPECT_EQ(image.at<std::uint16_t>(0, 0), image.at<std::uint16_t>(0, 199));
  EXPECT_NEAR(image.at<std::uint16_t>(159, 0), 0.7 * image.at<std::uint16_t>(0, 0), 200);
}

TEST_F(RenderTest, PrintsTheTruthWithJson) {
  const CliResult result = run(call({"--frames", "1", "--json", "--quiet", "-o", path("pictures")}));
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_EQ(result.out, read_file(path("pictures/truth.json")));
}

TEST_F(RenderTest, KeepsApartFromOtherPictures) {
  EXPECT_EQ(run(call({"--frames", "2", "-o", path("pictures")})).status, 0);
  EXPECT_EQ(run(call({"--frames", "2", "-o", path("pictures")})).status, 0);  // the same ones are replaced
  const CliResult fewer = run(call({"--frames", "1", "-o", path("pictures")}));
  EXPECT_EQ(fewer.status, 2);
  EXPECT_THAT(fewer.err, AllOf(HasSubstr(path("pictures")), HasSubstr("frame001.png")));
}

TEST_F(RenderTest, RefusesWhatMakesNoSense) {
  const std::string pictures = path("pictures");
  std::ofstream(path("file")) << "not a folder";
  const std::vector<std::pair<std::vector<std::string>, std::string>> calls = {
      {call({}), "--output"},
      {call({"-o", pictures, "--psf", "0"}), "--psf"},
      {call({"-o", pictures, "--psf", "wide"}), "--psf"},
      {call({"-o", pictures, "--samples", "15"}), "--samples"},
      {call({"-o", pictures, "--noise", "-0.1"}), "--noise"},
      {call({"-o", pictures, "--noise", "2"}), "--noise"},
      {call({"-o", pictures, "--shot-noise", "nan"}), "--shot-noise"},
      {call({"-o", pictures, "--gradient", "1.5"}), "--gradient"},
      {call({"-o", pictures, "--gradient", "0.5:east"}), "--gradient"},
      {call({"-o", pictures, "--bits", "12"}), "--bits"},
      {call({"-o", pictures, "--frames", "0"}), "--frames"},
      {call({"-o", pictures, "--distance", "0.01:0.02"}), "view"},
      {call({"-o", pictures}, "100000x100000"), "--image-size"},
      {call({"-o", pictures}, "200x160", "board"), "'board'"},
      {call({"-o", path("file")}), "file"},
  };
  for (const auto& [arguments, expected] : calls) {
    const CliResult result = run(arguments);
    EXPECT_EQ(result.status, 2) << expected << ": " << result.err;
    EXPECT_THAT(result.err, HasSubstr(expected));
    EXPECT_THAT(result.out, IsEmpty());
  }
  EXPECT_THAT(folder.names(), ElementsAre("file"));
}

}  // namespace
}  // namespace fiducia
