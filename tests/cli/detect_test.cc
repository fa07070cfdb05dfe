#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <opencv2/imgcodecs.hpp>

#include "fiducia/io/read_observations.h"
#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::AllOf;
using testing::CliResult;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::run;
using ::testing::SizeIs;

constexpr const char* kTarget = "chessboard:5x4:0.03";

/// A folder `pictures` with eight rendered images, and a cache that is the test's own.
class DetectTest : public testing::CliTest {
 protected:
  DetectTest() {
    setenv("FIDUCIA_CACHE_DIR", path("cache").c_str(), 1);
    const CliResult rendered = run({"render",
                                    "--model",
                                    "radial1",
                                    "--params",
                                    "fx=400,fy=400,cx=160,cy=120,k1=-0.1",
                                    "--image-size",
                                    "320x240",
                                    "--target",
                                    kTarget,
                                    "--frames",
                                    "8",
                                    "--distance",
                                    "0.3:0.45",
                                    "--max-offset",
                                    "0.08",
                                    "--seed",
                                    "4",
                                    "--quiet",
                                    "-o",
                                    path("pictures")});
    EXPECT_EQ(rendered.status, 0) << rendered.err;
    fs::rename(path("pictures/truth.json"), path("truth.json"));
  }
  [[nodiscard]] CliResult detect(const std::vector<std::string>& more, const std::string& target = kTarget) const {
    std::vector<std::string> arguments = {"detect", path("pictures"), "--target", target};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
};

TEST_F(DetectTest, WritesWhatItFoundAndSaysHowMuch) {
  const CliResult result = detect({"-o", path("found.json")});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, AllOf(HasSubstr("8 of 8 images of 320x240"), HasSubstr("found.json")));
  const Observations found = read_observations(path("found.json")).observations;
  const Observations truth = read_observations(path("truth.json")).observations;
  ASSERT_THAT(found.frames, SizeIs(8));
  for (std::size_t j = 0; j < 8; ++j) {
    EXPECT_EQ(found.frames[j].name, truth.frames[j].name);
    ASSERT_THAT(found.frames[j].corners, SizeIs(20));
    for (std::size_t i = 0; i < 20; ++i) {
      EXPECT_EQ(found.frames[j].corners[i].id, truth.frames[j].corners[i].id);
      EXPECT_LT((found.frames[j].corners[i].pixel - truth.frames[j].corners[i].pixel).norm(), 0.1);
    }
  }
}

TEST_F(DetectTest, CsvAndJsonOnStandardOutput) {
  const CliResult result = detect({"-o", path("found.csv"), "--json", "--quiet"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_EQ(json::parse(result.out)["frames"].size(), 8U);
  const ReadObservations read = read_observations(path("found.csv"), {.image_size = ImageSize{320, 240}});
  EXPECT_THAT(read.observations.frames, SizeIs(8));
}

TEST_F(DetectTest, TheSecondTimeIsFromTheCacheUnlessThatIsNotWanted) {
  EXPECT_THAT(detect({"-o", path("a.json")}).err, Not(HasSubstr("known from before")));
  EXPECT_THAT(detect({"-o", path("b.json")}).err, HasSubstr("8 images known from before"));
  EXPECT_THAT(detect({"-o", path("c.json"), "--no-cache"}).err, Not(HasSubstr("known from before")));
  EXPECT_EQ(json::parse(std::ifstream(path("a.json"))), json::parse(std::ifstream(path("b.json"))));
}

TEST_F(DetectTest, BadPicturesAreListedOnStandardErrorAndInTheResult) {
  std::ofstream(path("pictures/zz.png")) << "not an image";
  const CliResult result = detect({"--json", "-o", path("found.json")});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, HasSubstr("left out: zz.png (not an image"));
  EXPECT_EQ(json::parse(result.out)["left_out"][0]["name"], "zz.png");
  const ReadObservations read = read_observations(path("found.json"));
  ASSERT_THAT(read.left_out, SizeIs(1));
  EXPECT_EQ(read.left_out[0].name, "zz.png");
}

TEST_F(DetectTest, WithNothingToWriteItTellsWhatIsSeenInEachImage) {
  cv::imwrite(path("pictures/grey.png"), cv::Mat(240, 320, CV_8U, cv::Scalar(128)));
  const CliResult result = detect({});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("frame000.png  20 of 20 corners\n"));
  EXPECT_THAT(result.out, HasSubstr("grey.png      left out: no chessboard"));
  EXPECT_THAT(result.err, HasSubstr("found the target in "));
  EXPECT_THAT(result.err, ::testing::Not(HasSubstr("left out: grey.png"))) << "told once";
}

