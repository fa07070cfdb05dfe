#include <filesystem>
#include <regex>

#include "fiducia/io/file.h"
#include "fiducia/io/read_observations.h"
#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using testing::CliResult;
using ::testing::HasSubstr;
using testing::run;
using Json = nlohmann::json;

std::vector<std::string> with_more(std::vector<std::string> call, const std::vector<std::string>& more) {
  call.insert(call.end(), more.begin(), more.end());
  return call;
}

/// Simulated rigs, calibrated from what was written.
class RigScene : public testing::CliTest {
 protected:
  static std::vector<std::string> scene(const std::string& command) {
    return {command,
            "--camera",
            "left",
            "--camera",
            "right=0.12,0,0,0,-3,0",
            "--params",
            "fx=900,fy=905,cx=640,cy=470,k1=-0.2,k2=0.05",
            "--image-size",
            "1280x960",
            "--target",
            "chessboard:9x6:0.04",
            "--distance",
            "0.6:1.5",
            "--max-offset",
            "0.3",
            "--seed",
            "1"};
  }

  Json calibrated(const std::vector<std::string>& more, const std::vector<std::string>& options = {}) {
    const CliResult made = run(with_more(with_more(scene("simulate"), {"--frames", "16", "-o", path("seen")}), more));
    EXPECT_EQ(made.status, 0) << made.err;
    const CliResult result = run(with_more({"calibrate", "--camera", "left=" + path("seen/observations_left.json"),
                                            "--camera", "right=" + path("seen/observations_right.json"), "--model",
                                            "radial2", "--target-shape", "planar", "--json", "--quiet"},
                                           options));
    EXPECT_EQ(result.status, 0) << result.err;
    return Json::parse(result.out);
  }
};

TEST_F(RigScene, IsFoundAsItWasPutIn) {
  const Json found = calibrated({});
  EXPECT_EQ(found["rig"]["consistency"]["finding"], "one_rig");
  EXPECT_NEAR(found["rig"]["pairs"][0]["baseline_m"].get<double>(), 0.12, 2e-4);
  EXPECT_NEAR(found["rig"]["pairs"][0]["angle_deg"].get<double>(), 3, 0.1);
  const Json truth = Json::parse(read_file(path("seen/truth.json")));
  const Json& right = truth["cameras"][1];
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(found["cameras"][1]["camera_from_rig"]["translation"][i].get<double>(),
                right["camera_from_rig"]["translation"][i].get<double>(), 1e-3);
  }
  EXPECT_EQ(truth["instants"].size(), 16U);
}

TEST_F(RigScene, ALagIsNotOneRig) {
  const Json found = calibrated({"--lag", "right=0.02", "--speed", "0.1"});
  EXPECT_FALSE(found["rig"]["consistency"]["is_one_rig"].get<bool>());
  EXPECT_EQ(found["rig"]["consistency"]["finding"], "many_instants");
  const Json truth = Json::parse(read_file(path("seen/truth.json")));
  EXPECT_EQ(truth["truth"]["lag_s"]["right"], 0.02);
}

TEST_F(RigScene, AMovedMountIsFoundWithItsInstant) {
  const Json found = calibrated({"--moved-mount", "right=9:0.002,0,0,0,0.2,0"});
  ASSERT_EQ(found["rig"]["consistency"]["finding"], "moved_mount");
  EXPECT_EQ(found["rig"]["consistency"]["moved_mount"]["from_instant"], "instant009");
}

TEST_F(RigScene, ALooseMountIsNotOneRig) {
  const Json found = calibrated({"--loose-mount", "right=0.0005,0.05"});
  EXPECT_FALSE(found["rig"]["consistency"]["is_one_rig"].get<bool>());
}

TEST_F(RigScene, CamerasMayDiffer) {
  const CliResult made =
      run(with_more(scene("simulate"), {"--params", "right=fx=500,fy=500,cx=320,cy=240", "--model", "right=opencv4",
                                        "--image-size", "right=640x480", "--frames", "4", "-o", path("seen")}));
  EXPECT_EQ(made.status, 2);
  EXPECT_THAT(made.err, HasSubstr("k1")) << "the model's parameters are asked for";
  const CliResult again = run(with_more(
      scene("simulate"), {"--params", "right=fx=500,fy=500,cx=320,cy=240,k1=0,k2=0,p1=0,p2=0", "--model",
                          "right=opencv4", "--image-size", "right=640x480", "--frames", "4", "-o", path("seen")}));
  ASSERT_EQ(again.status, 0) << again.err;
  const Json truth = Json::parse(read_file(path("seen/truth.json")));
  EXPECT_EQ(truth["cameras"][0]["model"], "radial2");
  EXPECT_EQ(truth["cameras"][1]["model"], "opencv4");
  EXPECT_EQ(read_observations(path("seen/observations_right.json")).observations.image_size, (ImageSize{640, 480}));
}

