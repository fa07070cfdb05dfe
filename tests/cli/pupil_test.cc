// A lens whose entrance pupil moves, from its calibration with near boards to what every command does with it.

#include <cmath>

#include "fiducia/io/file.h"
#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using testing::CliResult;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::run;

/// Near boards and far ones, seen by one lens whose pupil moves by 5 mm.
class PupilTest : public testing::CliTest {
 protected:
  std::string simulated(const std::string& name, const std::string& spacing, const std::string& distance,
                        const std::string& seed) {
    const CliResult result = run({"simulate",
                                  "--model",
                                  "fisheye",
                                  "--params",
                                  "fx=640,fy=641,cx=642,cy=478,k1=0.02,k2=-0.004,k3=0,k4=0",
                                  "--image-size",
                                  "1280x960",
                                  "--target",
                                  "chessboard:10x8:" + spacing,
                                  "--frames",
                                  "30",
                                  "--noise",
                                  "0.05",
                                  "--effect",
                                  "pupil:0.005",
                                  "--distance",
                                  distance,
                                  "--max-offset",
                                  spacing == "0.02" ? "0.15" : "1.5",
                                  "--seed",
                                  seed,
                                  "-o",
                                  path(name),
                                  "--quiet"});
    EXPECT_EQ(result.status, 0) << result.err;
    return path(name);
  }

  std::string calibrated(const std::string& observations, const std::string& effects) {
    const CliResult result =
        run({"calibrate", observations, "--model", "fisheye", "--effects", effects, "-o", path(effects), "--quiet"});
    EXPECT_EQ(result.status, 0) << result.err;
    return path(effects + "/calibration.json");
  }

  json answer(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--json", "--quiet"});
    const CliResult result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.err;
    return json::parse(result.out, nullptr, false);
  }
};

TEST_F(PupilTest, NearBoardsAndFarOnesAgreeWithItAndDoNotWithout) {
  const std::string near = simulated("near.json", "0.02", "0.12:0.35", "1");
  const std::string far = simulated("far.json", "0.2", "1.5:3.5", "2");
  const std::string with = calibrated(near, "pupil");
  const std::string without = calibrated(near, "none");
  const json file = json::parse(read_file(with));
  ASSERT_TRUE(file.contains("pupil"));
  EXPECT_FALSE(json::parse(read_file(without)).contains("pupil"));
  EXPECT_GT(file["pupil"]["nearest_m"], 0.05);
  EXPECT_LT(file["pupil"]["nearest_m"], 0.2);

  // On far boards: how large the residuals are, and how far the camera is from the truth.
  const json agrees = answer({"evaluate", with, far});
  const json differs = answer({"evaluate", without, far});
  EXPECT_LT(agrees["fit"]["rmse"], 0.055);  // the noise is 0.05
  EXPECT_GT(differs["fit"]["rmse"], 0.12);
  EXPECT_EQ(agrees["verdict"]["judgement"], "good");
  EXPECT_EQ(differs["verdict"]["judgement"], "bad");
  EXPECT_EQ(agrees["pupil"]["values"], file["pupil"]["values"]);

  // The same file serves for the near boards that it was made from.
  EXPECT_LT(answer({"evaluate", with, near})["fit"]["rmse"], 0.06);

  for (const char* distance : {"0.2", "3"}) {
    EXPECT_LT(answer({"compare", near, with, "--distance", distance})["plain"]["k_px"], 0.25) << distance;
    EXPECT_GT(answer({"compare", near, without, "--distance", distance})["plain"]["k_px"], 1) << distance;
  }
}

TEST_F(PupilTest, ProjectUnprojectAndTheOtherCommandsSayWhatTheyDoWithIt) {
  const std::string camera = folder.put("camera.json", R"({"format": "fiducia.calibration/1", "model": "fisheye",
    "image_size": [1280, 960], "parameters": {"fx": 420, "fy": 421, "cx": 642, "cy": 478, "k1": 0.02, "k2": 0, "k3": 0, "k4": 0},
    "pupil": {"values": [0.004, 0], "nearest_m": 0.25}})");
  const json ray = answer({"unproject", folder.put("pixels.csv", "u,v\n1200,500\n"), "--calibration", camera});
  ASSERT_EQ(ray["columns"], json({"x", "y", "z", "origin_z"}));
  const std::vector<double> values = ray["points"][0];
  const double angle = std::acos(values[2]);
  EXPECT_NEAR(values[3], -0.004 * angle * angle, 1e-12);
  // A near and a far point of that line are seen at the pixel.
  std::string points = "x,y,z\n";
  for (const double along : {0.2, 50.0}) {
    points += std::to_string(along * values[0]) + "," + std::to_string(along * values[1]) + "," +
              std::to_string(values[3] + along * values[2]) + "\n";
  }
  const json pixels = answer({"project", folder.put("points.csv", points), "--calibration", camera});
  for (const json& pixel : pixels["points"]) {
    EXPECT_NEAR(pixel[0].get<double>(), 1200, 0.01);
    EXPECT_NEAR(pixel[1].get<double>(), 500, 0.01);
  }

  const CliResult refused = run({"convert", camera, path("a.yaml"), "--to", "kalibr"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("pupil"), HasSubstr("0.25 m"), HasSubstr("--force")));
  const CliResult forced = run({"convert", camera, path("a.yaml"), "--to", "kalibr", "--force"});
  EXPECT_EQ(forced.status, 0);
  EXPECT_THAT(forced.err, HasSubstr("stays behind"));
  ASSERT_EQ(run({"convert", camera, path("b.json")}).status, 0);
  EXPECT_EQ(json::parse(read_file(path("b.json")))["pupil"], json::parse(read_file(camera))["pupil"]);

  EXPECT_THAT(run({"maps", "--calibration", camera, "-o", path("maps")}).err, HasSubstr("far away"));
  EXPECT_THAT(run({"compare", camera, camera}).err, HasSubstr("--distance"));
  const CliResult wrong = run({"compare", camera, camera, "--distance", "0"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--distance"));
}

TEST_F(PupilTest, WhatIsNoPupilIsRefused) {
  const std::string text = R"({"format": "fiducia.calibration/1", "model": "pinhole", "image_size": [640, 480],
    "parameters": {"f": 500, "cx": 320, "cy": 240}, "pupil": PUPIL})";
  for (const std::string pupil : {"[1, 2]", "{}", R"({"values": [1]})", R"({"values": [1, "x"]})",
                                  R"({"values": [0, 0], "nearest_m": -1})", R"({"values": [0, 0], "more": 1})"}) {
    std::string broken = text;
    const CliResult result =
        run({"compare", folder.put("p.json", broken.replace(broken.find("PUPIL"), 5, pupil)), path("p.json")});
    EXPECT_EQ(result.status, 2) << pupil;
    EXPECT_THAT(result.err, HasSubstr("pupil")) << pupil;
    EXPECT_THAT(result.out, IsEmpty());
  }
}

}  // namespace
}  // namespace fiducia
