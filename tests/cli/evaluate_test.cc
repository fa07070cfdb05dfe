// Somebody's calibration against observations.

#include <cmath>

#include "fiducia/io/observations_csv.h"
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
using testing::kSceneTarget;
using ::testing::Not;
using testing::run;
using testing::scene;
using ::testing::StartsWith;

class EvaluateTest : public testing::EvaluateFixture {
 protected:
  /// A call that is at fault: status 2, the words, and nothing on standard output.
  static void expect_refused(const CliResult& result, const ::testing::Matcher<const std::string&>& words) {
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, words);
    EXPECT_THAT(result.out, IsEmpty());
  }

  CliResult evaluate_file(const std::string& file, std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"evaluate", file, observations_file, "--json"});
    return run(more);
  }
};

/// The same keys, and numbers that agree.
void expect_alike(const json& found, const json& expected, double relative, double absolute, const std::string& path) {
  ASSERT_EQ(found.size(), expected.size()) << path;
  if (expected.is_number()) {
    EXPECT_NEAR(found.get<double>(), expected.get<double>(), relative * std::abs(expected.get<double>()) + absolute)
        << path;
  } else if (expected.is_object()) {
    for (const auto& [key, member] : expected.items()) {
      ASSERT_TRUE(found.contains(key)) << path << '.' << key;
      expect_alike(found[key], member, relative, absolute, path + "." + key);
    }
  } else if (expected.is_array()) {
    for (std::size_t i = 0; i < expected.size(); ++i) {
      expect_alike(found[i], expected[i], relative, absolute, path + "." + std::to_string(i));
    }
  } else {
    EXPECT_EQ(found, expected) << path;
  }
}

TEST_F(EvaluateTest, GivesCalibratesOwnNumbersForCalibratesOwnResult) {
  const json expected = json::parse(calibration);
  const json found = evaluated();
  expect_alike(found["bias"], expected["bias"], 1e-5, 1e-6, "bias");  // px: a root near zero holds fewer digits
  for (const char* key : {"uncertainty", "metrics", "mapping", "map", "residual_histogram"}) {
    expect_alike(found[key], expected[key], 1e-5, 1e-12, key);
  }
  EXPECT_EQ(found["parameters"], expected["parameters"]);
  for (const char* key : {"rmse", "n_observations", "n_parameters"}) {
    expect_alike(found["fit"][key], expected["fit"][key], 1e-7, 0, key);
  }
  // A median follows the poses, which are found anew, to first order; the sum of squares does not.
  for (const char* key : {"mad", "s_d"}) expect_alike(found["fit"][key], expected["fit"][key], 1e-6, 0, key);
  for (std::size_t j = 0; j < 10; ++j) {
    expect_alike(found["frames"][j]["translation"], expected["frames"][j]["translation"], 1e-6, 1e-9, "translation");
  }
  EXPECT_EQ(found["uncertainty"].size(), 5U);
  EXPECT_EQ(found["optimum"]["at_minimum"], true);
  EXPECT_EQ(found["optimum"]["cost_fall"], 0);
  EXPECT_EQ(found["optimum"]["difference_px"], 0);
  EXPECT_EQ(found["verdict"], expected["verdict"]);
}

TEST_F(EvaluateTest, TellsPeopleOnStandardOutputAlone) {
  const CliResult result = evaluate();
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_THAT(result.out, AllOf(HasSubstr("radial2, 1936x1216 px: 10 frames used"), HasSubstr("the best fit"),
                                ContainsRegex("verdict +good: "), ContainsRegex("next +[a-z]+")));
}

TEST_F(EvaluateTest, PrintsNothingButJsonWhereJsonIsAskedFor) {
  const CliResult result = evaluate({"--json"});
  EXPECT_EQ(result.status, 0);
  EXPECT_TRUE(json::accept(result.out));
  EXPECT_THAT(result.out, StartsWith("{"));
  EXPECT_THAT(result.err, ContainsRegex("verdict +good"));
  EXPECT_THAT(result.out, Not(HasSubstr("verdict      ")));
}

