#include <gtest/gtest.h>

#include <fstream>

#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using testing::CliResult;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::run;

class MixedInput : public testing::CliTest {
 protected:
  void SetUp() override {
    const CliResult made = run({"simulate", "--model", "radial1", "--params", "fx=600,fy=600,cx=340,cy=225,k1=-0.1",
                                "--image-size", "640x480", "--target", "chessboard:8x6:0.05", "--frames", "14",
                                "--noise", "0.03", "--seed", "3", "-o", path("obs.json"), "--quiet"});
    ASSERT_EQ(made.status, 0) << made.err;
    std::ifstream(path("obs.json")) >> observations;
  }

  [[nodiscard]] std::string written() const {
    std::ofstream(path("changed.json")) << observations;
    return path("changed.json");
  }

  nlohmann::json observations;
};

TEST_F(MixedInput, FramesUpsideDownAreNamedAndFollowingTheAdviceEndsWell) {
  for (const std::size_t j : {1U, 4U, 7U, 10U}) {
    for (nlohmann::json& corner : observations["frames"][j]["corners"]) {
      corner[1] = 639 - corner[1].get<double>();
      corner[2] = 479 - corner[2].get<double>();
    }
  }
  const std::string file = written();
  const CliResult before = run({"calibrate", file, "--model", "radial1", "--json"});
  ASSERT_EQ(before.status, 0) << before.err;
  const nlohmann::json result = nlohmann::json::parse(before.out);
  EXPECT_EQ(result["causes"][0]["effect"], "upside_down");
  EXPECT_EQ(result["causes"][0]["frames"], nlohmann::json({"frame001", "frame004", "frame007", "frame010"}));
  EXPECT_EQ(result["trust"]["explanation"]["without_frames"], result["causes"][0]["frames"]);
  EXPECT_EQ(result["verdict"]["action"]["code"], "leave_out_frames");
  EXPECT_THAT(before.err, HasSubstr("causes       images that are upside down among the others: frame001, frame004"));
  EXPECT_THAT(run({"explain", file, "--model", "radial1"}).out,
              HasSubstr("upside_down: --leave-out frame001,frame004,frame007,frame010"));

  const CliResult after =
      run({"calibrate", file, "--model", "radial1", "--leave-out", "frame001,frame004,frame007,frame010", "--json"});
  ASSERT_EQ(after.status, 0) << after.err;
  const nlohmann::json freed = nlohmann::json::parse(after.out);
  EXPECT_EQ(freed["left_out"].size(), 4U);
  EXPECT_NEAR(freed["trust"]["total_px"], result["verdict"]["action"]["expected_total_px"], 1e-6);
  EXPECT_THAT(after.err, Not(HasSubstr("causes ")));
}

TEST_F(MixedInput, AFrameToLeaveOutMustExist) {
  const CliResult result = run({"calibrate", path("obs.json"), "--leave-out", "frame1"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("--leave-out: there is no frame 'frame1'; there are frame000, frame001"));
}

TEST_F(MixedInput, ABoardOfAnotherLayoutIsRefusedAndNamed) {
  observations["target"]["spec"] = "chessboard:6x8:0.05";
  const CliResult result = run({"calibrate", written(), "-o", path("out")});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("chessboard:6x8:0.05 numbers them, but as one of 8x6 would"));
}

/// A bent board of 8x6 corners, numbered the other way round in some frames: what is written can be read again.
TEST_F(MixedInput, FramesThatWereRenumberedCanBeReadAgain) {
  const CliResult made = run({"simulate", "--model", "radial1", "--params", "fx=900,fy=900,cx=630,cy=370,k1=-0.1",
                              "--image-size", "1280x720", "--target", "chessboard:8x6:0.05", "--frames", "14", "--bend",
                              "0.002", "--seed", "3", "-o", path("bent.json"), "--quiet"});
  ASSERT_EQ(made.status, 0) << made.err;
  const CliResult free = run({"calibrate", path("bent.json"), "--model", "radial1", "--target-shape", "free", "--json",
                              "-o", path("bent"), "--leave-out", "frame003,frame003"});
  ASSERT_EQ(free.status, 0) << free.err;
  EXPECT_EQ(nlohmann::json::parse(free.out)["turns"]["ways"], 2);
  EXPECT_EQ(run({"report", path("bent")}).status, 0);
  EXPECT_EQ(run({"evaluate", path("bent/calibration.json"), path("bent.json")}).status, 0);
}

TEST_F(MixedInput, AnotherCameraIsNamedByEvaluate) {
  ASSERT_EQ(run({"calibrate", path("obs.json"), "--model", "radial1", "-o", path("result")}).status, 0);
  nlohmann::json camera;
  std::ifstream(path("result/calibration.json")) >> camera;
  for (const char* name : {"fx", "fy"}) camera["parameters"][name] = 1.02 * camera["parameters"][name].get<double>();
  std::ofstream(path("other.json")) << camera;
  const CliResult result = run({"evaluate", path("other.json"), path("obs.json"), "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const nlohmann::json first = nlohmann::json::parse(result.out)["causes"][0];
  EXPECT_EQ(first["effect"], "given_camera");
  EXPECT_NEAR(first["size"], 2, 0.1);
  EXPECT_THAT(result.err, HasSubstr("the given intrinsics are not those of the camera that took these images"));
  EXPECT_THAT(result.err, HasSubstr("the file's focal length is +2% off"));
  EXPECT_EQ(first["parts"][0]["part"], "focal_length");
  EXPECT_TRUE(first["parts"][0]["carries"]);
  EXPECT_FALSE(first["parts"][1]["carries"]);
}

TEST_F(MixedInput, WhatIsOffInAGivenCameraIsNamed) {
  ASSERT_EQ(run({"calibrate", path("obs.json"), "--model", "radial1", "-o", path("result")}).status, 0);
  nlohmann::json right;
  std::ifstream(path("result/calibration.json")) >> right;
  const auto evaluated = [&](const std::function<void(nlohmann::json&)>& spoil) {
    nlohmann::json camera = right;
    spoil(camera["parameters"]);
    std::ofstream(path("other.json")) << camera;
    const CliResult result = run({"evaluate", path("other.json"), path("obs.json")});
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out;
  };
  const std::string swapped = evaluated([](nlohmann::json& p) { std::swap(p["cx"], p["cy"]); });
  EXPECT_THAT(swapped, HasSubstr("the file's principal point is off, cx by "));
  EXPECT_THAT(swapped, HasSubstr("(are they swapped?)"));
  EXPECT_THAT(swapped, ::testing::Not(HasSubstr("focal length")));
  const std::string aspect = evaluated([](nlohmann::json& p) { p["fy"] = 1.01 * p["fy"].get<double>(); });
  EXPECT_THAT(aspect, HasSubstr("the file's focal lengths are off, fx by "));
  const std::string lens = evaluated([](nlohmann::json& p) { p["k1"] = 0.5 * p["k1"].get<double>(); });
  EXPECT_THAT(lens, HasSubstr("the file's distortion is not this lens's"));
  EXPECT_THAT(lens, ::testing::Not(HasSubstr("principal point is off")));
}

}  // namespace
}  // namespace fiducia
