#include <gtest/gtest.h>

#include <sstream>

#include "fiducia/io/file.h"
#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using testing::CliResult;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::run;

class Explain : public testing::CliTest {
 protected:
  /// Simulated observations with what else is wrong.
  [[nodiscard]] std::string simulated(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {"simulate",
                                          "--model",
                                          "radial2",
                                          "--params",
                                          "fx=1500,fy=1495,cx=968,cy=608,k1=-0.2,k2=0.1",
                                          "--image-size",
                                          "1936x1216",
                                          "--target",
                                          "chessboard:10x8:0.05",
                                          "--frames",
                                          "20",
                                          "--seed",
                                          "3",
                                          "-o",
                                          path("obs.json"),
                                          "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const CliResult result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.err;
    return path("obs.json");
  }

  [[nodiscard]] static nlohmann::json explained(const std::string& file) {
    const CliResult result = run({"explain", file, "--json", "--quiet"});
    EXPECT_EQ(result.status, 0) << result.err;
    return nlohmann::json::parse(result.out);
  }
};

TEST_F(Explain, NamesWhatWasSimulatedFirst) {
  for (const std::string effect : {"target:0.0005", "target_bend:0.0004", "shutter:6", "focus:0.006"}) {
    const nlohmann::json explanation = explained(simulated({"--effect", effect}));
    const nlohmann::json& first = explanation["causes"][0];
    EXPECT_EQ(first["effect"], effect.substr(0, effect.find(':')));
    EXPECT_EQ(first["present"], true) << effect;
    EXPECT_GT(first["share"], 0.5) << effect;
    EXPECT_GT(first["costs_px"], 0.2) << effect;
    EXPECT_LT(first["p_value"], 1e-6) << effect;
    EXPECT_LE(first["share_ci95"][0], first["share"]);
  }
}

TEST_F(Explain, FindsNothingWhereNothingIs) {
  const std::string file = simulated({});
  for (const nlohmann::json& cause : explained(file)["causes"]) {
    EXPECT_EQ(cause["present"], false) << cause;
    EXPECT_EQ(cause["costs_px"], 0);
  }
  EXPECT_THAT(run({"explain", file}).out, HasSubstr("nothing that was looked for is more than chance"));
}

TEST_F(Explain, FindsSpoiledFrames) {
  const nlohmann::json explanation = explained(simulated({"--effect", "frames:0.3"}));
  bool found = false;
  for (const nlohmann::json& cause : explanation["causes"]) {
    if (cause["effect"] != "frames") continue;
    found = cause["present"];
    EXPECT_EQ(cause["size"], 2);  // every eighth of 20
    EXPECT_GT(cause["share"], 0.5);
    EXPECT_TRUE(cause["p_value"].is_null());  // there is no test
  }
  EXPECT_TRUE(found) << explanation["causes"];
}

TEST_F(Explain, TheCalibrationIsFreedOfAnEffectOnRequest) {
  const std::string file = simulated({"--effect", "shutter:6"});
  const CliResult plain = run({"calibrate", file, "--json"});
  const CliResult freed = run({"calibrate", file, "--effects", "shutter", "--json"});
  ASSERT_EQ(plain.status, 0) << plain.err;
  ASSERT_EQ(freed.status, 0) << freed.err;
  EXPECT_THAT(plain.err, HasSubstr("causes       images are skewed one by one, as by a rolling shutter"));
  EXPECT_THAT(freed.err, Not(HasSubstr("causes ")));
  const nlohmann::json before = nlohmann::json::parse(plain.out);
  const nlohmann::json after = nlohmann::json::parse(freed.out);
  EXPECT_LT(after["fit"]["rmse"], 0.8 * before["fit"]["rmse"].get<double>());
  EXPECT_EQ(after["effects"]["shutter"]["widths"].size(), 3);
  EXPECT_EQ(after["frames"][0]["effects"]["shutter"].size(), 3);
  EXPECT_FALSE(before.contains("effects"));
}

TEST_F(Explain, ACalibrationFreedOfEffectsHasAPageAndCanBeReadAgain) {
  const std::string file = simulated({"--effect", "shutter:6", "--effect", "pupil:0.004"});
  const CliResult result = run({"calibrate", file, "--effects", "shutter,pupil", "-o", path("freed")});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(run({"report", path("freed")}).status, 0);
  EXPECT_EQ(run({"evaluate", path("freed/calibration.json"), file}).status, 0);
  EXPECT_EQ(run({"convert", path("freed/calibration.json"), path("camera.yaml"), "--to", "ros", "--force"}).status, 0);
}

TEST_F(Explain, EffectsAreFoundOnRequest) {
  const CliResult found = run({"calibrate", simulated({"--effect", "shutter:6"}), "--effects", "auto", "--json"});
  ASSERT_EQ(found.status, 0) << found.err;
  EXPECT_TRUE(nlohmann::json::parse(found.out)["effects"].contains("shutter"));
  EXPECT_THAT(found.err, HasSubstr("--effects auto: the camera is freed of shutter"));
  const CliResult none = run({"calibrate", simulated({}), "--effects", "auto", "--json"});
  EXPECT_FALSE(nlohmann::json::parse(none.out).contains("effects"));
  EXPECT_THAT(none.err, HasSubstr("--effects auto: freeing the camera of an effect would not make it better"));
}

TEST_F(Explain, RefusesEffectsThatItDoesNotKnow) {
  const std::string file = simulated({});
  const CliResult unknown = run({"calibrate", file, "--effects", "shuter"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("--effects: there is no effect 'shuter'; there are target_bend,shutter"));
  EXPECT_EQ(run({"calibrate", file, "--effects", ""}).status, 2);
  const std::vector<std::string> scene = {"simulate",
                                          "--model",
                                          "pinhole",
                                          "--params",
                                          "f=1000,cx=500,cy=400",
                                          "--image-size",
                                          "1000x800",
                                          "--target",
                                          "chessboard:7x5:0.05",
                                          "-o",
                                          path("no.json"),
                                          "--effect"};
  const auto with = [&](const std::string& effect) {
    std::vector<std::string> all = scene;
    all.push_back(effect);
    return run(all);
  };
  EXPECT_THAT(with("zoom").err, HasSubstr("there is no effect 'zoom'"));
  EXPECT_THAT(with("focus:-1").err, HasSubstr("cannot be negative"));
  EXPECT_THAT(with("focus:much").err, HasSubstr("--effect"));
  EXPECT_THAT(with("lens").err, HasSubstr("another --model"));
  EXPECT_EQ(with("zoom").status, 2);
}

TEST_F(Explain, FramesThatCannotCarryAnEffectGetADiagnosis) {
  const CliResult made = run({"simulate", "--model", "pinhole", "--params", "f=1000,cx=500,cy=400", "--image-size",
                              "1000x800", "--target", "chessboard:7x5:0.05", "--frames", "3", "-o", path("few.json")});
  ASSERT_EQ(made.status, 0) << made.err;
  const CliResult result =
      run({"calibrate", path("few.json"), "--model", "pinhole", "--effects", "shutter", "-o", path("out")});
  EXPECT_EQ(result.status, 4);
  EXPECT_THAT(result.err, HasSubstr("the effects shutter need at least 4 frames, and there are 3"));
}

/// A board whose columns are said to be 4% closer together than they are: no printer does that.
TEST_F(Explain, ATargetOfAnotherSizeIsPointedAt) {
  const CliResult made =
      run({"simulate", "--model", "radial2", "--params", "fx=1500,fy=1495,cx=968,cy=608,k1=-0.2,k2=0.1", "--image-size",
           "1936x1216", "--target", "chessboard:10x8:0.05", "--frames", "20", "--seed", "3", "-o", path("seen.csv")});
  ASSERT_EQ(made.status, 0) << made.err;
  std::istringstream lines(read_file(path("seen.csv")));
  std::string wrong;
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> cells;
    std::istringstream cut(line);
    for (std::string cell; std::getline(cut, cell, ',');) cells.push_back(cell);
    if (cells[0] != "image") cells[2] = std::to_string(std::stod(cells[2]) / 1.04);
    for (std::size_t i = 0; i < cells.size(); ++i) wrong += (i > 0 ? "," : "") + cells[i];
    wrong += '\n';
  }
  const std::string file = folder.put("wrong.csv", wrong);
  const CliResult calibrated = run({"calibrate", file, "--image-size", "1936x1216", "--model", "radial2"});
  EXPECT_THAT(calibrated.out, HasSubstr(" farther apart than its rows\nnote: the target is not of the "
                                        "size that it is said to be; look at the numbers of --target"));
  const CliResult explained = run({"explain", file, "--image-size", "1936x1216"});
  EXPECT_THAT(explained.out, HasSubstr("the target is taken as it is said to be; 'fiducia calibrate' finds its shape"));
  EXPECT_THAT(explained.out, ::testing::ContainsRegex("what it is\ntarget_size +100%"));
}

}  // namespace
}  // namespace fiducia
