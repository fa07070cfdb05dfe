#include "fiducia/io/file.h"
#include "fiducia/io/read_observations.h"
#include "tests/cli/cli_fixture.h"
#include "tests/io/sample_observations.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using testing::CliResult;
using ::testing::ElementsAre;
using testing::expect_same_frames;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::run;
using ::testing::SizeIs;

class SimulateTest : public testing::CliTest {
 protected:
  /// A good call with `more` at its end; CLI11 refuses options given twice, so `more` brings new ones.
  static std::vector<std::string> call(const std::vector<std::string>& more,
                                       const std::string& parameters = "fx=1500,fy=1495,cx=968,cy=608,k1=-0.2,k2=0.1") {
    std::vector<std::string> arguments = {
        "simulate", "--params", parameters, "--image-size", "1936x1216", "--target", "chessboard:10x8:0.05"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }
};

TEST_F(SimulateTest, WritesObservationsThatReadBack) {
  const std::string file = path("obs.json");
  const CliResult result = run(call({"--frames", "5", "--seed", "3", "-o", file}));
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, AllOf(HasSubstr("5 frames of 80 corners"), HasSubstr(file)));
  EXPECT_THAT(folder.names(), ElementsAre("obs.json"));
  const Observations observations = read_observations(file).observations;
  ASSERT_THAT(observations.frames, SizeIs(5));
  EXPECT_THAT(observations.frames[0].corners, SizeIs(80));
  EXPECT_EQ(observations.image_size, (ImageSize{1936, 1216}));
  EXPECT_EQ(target_spec(observations.target), "chessboard:10x8:0.05");
  const auto truth = nlohmann::json::parse(read_file(file))["truth"];
  EXPECT_EQ(truth["parameters"]["k1"], -0.2);
  EXPECT_EQ(truth["seed"], 3);
  EXPECT_EQ(truth["poses"].size(), 5U);
}

TEST_F(SimulateTest, WritesCsvWithTheNominalGeometry) {
  EXPECT_EQ(run(call({"--frames", "4", "--bend", "0.001", "-o", path("obs.json"), "--quiet"})).err, "");
  EXPECT_EQ(run(call({"--frames", "4", "--bend", "0.001", "-o", path("obs.csv")})).status, 0);
  const ReadObservations csv =
      read_observations(path("obs.csv"), {ImageSize{1936, 1216}, parse_target("chessboard:10x8:0.05")});
  EXPECT_THAT(csv.warnings, IsEmpty());
  expect_same_frames(csv.observations, read_observations(path("obs.json")).observations);
}

TEST_F(SimulateTest, PrintsTheObservationsWithJson) {
  EXPECT_EQ(run(call({"--frames", "4", "-o", path("obs.json")})).status, 0);
  const CliResult result = run(call({"--frames", "4", "--json"}));
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, read_file(path("obs.json")));
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(SimulateTest, IsAFunctionOfTheSeedAndNotOfTheThreads) {
  const std::string once = run(call({"--seed", "11", "--json", "--threads", "1"})).out;
  EXPECT_EQ(once, run(call({"--seed", "11", "--json", "--threads", "2"})).out);
  EXPECT_NE(once, run(call({"--seed", "12", "--json"})).out);
}

TEST_F(SimulateTest, TakesItsPosesFromTheOptions) {
  const CliResult result =
      run(call({"--json", "--max-angle", "0", "--distance", "1:1.01", "--max-offset", "0.01", "--bend", "-0.0004"}));
  ASSERT_EQ(result.status, 0) << result.err;
  const auto truth = nlohmann::json::parse(result.out)["truth"];
  EXPECT_EQ(truth["bend_m"], -0.0004);
  for (const auto& pose : truth["poses"]) {
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(pose["rotation_vector"][k].get<double>(), 0, 1e-12);
    EXPECT_GE(pose["translation"][2].get<double>(), 1);
    EXPECT_LE(pose["translation"][2].get<double>(), 1.01);
  }
}

TEST_F(SimulateTest, RefusesWhatMakesNoSense) {
  const std::string file = path("obs.json");
  const std::vector<std::pair<std::vector<std::string>, std::string>> calls = {
      {call({}), "-o obs.json"},
      {call({"-o", file, "--model", "magic"}), "'magic'"},
      {call({"-o", file}, "fx=1500"), "'fy'"},
      {call({"-o", file}, "fx=1500,fy=1495,cx=968,cy=608,k1=-0.2,k9=0.1"), "'k2'"},
      {call({"-o", file, "--noise", "-1"}), "--noise"},
      {call({"-o", file, "--noise", "nan"}), "--noise"},
      {call({"-o", file, "--frames", "0"}), "--frames"},
      {call({"-o", file, "--max-angle", "400"}), "--max-angle"},
      {call({"-o", file, "--distance", "-1:2"}), "--distance"},
      {call({"-o", file, "--distance", "far"}), "--distance"},
      {call({"-o", file, "--max-offset", "-1"}), "--max-offset"},
      {call({"-o", path("absent/obs.json")}), "absent/obs.json"},
      {call({"-o", folder.path().string()}), "folder"},
      {{"simulate", "--params", "f=1", "--image-size", "big", "--target", "chessboard:10x8:0.05", "-o", file},
       "--image-size"},
      {{"simulate", "--model", "pinhole", "--params", "f=1000,cx=50,cy=50", "--image-size", "100x100", "--target",
        "board", "-o", file},
       "'board'"},
  };
  for (const auto& [arguments, expected] : calls) {
    const CliResult result = run(arguments);
    EXPECT_EQ(result.status, 2) << expected;
    EXPECT_THAT(result.err, HasSubstr(expected));
    EXPECT_THAT(result.out, IsEmpty());
  }
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST_F(SimulateTest, TellsWhenTheTargetDoesNotFitTheView) {
  const CliResult result = run(call({"-o", path("obs.json"), "--distance", "0.01:0.02"}));
  EXPECT_NE(result.status, 0);
  EXPECT_THAT(result.err, HasSubstr("view"));
  EXPECT_THAT(folder.names(), IsEmpty());
}

}  // namespace
}  // namespace fiducia