TEST_F(DetectTest, DrawsWhatItFoundAndWhyNot) {
  cv::imwrite(path("pictures/grey.jpg"), cv::Mat(240, 320, CV_8U, cv::Scalar(128)));
  const CliResult result = detect({"--draw", path("drawn")});
  EXPECT_EQ(result.status, 0) << result.err;
  const cv::Mat found = cv::imread(path("drawn/frame000.png.jpg"));
  const cv::Mat grey = cv::imread(path("drawn/grey.jpg"));
  ASSERT_EQ(found.size(), cv::Size(320, 240));
  ASSERT_EQ(grey.size(), cv::Size(320, 240));
  const auto coloured = [](const cv::Mat& image) {
    int count = 0;
    for (const cv::Vec3b& pixel : cv::Mat_<cv::Vec3b>(image)) {
      count += *std::max_element(pixel.val, pixel.val + 3) - *std::min_element(pixel.val, pixel.val + 3) > 80 ? 1 : 0;
    }
    return count;
  };
  EXPECT_GT(coloured(found), 300);
  EXPECT_GT(coloured(grey), 50) << "the reason, in red";
  const CliResult refused = detect({"--draw", path("pictures")});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("read from this folder"));
}

TEST_F(DetectTest, CallsThatMakeNoSenseAreRefused) {
  const std::string one_image =
      fs::directory_iterator(path("pictures"))->path().string();  // other sizes take long to try
  const std::vector<std::pair<std::vector<std::string>, std::string>> calls = {
      {{path("pictures"), "--target", kTarget, "-o", path("absent/x.json")}, "absent/x.json: cannot be written"},
      {{path("pictures"), "--target", kTarget, "--draw", one_image + "/drawn"}, "cannot be made a folder"},
      {{path("pictures"), "--target", "chesboard:5x4:0.03"}, "did you mean chessboard?"},
      {{path("pictures"), "-o", path("x.json")}, "--target"},
      {{path("absent"), "--target", kTarget, "-o", path("x.json")}, "absent"},
      {{path("cache"), "--target", kTarget, "-o", path("x.json")}, "cache"},
      {{path("pictures"), "--target", "charuco:5x4:0.03:0.02:DICT_X", "-o", path("x.json")}, "DICT_4X4_50"},
      {{one_image, "--target", "chessboard:6x5:0.03", "-o", path("x.json")}, "5x4 inner corners"},
  };
  for (auto [arguments, expected] : calls) {
    arguments.insert(arguments.begin(), "detect");
    const CliResult result = run(arguments);
    EXPECT_EQ(result.status, 2) << expected;
    EXPECT_THAT(result.err, HasSubstr(expected));
  }
  EXPECT_FALSE(fs::exists(path("x.json")));
}

TEST_F(DetectTest, PicturesWithoutTheTargetCannotCarryAndFilesThatAreNoneAreAtFault) {
  fs::create_directory(path("grey"));
  cv::imwrite(path("grey/a.png"), cv::Mat(240, 320, CV_8U, cv::Scalar(128)));
  const CliResult empty = run({"detect", path("grey"), "--target", kTarget, "--json"});
  EXPECT_EQ(empty.status, 4);
  EXPECT_THAT(empty.err, AllOf(HasSubstr("in no image"), HasSubstr("a.png")));
  EXPECT_THAT(empty.out, IsEmpty());
  std::ofstream(path("text.png")) << "hello";
  const CliResult text = run({"detect", path("text.png"), "--target", kTarget, "--json"});
  EXPECT_EQ(text.status, 2);
  EXPECT_THAT(text.err, HasSubstr("could be read"));
}