TEST_F(RigScene, RendersAFolderPerCamera) {
  const CliResult made = run({"render",
                              "--camera",
                              "left",
                              "--camera",
                              "right=0.1,0,0",
                              "--params",
                              "fx=300,fy=300,cx=159.5,cy=119.5,k1=-0.1,k2=0",
                              "--image-size",
                              "320x240",
                              "--target",
                              "chessboard:6x5:0.05",
                              "--distance",
                              "0.7:0.9",
                              "--max-offset",
                              "0.1",
                              "--frames",
                              "3",
                              "--samples",
                              "4",
                              "--max-angle",
                              "20",
                              "--seed",
                              "1",
                              "-o",
                              path("drawn")});
  ASSERT_EQ(made.status, 0) << made.err;
  for (const char* camera : {"left", "right"}) {
    const Observations truth =
        read_observations(path("drawn/observations_" + std::string(camera) + ".json")).observations;
    ASSERT_FALSE(truth.frames.empty());
    for (const Frame& frame : truth.frames) {
      EXPECT_TRUE(std::filesystem::exists(path("drawn/" + std::string(camera) + "/" + frame.name))) << frame.name;
    }
  }
  const CliResult found =
      run({"detect", path("drawn/left"), "--target", "chessboard:6x5:0.05", "--no-cache", "-o", path("found.json")});
  ASSERT_EQ(found.status, 0) << found.err;
  const Observations seen = read_observations(path("found.json")).observations;
  const Observations truth = read_observations(path("drawn/observations_left.json")).observations;
  ASSERT_EQ(seen.frames.size(), truth.frames.size());
  for (const Corner& corner : seen.frames[0].corners) {
    EXPECT_LT((corner.pixel - truth.frames[0].corners[static_cast<std::size_t>(corner.id)].pixel).norm(), 0.1);
  }
}

TEST_F(RigScene, RefusesWhatMakesNoSense) {
  const auto refusal = [&](const std::vector<std::string>& more) {
    const CliResult result = run(with_more(with_more(scene("simulate"), {"-o", path("seen")}), more));
    EXPECT_EQ(result.status, 2);
    EXPECT_FALSE(std::filesystem::exists(path("seen")));
    return result.err;
  };
  EXPECT_THAT(refusal({"--camera", "top"}), HasSubstr("say where it stands"));
  EXPECT_THAT(refusal({"--camera", "left=0,1,0"}), HasSubstr("two cameras of this name"));
  EXPECT_THAT(refusal({"--camera", "top=0,1"}), HasSubstr("three numbers"));
  EXPECT_THAT(refusal({"--camera", "a/b=0,1,0"}), HasSubstr("letters, digits"));
  EXPECT_THAT(refusal({"--params", "top=fx=1"}), HasSubstr("there is no camera 'top'"));
  EXPECT_THAT(refusal({"--lag", "right=0.1"}), HasSubstr("give --speed or --turn-rate"));
  EXPECT_THAT(refusal({"--lag", "top=0.1", "--speed", "1"}), HasSubstr("there is no camera 'top'"));
  EXPECT_THAT(refusal({"--speed", "1"}), HasSubstr("give --lag too"));
  EXPECT_THAT(refusal({"--moved-mount", "right=99:0,0,1"}), HasSubstr("from 1 to 24"));
  EXPECT_THAT(refusal({"--moved-mount", "right=3"}), HasSubstr("NAME=INSTANT:X,Y,Z"));
  EXPECT_THAT(refusal({"--loose-mount", "right=-1"}), HasSubstr("zero or more"));
  EXPECT_THAT(refusal({"--alone", "1"}), HasSubstr("--alone"));
  EXPECT_THAT(run(with_more(scene("simulate"), {"-o", path("rig.json")})).err, HasSubstr("give a folder"));
  const CliResult one = run({"simulate", "--params", "fx=900,fy=900,cx=1,cy=1,k1=0,k2=0", "--image-size", "9x9",
                             "--target", "chessboard:9x6:0.04", "--lag", "right=1", "-o", path("one.json")});
  EXPECT_EQ(one.status, 2);
  EXPECT_THAT(one.err, HasSubstr("--lag is for a rig"));
}

TEST_F(RigScene, TheReportIsMadeAgain) {
  const Json found = calibrated({}, {"-o", path("result"), "--title", "Front rig"});
  const std::string first = read_file(path("result/report.html"));
  EXPECT_THAT(first, HasSubstr("Front rig"));
  const CliResult again = run({"report", path("result"), "--title", "Front rig"});
  ASSERT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(read_file(path("result/report.html")), first);
  EXPECT_EQ(run({"report", path("result"), "--pictures", path("result")}).status, 2);
  EXPECT_EQ(run({"report", path("result"), "--summary", path("s.pdf")}).status, 2);
  // The page for a ticket, from the same files; calibrate writes it, too.
  ASSERT_EQ(run({"report", path("result"), "--quiet", "--title", "Front rig", "--summary", path("s.svg")}).status, 0);
  const std::string page = read_file(path("s.svg"));
  for (const char* text : {"Front rig", "baseline 120.", "a point at ", "rows of left and right", "What to do"}) {
    EXPECT_THAT(page, HasSubstr(text));
  }
  calibrated({}, {"--summary", path("of_calibrate.svg"), "--title", "Front rig"});
  const auto without_date = [](std::string text) {  // when it was calibrated: perhaps a minute later
    return std::regex_replace(text, std::regex("[0-9-]+ [0-9:]+ UTC"), "");
  };
  EXPECT_EQ(without_date(read_file(path("of_calibrate.svg"))), without_date(page));
  write_file_atomically(path("result/calibration.json"), read_file(path("result/calibration.json")) + "\n");
  const CliResult changed = run({"report", path("result"), "-o", path("changed.html")});
  EXPECT_EQ(changed.status, 2);
  EXPECT_THAT(changed.err, HasSubstr("was changed since"));
  std::filesystem::remove(path("result/figures.json"));
  const CliResult missing = run({"report", path("result")});
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("has no figures.json"));
}

}  // namespace
}  // namespace fiducia
