#include <fmt/core.h>

#include <filesystem>
#include <functional>

#include "fiducia/data/pair_frames.h"
#include "fiducia/evaluate/rig_geometry.h"
#include "fiducia/io/file.h"
#include "fiducia/io/observations_json.h"
#include "tests/cli/cli_fixture.h"
#include "tests/cli/read_csv.h"
#include "tests/solve/rig_setups.h"

namespace fiducia {
namespace {

using testing::CliResult;
using ::testing::HasSubstr;
using testing::read_csv;
using testing::run;
using Json = nlohmann::json;

class RigCommand : public testing::CliTest {
 protected:
  /// Writes what each camera saw; gives the --camera options.
  std::vector<std::string> simulated(const std::vector<SimulatedRigCamera>& cameras, int instants,
                                     const std::function<void(RigObservations*)>& change = {}) {
    RigSimulation seen =
        simulate_rig(cameras, testing::rig_board(), {.instants = instants, .seed = 1, .poses = testing::near_poses()});
    if (change) change(&seen.observations);
    std::vector<std::string> call = {"calibrate"};
    for (std::size_t c = 0; c < cameras.size(); ++c) {
      const std::string file = path(cameras[c].name + ".json");
      write_file_atomically(file, observations_json(camera_observations(seen.observations, c)));
      call.insert(call.end(), {"--camera", cameras[c].name + "=" + file});
    }
    call.insert(call.end(), {"--model", "radial2", "--target-shape", "planar"});
    return call;
  }
};

std::vector<std::string> with(std::vector<std::string> call, const std::vector<std::string>& more) {
  call.insert(call.end(), more.begin(), more.end());
  return call;
}

TEST_F(RigCommand, CalibratesAPairAndWritesIt) {
  const auto call = simulated(testing::stereo(), 20);
  const CliResult result = run(with(
      call, {"--distance", "0.5,2", "-o", path("result"), "--require", "rig.pairs.0.triangulation.2m.bound95_mm<50"}));
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("left: radial2, 1280x960 px"));
  EXPECT_THAT(result.out, HasSubstr("left and right: baseline 120."));
  EXPECT_THAT(result.out, HasSubstr("triangulated at 2m"));
  EXPECT_THAT(result.out, HasSubstr("one rig explains all instants"));
  const Json json = Json::parse(read_file(path("result/calibration.json")));
  EXPECT_EQ(json["format"], "fiducia.calibration/1");
  EXPECT_EQ(json["cameras"][1]["name"], "right");
  EXPECT_NEAR(json["cameras"][1]["camera_from_rig"]["translation"][0].get<double>(), -0.12, 5e-4);
  const Json& pair = json["rig"]["pairs"][0];
  EXPECT_EQ(pair["cameras"], Json({"left", "right"}));
  EXPECT_NEAR(pair["baseline_m"].get<double>(), 0.1201, 5e-4);
  EXPECT_GT(pair["triangulation"]["0.5m"]["total_mm"].get<double>(), 0);
  EXPECT_GT(pair["row_error_px"].get<double>(), 0);
  EXPECT_EQ(json["rig"]["consistency"]["finding"], "one_rig");
  EXPECT_EQ(json["rig"]["pairing"]["by"], "names");
  // What it wrote can be calibrated from again.
  const CliResult again = run({"calibrate", "--camera", "left=" + path("result/observations_left.json"), "--camera",
                               "right=" + path("result/observations_right.json"), "--model", "radial2",
                               "--target-shape", "planar", "--distance", "0.5,2", "--json", "--quiet"});
  ASSERT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(Json::parse(again.out)["rig"]["pairs"], json["rig"]["pairs"]);
}

TEST_F(RigCommand, GivesAVerdictThatTheToleranceDecides) {
  const auto call = simulated(testing::stereo(), 20);
  const CliResult good = run(with(call, {"--require", "verdict=good"}));
  EXPECT_EQ(good.status, 0) << good.err;
  EXPECT_THAT(good.out, HasSubstr("verdict      good: "));
  EXPECT_THAT(good.out, HasSubstr("next         nothing is needed"));
  const CliResult strict = run(with(call, {"--tolerance", "0.001", "--require", "verdict=usable", "--json"}));
  EXPECT_EQ(strict.status, 3);
  const Json verdict = Json::parse(strict.out)["verdict"];
  EXPECT_EQ(verdict["judgement"], "bad");
  EXPECT_EQ(verdict["action"]["code"], "take_views");
  EXPECT_EQ(verdict["tolerance_px"], 0.001);
}

TEST_F(RigCommand, EvaluatesARigThatSomebodyMade) {
  const auto call = simulated(testing::stereo(), 20);
  ASSERT_EQ(run(with(call, {"-o", path("rig")})).status, 0);
  const std::vector<std::string> views = {"--camera", "left=" + path("left.json"), "--camera",
                                          "right=" + path("right.json")};
  const CliResult same = run(with({"evaluate", path("rig"), "--require", "verdict=good"}, views));
  EXPECT_EQ(same.status, 0) << same.err;
  EXPECT_THAT(same.out, HasSubstr("left and right: baseline 120."));
  // Written for another tool; and the cameras taken for each other.
  ASSERT_EQ(run({"convert", path("rig"), "--to", "kalibr", "-o", path("chain.yaml")}).status, 0);
  const CliResult read = run(with({"evaluate", path("chain.yaml"), "--json", "--quiet"}, views));
  EXPECT_EQ(read.status, 0) << read.err;
  EXPECT_EQ(Json::parse(read.out)["verdict"]["judgement"], "good");
  const CliResult swapped = run({"evaluate", path("chain.yaml"), "--camera", "left=" + path("right.json"), "--camera",
                                 "right=" + path("left.json"), "--require", "verdict=usable"});
  EXPECT_NE(swapped.status, 0);
  const CliResult unknown = run({"evaluate", path("chain.yaml"), "--camera", "top=" + path("left.json"), "--camera",
                                 "right=" + path("right.json")});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("no such camera; it has"));
  const CliResult page = run(with({"evaluate", path("chain.yaml"), "--report", path("r.html")}, views));
  EXPECT_EQ(page.status, 0) << page.err;
  EXPECT_THAT(read_file(path("r.html")), HasSubstr("chain.yaml"));
  EXPECT_EQ(run(with({"evaluate", path("rig"), "--report", path("r.txt")}, views)).status, 2);
  EXPECT_THAT(run({"evaluate", path("rig"), path("left.json"), "--distance", "2"}).err, HasSubstr("for a rig"));
}

