#include "fiducia/io/calibration_json.h"
#include "fiducia/io/file.h"
#include "fiducia/io/observations_csv.h"
#include "fiducia/io/observations_json.h"
#include "fiducia/io/read_observations.h"
#include "tests/cli/cli_fixture.h"
#include "tests/cli/scene.h"
#include "tests/io/sample_observations.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using testing::CliResult;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using testing::expect_same_frames;
using testing::good_poses;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kSceneTarget;
using ::testing::Not;
using testing::run;
using testing::scene;
using testing::scene_camera;
using ::testing::SizeIs;

using namespace nlohmann::literals;

class CalibrateTest : public testing::CliTest {
 protected:
  const Observations observations = scene(good_poses());
  const std::string json_file = folder.put("obs.json", observations_json(observations));
  const std::string csv_file = folder.put("obs.csv", observations_csv(observations));
};

TEST_F(CalibrateTest, FindsTheCamera) {
  const CliResult result = run({"calibrate", json_file, "--json", "--quiet"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, IsEmpty());
  const CalibrationRecord record = read_calibration_json(result.out, "stdout");
  ASSERT_TRUE(record.fit && record.covariance_std);
  EXPECT_EQ(record.camera.model().info().name, "radial2");
  for (Eigen::Index i = 0; i < 6; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double sigma = std::sqrt((*record.covariance_std)(i, i));
    // Five standard deviations: once in a million for a right program, and the seed is fixed.
    EXPECT_NEAR(record.camera.parameters()[k], scene_camera().parameters()[k], 5 * sigma);
  }
  EXPECT_NEAR(record.fit->rmse, 0.05, 0.005);
  EXPECT_THAT(record.frames, SizeIs(10));
}

TEST_F(CalibrateTest, GivesTheSameForCsvAndJsonAndForAnyNumberOfThreads) {
  const std::string once = run({"calibrate", json_file, "--json", "--threads", "1"}).out;
  EXPECT_EQ(once, run({"calibrate", json_file, "--json", "--threads", "2"}).out);
  EXPECT_EQ(once, run({"calibrate", csv_file, "--image-size", "1936x1216", "--target", kSceneTarget, "--json"}).out);
}

TEST_F(CalibrateTest, TellsPeopleTheResultOnStandardOutput) {
  const CliResult result = run({"calibrate", json_file});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("radial2, 1936x1216 px: 10 frames used, 0 left out"), ContainsRegex("RMSE +0.04"),
                    HasSubstr("OpenCV"), ContainsRegex("verdict +good: "), ContainsRegex("next +[a-z]+")));
  EXPECT_THAT(result.out, ContainsRegex("\nmodel +radial2: expected error .*\ntarget shape planar: "));
  EXPECT_THAT(result.out, ContainsRegex("  fx +1[45][0-9][0-9]\\.[0-9]+ +\\+- [0-9.]+\n  fy "));
  EXPECT_THAT(folder.names(), ElementsAre("obs.csv", "obs.json"));  // nothing is written without -o
}

