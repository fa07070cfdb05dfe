// Which model to take.

#include "tests/cli/evaluate_fixture.h"

namespace fiducia {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using testing::CliResult;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using testing::good_poses;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::run;
using testing::scene;

class SelectTest : public testing::CliTest {
 protected:
  [[nodiscard]] CliResult select(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"select", observations_file});
    return run(more);
  }

  [[nodiscard]] json selected(std::vector<std::string> more = {}) const {
    more.insert(more.end(), {"--json", "--quiet"});
    const CliResult result = select(more);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_THAT(result.err, IsEmpty());
    return json::parse(result.out, nullptr, false);
  }

  /// Two frames: enough to calibrate, too few to compare.
  [[nodiscard]] std::string two_frames() const {
    std::vector<Pose> poses = good_poses();
    poses.resize(2);
    return folder.put("two.json", observations_json(scene(poses)));
  }

  const std::string observations_file = folder.put("obs.json", observations_json(scene(good_poses())));
};

std::vector<std::string> models_in(const json& selection) {
  std::vector<std::string> names;
  for (const json& model : selection["models"]) names.push_back(model["model"]);
  return names;
}

const json& entry_of(const json& selection, const std::string& name) {
  for (const json& model : selection["models"]) {
    if (model["model"] == name) return model;
  }
  throw std::out_of_range(name);
}

TEST_F(SelectTest, FindsTheModelOfTheLensAndSaysWhy) {
  const json found = selected();
  EXPECT_EQ(found["format"], "fiducia.selection/1");
  EXPECT_EQ(found["recommended"], "radial2");
  EXPECT_THAT(found["reason"].get<std::string>(),
              AllOf(HasSubstr("radial2: "), HasSubstr("radial1, 1 parameter fewer"), HasSubstr("expected error")));
  EXPECT_THAT(models_in(found), ::testing::IsSupersetOf({"pinhole", "radial1", "radial2", "radial3", "fisheye"}));
  EXPECT_EQ(entry_of(found, "radial2")["score"], 0);
  for (const json& model : found["models"]) {
    if (model.contains("problem")) continue;
    EXPECT_GE(model["score"].get<double>(), 0) << model["model"];
  }
  EXPECT_GT(found["field_deg"].get<double>(), 10);
  EXPECT_LT(found["field_deg"].get<double>(), 45);
}