TEST_F(RigCommand, GuidesToTheNextInstants) {
  auto call = simulated(testing::stereo(), 10);
  call[0] = "guide";
  const CliResult result = run(with(call, {"--suggest", "2", "--until", "bound95_px=0.02", "-o", path("next")}));
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("10 instants used"));
  EXPECT_THAT(result.out, HasSubstr("take more: the weakest is "));
  EXPECT_THAT(result.out, HasSubstr("of the image of left"));
  const Json json = Json::parse(read_file(path("next/guide.json")));
  EXPECT_EQ(json["format"], "fiducia.rig_guide/1");
  EXPECT_EQ(json["step"], "more views");
  ASSERT_EQ(json["suggestions"].size(), 2U);
  const Json& first = json["suggestions"][0];
  EXPECT_EQ(first["expected"][2]["of"], "rows");
  EXPECT_LT(first["expected"][2]["total_px"], json["now"][2]["total_px"]);
  for (const Json& view : first["views"]) {
    EXPECT_TRUE(
        std::filesystem::exists(path(fmt::format("next/suggestion1_{}.svg", view["camera"].get<std::string>()))));
  }
  EXPECT_THAT(run(with(call, {"--until", "bound95_px=2"})).out, HasSubstr("enough: the weakest is "));
  const auto refused = [&](const std::vector<std::string>& more, const std::string& words) {
    const CliResult wrong = run(with(call, more));
    EXPECT_EQ(wrong.status, 2) << words;
    EXPECT_THAT(wrong.err, HasSubstr(words));
  };
  refused({"--until", "eme_px=0.1"}, "bound95_px=X or total_px=X");
  refused({"--watch", path("next")}, "--watch is for one camera");
  refused({"--max-tilt", "0", "--min-square", "900"}, "no view keeps the limits");
}

TEST_F(RigCommand, SaysWhatIsNotMet) {
  const CliResult result =
      run(with(simulated(testing::stereo(), 12), {"--require", "rig.pairs.0.baseline_bound95_m<1e-9"}));
  EXPECT_EQ(result.status, 3);
  EXPECT_THAT(result.err, HasSubstr("baseline_bound95_m"));
}

TEST_F(RigCommand, TakesAModelForEachCamera) {
  const CliResult result =
      run(with(simulated(testing::stereo(), 12), {"--model", "right=opencv4", "--json", "--quiet"}));
  ASSERT_EQ(result.status, 0) << result.err;
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json["cameras"][0]["model"], "radial2");
  EXPECT_EQ(json["cameras"][1]["model"], "opencv4");
}

TEST_F(RigCommand, NamesAMissingLinkAndWritesNothing) {
  const auto call = simulated(testing::stereo(), 20, [](RigObservations* rig) {
    for (std::size_t i = 0; i < rig->instants.size(); ++i) rig->instants[i].frames[i % 2].reset();
    rig->instants[0].frames[0] = rig->instants[1].frames[0];  // together once, but with too few corners for a pose
    rig->instants[0].frames[0]->corners.resize(3);
  });
  const CliResult result = run(with(call, {"-o", path("result")}));
  EXPECT_EQ(result.status, 4);
  EXPECT_THAT(result.err, HasSubstr("left and right never see the board together"));
  EXPECT_FALSE(std::filesystem::exists(path("result")));
}