TEST_F(EvaluateTest, IsSilentWhenAskedToBeAndAllIsWell) {
  const CliResult result = evaluate({"--quiet", "--require", "fit.rmse<1"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(EvaluateTest, IsSilentForMoreThreadsThanCores) {
  ::testing::internal::CaptureStderr();
  const CliResult result = evaluate({"--quiet", "--threads", "1024"});
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), IsEmpty()) << "of a library that writes past our streams";
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(EvaluateTest, SaysByHowMuchAnotherCameraWouldFitBetter) {
  const std::string file = with("moved.json", [](Json& object) {
    object["parameters"]["cx"] = object["parameters"]["cx"].get<double>() + 6;
    object["parameters"]["fx"] = object["parameters"]["fx"].get<double>() + 2;
  });
  const CliResult result = evaluate_file(file);
  ASSERT_EQ(result.status, 0) << result.err;
  const json found = json::parse(result.out);
  const json anew = json::parse(calibration);
  const double best_cost = std::pow(anew["fit"]["rmse"].get<double>(), 2) * anew["fit"]["n_observations"].get<double>();
  const double cost = std::pow(found["fit"]["rmse"].get<double>(), 2) * found["fit"]["n_observations"].get<double>();
  const json& optimum = found["optimum"];
  EXPECT_EQ(optimum["at_minimum"], false);
  EXPECT_NEAR(optimum["best_cost"].get<double>(), best_cost, 1e-6 * best_cost);
  EXPECT_NEAR(optimum["cost"].get<double>(), cost, 1e-6 * cost);
  EXPECT_NEAR(optimum["cost_fall"].get<double>(), 1 - best_cost / cost, 1e-6);
  EXPECT_GT(optimum["cost_fall"].get<double>(), 0.05);

  const json compared = json::parse(run({"compare", calibration_file, file, "--json", "--quiet"}).out);
  const double apart = compared["compensated"]["k_px"].get<double>();
  EXPECT_NEAR(optimum["difference_px"].get<double>(), apart, 1e-4 * apart);
  EXPECT_NEAR(optimum["expected_px"].get<double>(), anew["uncertainty"]["cr2"]["error95_px"].get<double>(), 1e-4);

  EXPECT_EQ(found["parameters"]["cx"], anew["parameters"]["cx"].get<double>() + 6) << "the intrinsics stay";
  EXPECT_EQ(found["fit"]["n_parameters"], 60) << "and are not counted as fitted";
  EXPECT_EQ(found["verdict"]["judgement"], "usable");
  EXPECT_EQ(found["verdict"]["findings"][0]["cause"], "other_camera");
  EXPECT_EQ(found["verdict"]["action"]["code"], "recalibrate");
  EXPECT_THAT(found["verdict"]["next"].get<std::string>(), HasSubstr("calibrate anew"));
  EXPECT_THAT(result.err, HasSubstr("not the best fit"));
}

TEST_F(EvaluateTest, BlamesTheCameraAndNotTheFramesWhereTheCameraIsWrong) {
  const std::string file = with("wrong.json", [](Json& object) { object["parameters"]["k1"] = -0.17; });
  const json found = json::parse(evaluate_file(file).out);
  EXPECT_NE(found["verdict"]["judgement"], "good");
  EXPECT_GT(found["bias"]["ratio"].get<double>(), 0.3) << "a wrong camera leaves systematic residuals";
  EXPECT_EQ(found["verdict"]["findings"][0]["cause"], "other_camera");
  EXPECT_EQ(found["verdict"]["action"]["code"], "recalibrate");
}

TEST_F(EvaluateTest, IsBadForTheCalibrationOfAnotherLens) {
  const std::string file = with("tele.json", [](Json& object) {
    object["parameters"]["fx"] = 1800;
    object["parameters"]["fy"] = 1800;
  });
  const json found = json::parse(evaluate_file(file).out);
  EXPECT_EQ(found["verdict"]["judgement"], "bad");
  EXPECT_EQ(found["verdict"]["findings"][0]["cause"], "other_camera");
}

TEST_F(EvaluateTest, TakesFreshObservationsOfTheSameCameraForGood) {
  const std::string fresh = folder.put("fresh.json", observations_json(scene(good_poses(), 5)));
  const CliResult result = run({"evaluate", calibration_file, fresh, "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json found = json::parse(result.out);
  EXPECT_EQ(found["optimum"]["at_minimum"], false);
  EXPECT_GT(found["optimum"]["difference_px"].get<double>(), 0);
  EXPECT_EQ(found["verdict"]["judgement"], "good") << found["verdict"];
}

/// Its own images are no evidence against a camera that was freed of what they are disturbed by.
TEST_F(EvaluateTest, ComparesACameraThatWasFreedOfEffectsWithWhatIsFreedToo) {
  const std::string seen = path("rolling.json");
  ASSERT_EQ(run({"simulate", "--model", "radial2", "--params", "fx=1500,fy=1495,cx=968,cy=608,k1=-0.2,k2=0.1",
                 "--image-size", "1936x1216", "--target", "chessboard:10x8:0.05", "--frames", "20", "--noise", "0.05",
                 "--effect", "shutter:4", "--seed", "3", "-o", seen})
                .status,
            0);
  ASSERT_EQ(run({"calibrate", seen, "--model", "radial2", "--target-shape", "planar", "--effects", "shutter", "-o",
                 path("freed")})
                .status,
            0);
  const CliResult judged = run({"evaluate", path("freed/calibration.json"), seen, "--json"});
  ASSERT_EQ(judged.status, 0) << judged.err;
  const json trust = json::parse(judged.out)["trust"];
  EXPECT_THAT(trust["explanation"]["effects"].get<std::vector<std::string>>(), ElementsAre("shutter"));
  EXPECT_LT(trust["total_px"].get<double>(), 0.1);
  const json own = json::parse(read_file(path("freed/calibration.json")))["trust"];
  EXPECT_NEAR(trust["bound95_px"].get<double>(), own["bound95_px"].get<double>(),
              0.2 * own["bound95_px"].get<double>());
}

TEST_F(EvaluateTest, RefusesImagesOfAnotherSizeAndNamesBothSizes) {
  const std::string file = with("small.json", [](Json& object) { object["image_size"] = {1920, 1200}; });
  expect_refused(evaluate_file(file), AllOf(HasSubstr(file), HasSubstr("1920x1200"), HasSubstr("1936x1216")));
  const std::string csv = folder.put("obs.csv", observations_csv(observations));
  expect_refused(run({"evaluate", calibration_file, csv, "--image-size", "2000x1300", "--json"}),
                 AllOf(HasSubstr("2000x1300"), HasSubstr("1936x1216")));
}

TEST_F(EvaluateTest, RefusesACalibrationThatItCannotReadWithFileAndLine) {
  const std::string unknown = with("unknown.json", [](Json& object) { object["model"] = "magic"; });
  expect_refused(evaluate_file(unknown),
                 AllOf(HasSubstr(unknown + ":3: model"), HasSubstr("'magic'"), HasSubstr("eucm")));
  const std::string fewer = with("fewer.json", [](Json& object) { object["parameters"].erase("k2"); });
  expect_refused(evaluate_file(fewer), AllOf(HasSubstr(fewer + ":5: parameters"), HasSubstr("'k2'")));
  const std::string broken = folder.put("broken.json", calibration.substr(0, calibration.size() / 2));
  expect_refused(evaluate_file(broken), ContainsRegex("broken\\.json:[0-9]+: "));
  expect_refused(evaluate_file(folder.put("empty.json", "")), HasSubstr("empty.json"));
  expect_refused(evaluate_file(path("absent.json")), AllOf(HasSubstr("absent.json"), HasSubstr("no such file")));
  expect_refused(evaluate_file(observations_file), AllOf(HasSubstr("obs.json"), HasSubstr("no camera")));
}

TEST_F(EvaluateTest, RefusesACalibrationThatDidNotSucceed) {
  const std::string one = folder.put("one.json", observations_json(scene({good_poses().front()})));
  const CliResult failed = run({"calibrate", one, "--json"});
  ASSERT_EQ(failed.status, 4);
  const std::string file = folder.put("failed.json", failed.out);
  expect_refused(evaluate_file(file),
                 AllOf(ContainsRegex("failed\\.json:[0-9]+: fit\\.converged"), HasSubstr("one frame")));
}

TEST_F(EvaluateTest, RefusesObservationsThatItCannotRead) {
  expect_refused(run({"evaluate", calibration_file, path("absent.json"), "--json"}), HasSubstr("no such file"));
  expect_refused(run({"evaluate", calibration_file, calibration_file, "--json"}), HasSubstr("fiducia.observations/1"));
  expect_refused(run({"evaluate", calibration_file, observations_file, observations_file}), HasSubstr("2 inputs"));
  expect_refused(run({"evaluate", calibration_file, "photo.png"}), HasSubstr("photo.png"));
  expect_refused(run({"evaluate", calibration_file}), HasSubstr("INPUT"));
}

TEST_F(EvaluateTest, NeedsThreeFrames) {
  std::vector<Pose> poses = good_poses();
  poses.resize(2);
  const std::string two = folder.put("two.json", observations_json(scene(poses)));
  const CliResult result = run({"evaluate", calibration_file, two, "--json"});
  EXPECT_EQ(result.status, 4);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, AllOf(HasSubstr("only 2 frames"), HasSubstr("at least 3")));
  poses = good_poses();
  poses.resize(3);
  const std::string three = folder.put("three.json", observations_json(scene(poses)));
  EXPECT_EQ(run({"evaluate", calibration_file, three, "--json"}).status, 0);
}

TEST_F(EvaluateTest, ReportsFramesThatNoPoseExplains) {
  Observations some = observations;
  some.frames.push_back({"poor", {some.frames[0].corners.begin(), some.frames[0].corners.begin() + 3}});
  const CliResult result =
      run({"evaluate", calibration_file, folder.put("some.json", observations_json(some)), "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("10 frames used, 1 left out"), HasSubstr("left out: poor (")));
  EXPECT_EQ(json::parse(result.out)["left_out"][0]["name"], "poor");
}

TEST_F(EvaluateTest, TakesTheImageSizeOfACsvFromTheCalibration) {
  const std::string csv = folder.put("obs.csv", observations_csv(observations));
  const CliResult without = run({"evaluate", calibration_file, csv, "--target", kSceneTarget, "--json", "--quiet"});
  ASSERT_EQ(without.status, 0) << without.err;
  EXPECT_EQ(without.out, evaluate({"--json", "--quiet"}).out);
  EXPECT_EQ(without.out, run({"evaluate", calibration_file, csv, "--target", kSceneTarget, "--image-size", "1936x1216",
                              "--json", "--quiet"})
                             .out);
}

TEST_F(EvaluateTest, TakesPartialViews) {
  Observations partial = observations;
  std::size_t corners = 0;
  for (std::size_t j = 0; j < partial.frames.size(); ++j) {
    std::vector<Corner> visible;
    for (const Corner& corner : partial.frames[j].corners) {
      if (corner.id % 10 < 5 + static_cast<int>(j % 5)) visible.push_back(corner);  // the right of the board is hidden
    }
    partial.frames[j].corners = visible;
    corners += visible.size();
  }
  const CliResult result =
      run({"evaluate", calibration_file, folder.put("partial.json", observations_json(partial)), "--json", "--quiet"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json found = json::parse(result.out);
  EXPECT_EQ(found["fit"]["n_observations"], 2 * corners);
  EXPECT_EQ(found["verdict"]["judgement"], "good") << found["verdict"];
  // Columns 5 to 9 of 10: two columns of whole tiles, or three, or four, of four rows each, in two frames each.
  EXPECT_EQ(found["bias"]["n_tiles"], 4 * 2 * (2 + 3 + 3 + 4 + 4));
}

TEST_F(EvaluateTest, GivesTheSameForAnyNumberOfThreads) {
  const std::string once = evaluate({"--json", "--threads", "1"}).out;
  EXPECT_THAT(once, Not(IsEmpty()));
  EXPECT_EQ(once, evaluate({"--json", "--threads", "3"}).out);
}

TEST_F(EvaluateTest, TheSeedChangesWhatIsRandomAndNothingElse) {
  const json once = evaluated({"--seed", "1"});
  const json again = evaluated({"--seed", "2"});
  EXPECT_NE(once["uncertainty"]["abs"]["eme"], again["uncertainty"]["abs"]["eme"]);
  EXPECT_NE(once["bias"]["ratio_ci95"], again["bias"]["ratio_ci95"]);
  EXPECT_EQ(once["uncertainty"]["cr2"], again["uncertainty"]["cr2"]);
  EXPECT_EQ(once["bias"]["ratio"], again["bias"]["ratio"]);
}

TEST_F(EvaluateTest, BootstrapsWhenAsked) {
  const json found = evaluated({"--bootstrap", "60"});
  ASSERT_TRUE(found["uncertainty"].contains("bs"));
  EXPECT_EQ(found["uncertainty"]["bs"]["samples"], 60);
  EXPECT_EQ(found["uncertainty"]["bs"]["covariance"].size(), 6U);
  EXPECT_GT(found["uncertainty"]["bs"]["eme_px"].get<double>(),
            0.3 * found["uncertainty"]["cr2"]["eme_px"].get<double>());
  EXPECT_EQ(evaluated({"--abs-samples", "70"})["uncertainty"]["abs"]["samples"], 70);
}

TEST_F(EvaluateTest, MeasuresTheBiasByMeanSquaresWhenAsked) {
  const json robust = evaluated()["bias"];
  const json plain = evaluated({"--plain"})["bias"];
  EXPECT_EQ(plain["ratio"], robust["plain_ratio"]);
  EXPECT_EQ(plain["eps_px"], robust["plain_eps_px"]);
  EXPECT_NE(plain["sigma_d_px"], robust["sigma_d_px"]);
  EXPECT_EQ(plain["plain"], true);
}

TEST_F(EvaluateTest, TheThresholdsAreTheUsers) {
  EXPECT_EQ(evaluated()["verdict"]["judgement"], "good");
  EXPECT_EQ(evaluated({"--threshold", "frames_good=50"})["verdict"]["judgement"], "usable");
  EXPECT_EQ(evaluated({"--threshold", "frames_good=50,outlier_ratio=0.5"})["verdict"]["findings"].size(), 2U);
  EXPECT_EQ(
      evaluated({"--threshold", "frames_good=50", "--threshold", "outlier_ratio=0.5"})["verdict"]["findings"].size(),
      2U);
  for (const char* wrong :
       {"frames_good", "magic=3", "frames_good=-1", "frames_good=nan", "=1", "without_ray_good=1"}) {
    expect_refused(evaluate({"--threshold", wrong}), HasSubstr("--threshold"));
  }
}

TEST_F(EvaluateTest, TheToleranceIsTheUsers) {
  const json found = evaluated();
  EXPECT_EQ(found["verdict"]["tolerance_px"], 1);
  const double total = found["trust"]["total_px"];
  const double bound = found["trust"]["bound95_px"];
  const auto judged = [&](double tolerance) {
    return evaluated({"--tolerance", std::to_string(tolerance)})["verdict"]["judgement"];
  };
  EXPECT_EQ(judged(1.01 * bound), "good");
  EXPECT_EQ(judged((total + bound) / 2), "usable");
  EXPECT_EQ(judged(0.99 * total), "bad");
  for (const char* wrong : {"0", "-1", "much", ""}) {
    expect_refused(evaluate({"--tolerance", wrong}), HasSubstr("--tolerance"));
  }
}

TEST_F(EvaluateTest, TheLossIsTheUsers) {
  Observations spoiled = observations;
  spoiled.frames[2].corners[10].pixel.x() += 40;
  const std::string file = folder.put("spoiled.json", observations_json(spoiled));
  const auto rmse_of_view2 = [&](const std::string& loss) {
    const CliResult result =
        run({"evaluate", calibration_file, file, "--loss", loss, "--outliers", "0", "--json", "--quiet"});
    EXPECT_EQ(result.status, 0) << result.err;
    // Without the corner that is wrong, the frame's pose is as good as it was.
    return json::parse(result.out)["frames"][2]["translation"];
  };
  const json clean = json::parse(calibration)["frames"][2]["translation"];
  const auto away = [&](const json& translation) {
    return std::hypot(translation[0].get<double>() - clean[0].get<double>(),
                      translation[1].get<double>() - clean[1].get<double>(),
                      translation[2].get<double>() - clean[2].get<double>());
  };
  EXPECT_LT(away(rmse_of_view2("cauchy:0.1")), 0.1 * away(rmse_of_view2("none")));
  expect_refused(evaluate({"--loss", "huber"}), HasSubstr("--loss"));
}

TEST_F(EvaluateTest, WritesNothing) {
  static_cast<void>(evaluate({"--json"}));
  EXPECT_THAT(folder.names(), ElementsAre("calibration.json", "obs.json"));
}

/// Ten views do not carry sixteen parameters, but somebody else's calibration has them: all that needs no covariance is
/// told.
TEST_F(EvaluateTest, TellsWhatItCanWhereTheModelHasMoreParametersThanTheDataCarry) {
  const std::string file = with("rich.json", [](Json& object) {
    object["model"] = "opencv12";
    object.erase("uncertainty");
    for (const char* zero : {"p1", "p2", "k3", "k4", "k5", "k6", "s1", "s2", "s3", "s4"})
      object["parameters"][zero] = 0.0;
  });
  const CliResult result = run({"evaluate", file, observations_file, "--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json found = json::parse(result.out);
  EXPECT_LT(found["bias"]["eps_px"], 0.03);
  EXPECT_TRUE(found["uncertainty"].empty());
  EXPECT_EQ(found["verdict"]["judgement"], "bad") << "nothing is known about its error";
  EXPECT_TRUE(found["trust"].is_null());
  EXPECT_THAT(result.err, HasSubstr("the uncertainty is not known"));
  EXPECT_EQ(run({"evaluate", file, observations_file, "--require", "uncertainty.cr2.eme_px<1"}).status, 2);
}

}  // namespace
}  // namespace fiducia