TEST_F(CalibrateTest, FollowsItsAdviceAndShowsTheSteps) {
  const CliResult result = run({"calibrate", json_file, "--model", "radial1", "--auto-improve", "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, ContainsRegex("step 0 +start: off by [0-9.]+ px .*, bad\nstep 1 +--model radial2.*, good\n"));
  const Json object = Json::parse(result.out);
  EXPECT_EQ(object["model"], "radial2");
  ASSERT_EQ(object["improvement"].size(), 2U);
  EXPECT_EQ(object["improvement"][0]["action"]["code"], "none");
  EXPECT_EQ(object["improvement"][0]["judgement"], "bad");
  EXPECT_EQ(object["improvement"][1]["action"]["code"], "take_model");
  EXPECT_EQ(object["improvement"][1]["total_px"], object["trust"]["total_px"]);
  const CliResult good = run({"calibrate", json_file, "--auto-improve", "--json", "--quiet"});
  EXPECT_EQ(Json::parse(good.out)["improvement"].size(), 1U);
}

TEST_F(CalibrateTest, LeavesOutFramesByPattern) {
  const CliResult result = run({"calibrate", json_file, "--exclude", "view[12]", "--json", "--quiet"});
  ASSERT_EQ(result.status, 0) << result.err;
  const Json object = Json::parse(result.out);
  EXPECT_EQ(object["frames"].size(), 8U);
  EXPECT_EQ(object["left_out"].size(), 2U);
  const CliResult wrong = run({"calibrate", json_file, "--exclude", "dark*"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("there is no frame 'dark*'"));
}

TEST_F(CalibrateTest, TakesNoFileForAFolder) {
  const CliResult result = run({"calibrate", json_file, "-o", path("calib.yaml")});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("calib.yaml"), HasSubstr("folder"), HasSubstr("fiducia convert")));
  EXPECT_THAT(folder.names(), ElementsAre("obs.csv", "obs.json"));
}

TEST_F(CalibrateTest, LooksWhetherItCanWriteBeforeItComputes) {
  // A file that is not there would be found out next: the folder is looked at before anything is read.
  const CliResult below = run({"calibrate", path("absent.json"), "-o", json_file + "/x"});
  EXPECT_EQ(below.status, 2);
  EXPECT_THAT(below.err, AllOf(HasSubstr("obs.json/x: cannot be made a folder"), Not(HasSubstr("absent"))));
  const CliResult page = run({"calibrate", path("absent.json"), "--summary", path("nowhere/page.svg")});
  EXPECT_THAT(page.err, AllOf(HasSubstr("page.svg: cannot be written"), Not(HasSubstr("absent"))));
  const CliResult guide = run({"guide", path("absent.json"), "-o", json_file + "/x"});
  EXPECT_THAT(guide.err, HasSubstr("obs.json/x: cannot be made a folder"));
  const CliResult report =
      run({"evaluate", path("absent.json"), path("absent.json"), "--report", path("nowhere/r.html")});
  EXPECT_THAT(report.err, HasSubstr("r.html: cannot be written"));
  const CliResult good = run({"calibrate", path("absent.json"), "-o", path("deep/er")});
  EXPECT_THAT(good.err, HasSubstr("absent.json"));
  EXPECT_THAT(folder.names(), ElementsAre("obs.csv", "obs.json")) << "nothing is left behind";
}

TEST_F(CalibrateTest, LeavesTheResultOfAnotherCallAlone) {
  const std::string output = path("result");
  ASSERT_EQ(run({"calibrate", json_file, "--quiet", "-o", output}).status, 0);
  const std::string before = read_file(output + "/calibration.json");
  EXPECT_EQ(run({"calibrate", json_file, "--quiet", "-o", output}).status, 0) << "the same call";
  const std::vector<std::string> other = {"calibrate", json_file, "--quiet", "--model", "radial3", "-o", output};
  const CliResult refused = run(other);
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr(output), HasSubstr("--force")));
  EXPECT_EQ(read_file(output + "/calibration.json"), before);
  std::vector<std::string> forced = other;
  forced.emplace_back("--force");
  EXPECT_EQ(run(forced).status, 0);
  EXPECT_NE(read_file(output + "/calibration.json"), before);
}

TEST_F(CalibrateTest, LeavesAReportOfSomebodyElseAlone) {
  const std::string output = path("mine");
  std::filesystem::create_directory(output);
  write_file_atomically(output + "/report.html", "mine");
  const CliResult refused = run({"calibrate", json_file, "--quiet", "-o", output});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("report.html"), HasSubstr("--force")));
  EXPECT_EQ(read_file(output + "/report.html"), "mine");
}