TEST_F(RigCommand, TellsShiftedFrames) {
  const auto call = simulated(testing::stereo(), 20, [](RigObservations* rig) {
    for (std::size_t i = rig->instants.size() - 1; i > 0; --i) {
      rig->instants[i].frames[1] = rig->instants[i - 1].frames[1];
    }
    rig->instants[0].frames[1].reset();
  });
  const CliResult result = run(call);
  EXPECT_THAT(result.out + result.err, HasSubstr("only when each is taken for the instant one before"));
}

TEST_F(RigCommand, TakesAListOfInstants) {
  const auto call = simulated(testing::stereo(), 12);
  std::string list = "left,right\n";
  for (int i = 0; i < 10; ++i) list += fmt::format("instant{0:03},instant{0:03}\n", i);
  write_file_atomically(path("list.csv"), list);
  const CliResult result = run(with(call, {"--instants", path("list.csv")}));
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("10 instants"));
  EXPECT_THAT(result.out, HasSubstr("as listed"));
}

TEST_F(RigCommand, LeavesInstantsOut) {
  const auto call = simulated(testing::stereo(), 12);
  const CliResult result = run(with(call, {"--leave-out", "instant003,instant01*"}));
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("rig of 2 cameras: 9 instants"));
  EXPECT_EQ(run(with(call, {"--leave-out", "nothing"})).status, 2);
}

TEST_F(RigCommand, RefusesWhatMakesNoSense) {
  const auto call = simulated(testing::stereo(), 6);
  const auto refusal = [&](const std::vector<std::string>& more) {
    const CliResult result = run(with(call, more));
    EXPECT_EQ(result.status, 2);
    return result.err;
  };
  EXPECT_THAT(refusal({"--camera", "third"}), HasSubstr("NAME=INPUT"));
  EXPECT_THAT(refusal({"--distance", "-1"}), HasSubstr("positive"));
  EXPECT_THAT(refusal({"--model", "top=radial2"}), HasSubstr("no such camera"));
  EXPECT_THAT(refusal({"--auto-improve"}), HasSubstr("for one camera"));
  EXPECT_THAT(refusal({"--threshold", "bias_ratio_good=0.1"}), HasSubstr("for one camera"));
  EXPECT_THAT(refusal({"--sync-tolerance", "0.01"}), HasSubstr("time stamps"));
  EXPECT_THAT(refusal({"--camera", "third=" + path("no*.jpg")}), HasSubstr("no file is named like"));
  EXPECT_EQ(run({"calibrate", "--camera", "left=" + path("left.json")}).status, 2);
  const CliResult twice =
      run({"calibrate", "--camera", "left=" + path("left.json"), "--camera", "right=" + path("left.json")});
  EXPECT_EQ(twice.status, 2);
  EXPECT_THAT(twice.err, HasSubstr("'left' and 'right' have the same corners"));
  EXPECT_THAT(run({"calibrate", path("left.json"), "--distance", "2"}).err, HasSubstr("for a rig"));
  EXPECT_EQ(run({"calibrate"}).status, 2);
}

/// Published pairs; not part of this repository.
struct RealRig {
  std::string set;
  std::vector<std::string> cameras;
  std::string target;
  std::string image_size;
  std::string model;
  std::vector<double> baselines_m;  ///< of the first camera with each other one
  double tolerance_m;
};

TEST(RealRigs, HaveTheBaselinesThatOthersFind) {
  const std::string shared = std::string(FIDUCIA_SOURCE_DIR) + "/../shared/data/";
  if (!std::filesystem::is_directory(shared)) GTEST_SKIP() << "the images are not here: " << shared;
  // Bouguet's stereo example has 99.8 mm, OpenCV's own test of fisheye pairs 99.2 mm; the third is what OpenCV's
  // stereoCalibrate finds pair by pair, with the cameras held as each was calibrated alone.
  const std::vector<RealRig> rigs = {
      {"opencv_stereo", {"left", "right"}, "chessboard:9x6:0.03", "640x480", "opencv5", {0.0998}, 1e-4},
      {"opencv_fisheye", {"left", "right"}, "chessboard:8x6:0.0244", "1280x800", "fisheye", {0.0992}, 5e-4},
      {"boofcv_trinocular",
       {"left", "middle", "right"},
       "chessboard:13x9:1",
       "1224x1024",
       "opencv5",
       {4.935, 9.706},
       0.05}};
  for (const RealRig& rig : rigs) {
    std::vector<NamedObservations> cameras;
    for (const std::string& camera : rig.cameras) {
      cameras.push_back(
          {camera, read_csv(shared + rig.set + "_" + camera + "/corners.csv", rig.image_size, rig.target)});
    }
    const RigCalibration found = calibrate_rig(pair_frames(cameras).rig, {.models = {rig.model}});
    ASSERT_TRUE(found.converged()) << rig.set << ": " << found.message;
    const RigGeometry geometry = rig_geometry(found);
    for (std::size_t i = 0; i < rig.baselines_m.size(); ++i) {
      EXPECT_NEAR(geometry.b_from_a(0, i + 1).translation.norm(), rig.baselines_m[i], rig.tolerance_m)
          << rig.set << ", " << rig.cameras[i + 1];
    }
  }
}

}  // namespace
}  // namespace fiducia