TEST_F(SelectTest, ShowsPeopleATable) {
  const CliResult result = select({"--models", "pinhole,radial1,radial2"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_THAT(result.out, AllOf(ContainsRegex("model +n +RMSE px +BR"), ContainsRegex("radial1 +5 +0\\.[0-9]+ "),
                                ContainsRegex("radial2 +6 [^\n]*<-\n"), ContainsRegex("\ntake radial2: expected error"),
                                Not(ContainsRegex("radial1 [^\n]*<-\n"))));
}

TEST_F(SelectTest, ComparesTheModelsThatAreNamedInTheirOrder) {
  const json found = selected({"--models", "radial3,radial1"});
  EXPECT_THAT(models_in(found), ElementsAre("radial3", "radial1"));
  EXPECT_EQ(found["recommended"], "radial3");
  EXPECT_EQ(models_in(selected({"--models", "radial1", "--models", "radial2"})),
            models_in(selected({"--models", "radial1,radial2"})));
}

TEST_F(SelectTest, TakesTheOnlyModelThatIsNamed) {
  const json found = selected({"--models", "radial1"});
  EXPECT_EQ(found["recommended"], "radial1");
  EXPECT_THAT(found["reason"].get<std::string>(), HasSubstr("only model"));
}

TEST_F(SelectTest, ComparesAllModelsWhenAsked) {
  const json found = selected({"--models", "all"});
  std::vector<std::string> all;
  const json registry = json::parse(run({"models", "--json"}).out);
  for (const json& model : registry["models"]) {
    const std::string name = model["name"];
    if (name.find(':') == std::string::npos) all.push_back(name);  // those with a configuration are never tried unasked
  }
  ASSERT_GE(all.size(), 12U);
  EXPECT_EQ(models_in(found), all);
  EXPECT_EQ(found["recommended"], "radial2");
}

TEST_F(SelectTest, RefusesModelsThatMakeNoSense) {
  for (const auto& [models, words] : std::vector<std::pair<std::string, std::string>>{
           {"magic", "'magic'"}, {"radial1,magic", "'magic'"}, {"radial1,radial2,radial1", "radial1 is named twice"}}) {
    const CliResult result = select({"--models", models, "--json"});
    EXPECT_EQ(result.status, 2) << models;
    EXPECT_THAT(result.err, HasSubstr(words));
    EXPECT_THAT(result.out, IsEmpty());
  }
  EXPECT_EQ(run({"select", path("absent.json"), "--models", "magic"}).status, 2);
  EXPECT_THAT(run({"select", path("absent.json")}).err, HasSubstr("no such file"));
}

TEST_F(SelectTest, RefusesARegionOutsideTheImage) {
  for (const std::vector<std::string>& option :
       {std::vector<std::string>{"--region", "disc:5000,5000,10"}, std::vector<std::string>{"--grid", "1x1"}}) {
    const CliResult result = select({option[0], option[1], "--models", "radial1,radial2", "--json"});
    EXPECT_EQ(result.status, 2) << "the call is at fault, not the data";
    EXPECT_THAT(result.err, HasSubstr("1936x1216"));
    EXPECT_THAT(result.out, IsEmpty());
  }
}

TEST_F(SelectTest, TellsTheNumbersOfCalibrateAndEvaluate) {
  const json entry = entry_of(selected({"--models", "radial1,radial2", "--seed", "3"}), "radial1");
  const json calibrated =
      json::parse(run({"calibrate", observations_file, "--model", "radial1", "--seed", "3", "--json", "--quiet"}).out);
  EXPECT_EQ(entry["n_intrinsics"], 5);
  EXPECT_EQ(entry["parameters"], calibrated["parameters"]);
  EXPECT_EQ(entry["rmse"], calibrated["fit"]["rmse"]);
  for (const char* key : {"ratio", "ratio_ci95", "eps_px", "eps_px_ci95", "sigma_d_px", "p_value"}) {
    EXPECT_EQ(entry["bias"][key], calibrated["bias"][key]) << key;
  }
  EXPECT_EQ(entry["eme_px"], calibrated["uncertainty"]["cr2"]["eme_px"]);
  EXPECT_EQ(entry["eme_px_std"], calibrated["uncertainty"]["std"]["eme_px"]);
  EXPECT_EQ(entry["error95_px"], calibrated["uncertainty"]["cr2"]["error95_px"]);
  EXPECT_GT(entry["held_out_px"].get<double>(), entry["rmse"].get<double>());
}

TEST_F(SelectTest, TheRegionMattersToTheMappingError) {
  const json whole = entry_of(selected({"--models", "radial2"}), "radial2");
  const json middle = entry_of(selected({"--models", "radial2", "--region", "disc:968,608,300"}), "radial2");
  EXPECT_LT(middle["eme_px"].get<double>(), whole["eme_px"].get<double>());
  EXPECT_EQ(middle["rmse"], whole["rmse"]);
}

TEST_F(SelectTest, PrintsNothingButJsonWhereJsonIsAskedFor) {
  const CliResult result = select({"--models", "radial1,radial2", "--json"});
  EXPECT_TRUE(json::accept(result.out));
  EXPECT_THAT(result.err, HasSubstr("take radial2"));
}

TEST_F(SelectTest, SaysWhyNoModelIsRecommended) {
  const CliResult result = run({"select", two_frames(), "--models", "radial1,radial2", "--json"});
  EXPECT_EQ(result.status, 4);
  EXPECT_THAT(result.err, AllOf(HasSubstr("no model fits"), ContainsRegex("\n  radial1: .*at least 3"),
                                ContainsRegex("\n  radial2: .*at least 3")));
  const json found = json::parse(result.out);
  EXPECT_EQ(found["recommended"], nullptr);
  for (const json& model : found["models"]) {
    EXPECT_THAT(model["problem"].get<std::string>(), HasSubstr("at least 3"));
    EXPECT_FALSE(model.contains("score"));
  }
}

TEST_F(SelectTest, SaysWhatIsWrongWithOneFrame) {
  const std::string one = folder.put("one.json", observations_json(scene({good_poses().front()})));
  const CliResult result = run({"select", one, "--models", "radial1,fisheye"});
  EXPECT_EQ(result.status, 4);
  EXPECT_THAT(result.err, AllOf(HasSubstr("radial1: "), HasSubstr("fisheye: "), HasSubstr("one frame")));
}

TEST_F(SelectTest, CalibrateAutoIsCalibrateWithTheRecommendedModel) {
  const CliResult automatic = run({"calibrate", observations_file, "--model", "auto", "--json"});
  ASSERT_EQ(automatic.status, 0) << automatic.err;
  Json found = Json::parse(automatic.out);
  ASSERT_TRUE(found.contains("selection"));
  EXPECT_EQ(found["selection"]["recommended"], "radial2");
  EXPECT_EQ(found["model"], "radial2");
  EXPECT_GE(found["selection"]["models"].size(), 5U);
  const Json named = Json::parse(run({"calibrate", observations_file, "--model", "radial2", "--json"}).out);
  for (const char* same : {"parameters", "frames", "fit", "bias", "uncertainty"}) EXPECT_EQ(found[same], named[same]);
  EXPECT_GE(found["trust"]["bound95_px"], named["trust"]["bound95_px"]) << "with the doubt about the model";
  EXPECT_THAT(automatic.err, AllOf(ContainsRegex("model +radial2"), ContainsRegex("verdict +good")));
}

TEST_F(SelectTest, CalibrateAutoWritesWhatEvaluateReads) {
  ASSERT_EQ(run({"calibrate", observations_file, "--model", "auto", "-o", path("result"), "--quiet"}).status, 0);
  const CliResult result = run({"evaluate", path("result/calibration.json"), path("result/observations.json")});
  EXPECT_EQ(result.status, 0) << result.err;
}

TEST_F(SelectTest, CalibrateAutoGivesTheReasonsWhereNoModelFits) {
  const CliResult result = run({"calibrate", two_frames(), "--model", "auto", "--json", "-o", path("result")});
  EXPECT_EQ(result.status, 4);
  EXPECT_THAT(result.err, AllOf(HasSubstr("no model fits"), ContainsRegex("\n  radial2: .*at least 3")));
  const json found = json::parse(result.out);
  EXPECT_EQ(found["fit"]["converged"], false);
  EXPECT_FALSE(found.contains("parameters"));
  EXPECT_FALSE(std::filesystem::exists(folder / "result"));
}

TEST_F(SelectTest, GivesTheSameForAnyNumberOfThreads) {
  const auto without_time = [&](const char* threads) {
    json found = selected({"--models", "radial1,radial2,fisheye", "--threads", threads});
    for (json& model : found["models"]) model.erase("seconds");
    return found;
  };
  EXPECT_EQ(without_time("1"), without_time("2"));
}

}  // namespace
}  // namespace fiducia