TEST_F(CalibrateTest, WritesCalibrationAndObservations) {
  const std::string output = path("deep/result");
  const CliResult result =
      run({"calibrate", csv_file, "--image-size", "1936x1216", "--target", kSceneTarget, "-o", output, "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(read_file(output + "/calibration.json"), result.out);
  expect_same_frames(read_observations(output + "/observations.json").observations, observations);
  EXPECT_THAT(result.err, HasSubstr(output));
}

TEST_F(CalibrateTest, WritesNothingWhenOneOfTheFilesCannotBeWritten) {
  std::filesystem::create_directories(folder / "result/observations.json");
  const CliResult result = run({"calibrate", json_file, "-o", path("result"), "--json"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("observations.json"));
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(folder / "result/calibration.json"));
}

TEST_F(CalibrateTest, TakesTheTargetFromTheBoardCoordinates) {
  const CliResult with = run({"calibrate", csv_file, "--image-size", "1936x1216", "--target", kSceneTarget, "--json"});
  const CliResult without = run({"calibrate", csv_file, "--image-size", "1936x1216", "--json"});
  ASSERT_EQ(without.status, 0) << without.err;
  EXPECT_EQ(without.out, with.out);
}

TEST_F(CalibrateTest, PassesOnTheWarningOfTheReader) {
  const CliResult result =
      run({"calibrate", csv_file, "--image-size", "1936x1216", "--target", "chessboard:10x8:0.1", "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("warning: "), HasSubstr(" 0.5 times")));
  EXPECT_EQ(nlohmann::json::parse(result.out)["warnings"].size(), 1U);
}

TEST_F(CalibrateTest, LeavesOutACornerThatIsWrongAndSaysSo) {
  Observations spoiled = observations;
  spoiled.frames[2].corners[10].pixel.x() += 40;
  const std::string file = folder.put("spoiled.json", observations_json(spoiled));
  const CliResult result = run({"calibrate", file, "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const auto left_out = nlohmann::json::parse(result.out)["left_out_corners"];
  ASSERT_THAT(left_out, SizeIs(1));
  EXPECT_EQ(left_out[0]["frame"], spoiled.frames[2].name);
  EXPECT_EQ(left_out[0]["id"], spoiled.frames[2].corners[10].id);
  EXPECT_THAT(result.err, HasSubstr("1 corner was left out: " + spoiled.frames[2].name));
  EXPECT_EQ(nlohmann::json::parse(run({"calibrate", file, "--json", "--outliers", "0"}).out)["left_out_corners"].size(),
            0U);
  EXPECT_EQ(run({"calibrate", file, "--outliers", "-1"}).status, 2);
}

TEST_F(CalibrateTest, RefusesAShapeThatThereIsNot) {
  const CliResult result = run({"calibrate", json_file, "--target-shape", "round"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("round"), HasSubstr("warp")));
}

TEST_F(CalibrateTest, TakesTheLoss) {
  Observations spoiled = observations;
  spoiled.frames[2].corners[10].pixel.x() += 40;
  const std::string file = folder.put("spoiled.json", observations_json(spoiled));
  const auto fx = [](const CliResult& result) {
    EXPECT_EQ(result.status, 0) << result.err;
    return nlohmann::json::parse(result.out).value("/parameters/fx"_json_pointer, 0.0);
  };
  const double clean = fx(run({"calibrate", json_file, "--json"}));
  const double plain = fx(run({"calibrate", file, "--json", "--outliers", "0"}));
  const double robust = fx(run({"calibrate", file, "--json", "--outliers", "0", "--loss", "cauchy:0.1"}));
  EXPECT_LT(std::abs(robust - clean), 0.1 * std::abs(plain - clean));
}

TEST_F(CalibrateTest, NamesFramesThatItLeavesOut) {
  Observations some = observations;
  for (std::size_t j = 0; j < 7; ++j) {
    some.frames.push_back(
        {"poor" + std::to_string(j), {some.frames[0].corners.begin(), some.frames[0].corners.begin() + 3}});
  }
  const CliResult result = run({"calibrate", folder.put("some.json", observations_json(some)), "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("10 frames used, 7 left out"), HasSubstr("left out: poor0 ("),
                                HasSubstr("left out: poor4 ("), HasSubstr("and 2 more"), Not(HasSubstr("poor5"))));
  const auto object = nlohmann::json::parse(result.out);
  ASSERT_EQ(object["left_out"].size(), 7U);
  EXPECT_EQ(object["left_out"][6]["name"], "poor6");
  EXPECT_EQ(object["frames"].size(), 10U);
}

TEST_F(CalibrateTest, RefusesWhatMakesNoSense) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> calls = {
      {{json_file, "--model", "magic"}, "'magic'"},
      {{json_file, "--threshold", "magic=1"}, "bias_ratio_good"},
      {{json_file, "--region", "disc:1,2"}, "disc:CX,CY,RADIUS"},
      {{json_file, "--region-mask", path("absent.png")}, "absent.png"},
      {{json_file, "--grid", "0x7"}, "--grid"},
      {{json_file, "--loss", "huber"}, "--loss"},
      {{json_file, "--image-size", "10x10"}, "1936x1216"},
      {{json_file, "--target", "chessboard:8x10:0.05"}, "chessboard:8x10:0.05"},
      {{json_file, "--target", "plank"}, "'plank'"},
      {{csv_file, "--target", kSceneTarget}, "--image-size"},
      {{csv_file, "--image-size", "1936x1216", "--target", "chessboard:8x10:0.05"}, "shape"},
      {{json_file, csv_file}, "one observations file"},
      {{"photo.PNG"}, "images need --target"},
      {{"absent.jpg", "--target", kSceneTarget}, "absent.jpg"},
      {{json_file, "photo.jpg", "--target", kSceneTarget}, "not an image by its name"},
      {{folder.path().string(), "--target", kSceneTarget}, "no image file"},
      {{path("absent.json")}, "no such file"},
  };
  for (auto [arguments, expected] : calls) {
    arguments.insert(arguments.begin(), "calibrate");
    arguments.insert(arguments.end(), {"-o", path("result"), "--json"});
    const CliResult result = run(arguments);
    EXPECT_EQ(result.status, 2) << expected;
    EXPECT_THAT(result.err, HasSubstr(expected));
    EXPECT_THAT(result.out, IsEmpty());
  }
  EXPECT_THAT(folder.names(), ElementsAre("obs.csv", "obs.json"));
}

}  // namespace
}  // namespace fiducia