TEST_F(DetectTest, EveryCommandTakesPictures) {
  std::ofstream(path("pictures/zz.png")) << "not an image";
  const CliResult calibrated =
      run({"calibrate", path("pictures"), "--target", kTarget, "--model", "radial1", "--json", "-o", path("result")});
  ASSERT_EQ(calibrated.status, 0) << calibrated.err;
  EXPECT_THAT(calibrated.err, HasSubstr("left out: zz.png"));
  const json result = json::parse(calibrated.out);
  EXPECT_NEAR(result["parameters"]["fx"].get<double>(), 400, 2);
  EXPECT_LT(result["fit"]["rmse"].get<double>(), 0.02);
  EXPECT_EQ(result["left_out"][0]["name"], "zz.png");

  const CliResult evaluated = run({"evaluate", path("result/calibration.json"), path("pictures"), "--target", kTarget,
                                   "--quiet", "--require", "fit.rmse<0.02"});
  EXPECT_EQ(evaluated.status, 0) << evaluated.err;
  const CliResult selected = run({"select", path("pictures/frame000.png"), path("pictures"), "--target", kTarget,
                                  "--models", "pinhole,radial1", "--json"});
  EXPECT_EQ(selected.status, 0) << selected.err;

  const CliResult without = run({"calibrate", path("pictures")});
  EXPECT_EQ(without.status, 2);
  EXPECT_THAT(without.err, HasSubstr("images need --target"));
}

TEST_F(DetectTest, EveryTargetIsRenderedAndFoundAgain) {
  for (const std::string target : {"charuco:5x4:0.03:0.022:DICT_4X4_50", "aprilgrid:3x2:0.04:0.3"}) {
    const std::string pictures = path(target.substr(0, 5));
    const CliResult rendered = run({"render",
                                    "--model",
                                    "radial1",
                                    "--params",
                                    "fx=800,fy=800,cx=320,cy=240,k1=-0.1",
                                    "--image-size",
                                    "640x480",
                                    "--target",
                                    target,
                                    "--frames",
                                    "2",
                                    "--distance",
                                    "0.4:0.5",
                                    "--max-offset",
                                    "0.05",
                                    "--seed",
                                    "4",
                                    "--quiet",
                                    "-o",
                                    pictures});
    ASSERT_EQ(rendered.status, 0) << rendered.err;
    const CliResult found = run({"detect", pictures, "--target", target, "-o", path("found.json"), "--quiet"});
    ASSERT_EQ(found.status, 0) << found.err;
    const Observations truth = read_observations(pictures + "/truth.json").observations;
    const Observations seen = read_observations(path("found.json")).observations;
    ASSERT_THAT(seen.frames, SizeIs(2));
    for (std::size_t j = 0; j < 2; ++j) {
      ASSERT_EQ(seen.frames[j].corners.size(), truth.frames[j].corners.size()) << target;
      for (std::size_t i = 0; i < truth.frames[j].corners.size(); ++i) {
        EXPECT_EQ(seen.frames[j].corners[i].id, truth.frames[j].corners[i].id);
        EXPECT_LT((seen.frames[j].corners[i].pixel - truth.frames[j].corners[i].pixel).norm(), 0.1) << target;
      }
    }
  }
}

/// Markers are numbered along the rows: with columns and rows swapped a few still fit by chance.
TEST_F(DetectTest, MarkersThatContradictTheBoardArePointedOut) {
  const std::string board = "charuco:7x5:0.03:0.022:DICT_5X5_100";
  ASSERT_EQ(run({"render",
                 "--model",
                 "radial1",
                 "--params",
                 "fx=800,fy=800,cx=320,cy=240,k1=-0.1",
                 "--image-size",
                 "640x480",
                 "--target",
                 board,
                 "--frames",
                 "2",
                 "--distance",
                 "0.3:0.35",
                 "--max-offset",
                 "0.02",
                 "--seed",
                 "1",
                 "--quiet",
                 "-o",
                 path("coded")})
                .status,
            0);
  const auto detected = [&](const std::string& target) {
    return run({"detect", path("coded"), "--target", target, "-o", path("coded.json")});
  };
  EXPECT_THAT(detected(board).err, Not(HasSubstr("warning")));
  for (const char* wrong : {"charuco:5x7:0.03:0.022:DICT_5X5_100", "charuco:8x6:0.03:0.022:DICT_5X5_100"}) {
    const CliResult result = detected(wrong);
    EXPECT_THAT(result.err, ::testing::AnyOf(HasSubstr("lie where this target has them"), HasSubstr("too few belong")))
        << wrong;
  }
  EXPECT_EQ(run({"detect", path("coded"), "--target", board, "-o", path("coded/frame000.png")}).status, 2);
}

}  // namespace
}  // namespace fiducia
