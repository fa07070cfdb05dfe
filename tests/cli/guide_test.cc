#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "fiducia/io/file.h"
#include "fiducia/io/observations_json.h"
#include "tests/cli/cli_fixture.h"
#include "tests/cli/scene.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using testing::CliResult;
using ::testing::ElementsAre;
using testing::good_poses;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::run;
using testing::scene;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

class GuideCommand : public testing::CliTest {
 protected:
  std::string observations(int frames, const std::string& name = "obs.json") const {
    std::vector<Pose> poses = good_poses();
    poses.resize(static_cast<std::size_t>(frames));
    return folder.put(name, observations_json(scene(poses)));
  }
};

TEST_F(GuideCommand, SuggestsViewsInWordsAndInNumbers) {
  const CliResult result = run({"guide", observations(5), "--suggest", "2", "--until", "eme_px=0.03", "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["criterion"], "eme");
  EXPECT_EQ(json["frames"], 5);
  EXPECT_GT(json["eme_px"], 0);
  EXPECT_GT(json["error95_px"], json["eme_px"]);
  EXPECT_EQ(json["image_size"], (nlohmann::json{1936, 1216}));
  EXPECT_EQ(json["until"], "eme_px=0.03");
  EXPECT_GT(json["forecast"]["images"], 0);
  ASSERT_THAT(json["suggestions"], SizeIs(2));
  double before = json["eme_px"];
  for (const auto& suggestion : json["suggestions"]) {
    EXPECT_LT(suggestion["eme_px"], before);
    before = suggestion["eme_px"];
    EXPECT_EQ(suggestion["outline"].front(), suggestion["outline"].back());
    EXPECT_THAT(suggestion["rotation_vector"], SizeIs(3));
    EXPECT_THAT(suggestion["translation"], SizeIs(3));
    EXPECT_THAT(result.err, HasSubstr(suggestion["words"].get<std::string>()));
  }
  EXPECT_THAT(result.err, AllOf(HasSubstr("total error"), HasSubstr("95% confidence"), HasSubstr("more view")));
}

TEST_F(GuideCommand, WritesAPictureOfEachSuggestion) {
  const CliResult result = run({"guide", observations(4), "--suggest", "2", "-o", path("next"), "--quiet"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_THAT(result.out, IsEmpty());
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path("next"))) names.push_back(entry.path().filename());
  EXPECT_THAT(names, UnorderedElementsAre("guide.json", "suggestion1.svg", "suggestion2.svg"));
  const std::string svg = read_file(path("next/suggestion2.svg"));
  EXPECT_THAT(svg, AllOf(HasSubstr("<svg"), HasSubstr("<polygon"), HasSubstr("<circle"), HasSubstr("Suggestion 2"),
                         HasSubstr("</svg>")));
}

TEST_F(GuideCommand, GivesTheSameAnswerForTheSameSeedOnAnyNumberOfThreads) {
  const std::string file = observations(5);
  const auto with = [&](const std::string& seed, const std::string& threads) {
    return run({"guide", file, "--json", "--quiet", "--seed", seed, "--threads", threads}).out;
  };
  EXPECT_EQ(with("3", "1"), with("3", "2"));
  EXPECT_NE(with("3", "1"), with("4", "1"));
}

TEST_F(GuideCommand, HelpsWithVeryFewPictures) {
  for (const int frames : {1, 2, 3}) {
    const CliResult result = run({"guide", observations(frames), "--json"});
    ASSERT_EQ(result.status, 0) << result.err;
    const auto json = nlohmann::json::parse(result.out);
    EXPECT_THAT(json["suggestions"], SizeIs(3)) << frames;
    if (frames > 1) continue;
    EXPECT_TRUE(json["eme_px"].is_null());
    EXPECT_EQ(json["step"], "first views");
  }
}

TEST_F(GuideCommand, StopsWhenItIsEnough) {
  const CliResult result = run({"guide", observations(10), "--until", "error95_px=0.5", "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(nlohmann::json::parse(result.out)["step"], "enough");
  EXPECT_THAT(result.err, HasSubstr("enough: "));
}

TEST_F(GuideCommand, ABentBoardIsFoundOrKeptAsAsked) {
  const std::string file = path("bent.json");
  ASSERT_EQ(run({"simulate", "--model", "radial2", "--params", "fx=1500,fy=1495,cx=968,cy=608,k1=-0.2,k2=0.1",
                 "--image-size", "1936x1216", "--target", "chessboard:10x8:0.05", "--frames", "15", "--noise", "0.05",
                 "--bend", "0.0004", "--seed", "1", "-o", file})
                .status,
            0);
  const CliResult found = run({"guide", file, "--until", "bound95_px=2", "--json"});
  ASSERT_EQ(found.status, 0) << found.err;
  EXPECT_EQ(nlohmann::json::parse(found.out)["step"], "enough") << found.err;
  const CliResult flat = run({"guide", file, "--model", "radial2", "--target-shape", "planar", "--json"});
  ASSERT_EQ(flat.status, 0) << flat.err;
  const auto json = nlohmann::json::parse(flat.out);
  EXPECT_EQ(json["step"], "remove the bias");
  EXPECT_GT(json["systematic_px"], 1);
  EXPECT_GT(json["suggestions"][2]["total_px"], 0.5) << "the board stays bent";
  EXPECT_THAT(flat.err, HasSubstr("--target-shape"));
  EXPECT_EQ(run({"guide", file, "--effects", "wind"}).status, 2);
  EXPECT_EQ(run({"guide", file, "--target-shape", "round"}).status, 2);
}

TEST_F(GuideCommand, ChoosesByTraceAndByStdWhereAsked) {
  const std::string file = observations(5);
  const CliResult trace = run({"guide", file, "--criterion", "trace", "--uncertainty", "std", "--json"});
  ASSERT_EQ(trace.status, 0) << trace.err;
  EXPECT_EQ(nlohmann::json::parse(trace.out)["criterion"], "trace");
}

TEST_F(GuideCommand, KeepsTheLimitsOrSaysThatItCannot) {
  const std::string file = observations(6);
  const CliResult near = run({"guide", file, "--distance", "1.2:1.3", "--max-tilt", "20", "--json", "--quiet"});
  ASSERT_EQ(near.status, 0) << near.err;
  for (const auto& suggestion : nlohmann::json::parse(near.out)["suggestions"]) {
    EXPECT_GE(suggestion["distance_m"], 1.2);
    EXPECT_LE(suggestion["distance_m"], 1.3);
    EXPECT_LE(suggestion["tilt_rad"], 0.35);
  }
  const CliResult none = run({"guide", file, "--min-square", "900"});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, AllOf(HasSubstr("--min-square"), HasSubstr("--max-tilt")));
}

TEST_F(GuideCommand, RanksFramesOfAFile) {
  const std::string file = observations(8);
  const CliResult all = run({"guide", "--rank", file, "--json"});
  ASSERT_EQ(all.status, 0) << all.err;
  auto json = nlohmann::json::parse(all.out);
  EXPECT_THAT(json["base"], IsEmpty());
  ASSERT_THAT(json["ranking"], SizeIs(8));
  EXPECT_THAT(all.err, HasSubstr("view"));
  const double last = json["ranking"][7]["eme_px"];
  EXPECT_LE(json["ranking"][json["enough"].get<std::size_t>() - 1]["eme_px"], 1.1 * last);

  const CliResult some = run({"guide", file, "--rank", "view3", "view5", "-o", path("ranked"), "--json"});
  ASSERT_EQ(some.status, 0) << some.err;
  json = nlohmann::json::parse(some.out);
  EXPECT_THAT(json["base"], SizeIs(6));
  ASSERT_THAT(json["ranking"], SizeIs(2));
  EXPECT_NEAR(json["ranking"][1]["eme_px"], last, 1e-9);
  EXPECT_EQ(read_file(path("ranked/ranking.json")), some.out);
}

TEST_F(GuideCommand, RanksOneFileAgainstAnother) {
  const std::string file = observations(8);
  const CliResult same = run({"guide", file, "--rank", file, "--json", "--quiet"});
  ASSERT_EQ(same.status, 0) << same.err;
  EXPECT_EQ(same.out, run({"guide", "--rank", file, "--json", "--quiet"}).out);

  Observations others = scene(good_poses(), 5);
  for (Frame& frame : others.frames) frame.name = "other " + frame.name;
  const std::string more = folder.put("more.json", observations_json(others));
  const CliResult result = run({"guide", file, "--rank", more, "--json", "--quiet"});
  ASSERT_EQ(result.status, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_THAT(json["base"], SizeIs(8));
  EXPECT_THAT(json["ranking"], SizeIs(10));
  others.image_size.width += 1;
  const CliResult wrong = run({"guide", file, "--rank", folder.put("wrong.json", observations_json(others))});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("wrong.json"));
}

TEST_F(GuideCommand, TakesTheModelThatSelectRecommends) {
  const CliResult result = run({"guide", observations(10), "--model", "auto", "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("radial2, 1936x1216 px: 10 frames used"));
  EXPECT_EQ(run({"guide", observations(1), "--model", "auto"}).status, 0);
}

TEST_F(GuideCommand, RefusesWhatMakesNoSense) {
  const std::string file = observations(5);
  const std::vector<std::pair<std::vector<std::string>, std::string>> calls = {
      {{}, "INPUT"},
      {{file, "--criterion", "best"}, "--criterion"},
      {{file, "--uncertainty", "abs"}, "--uncertainty"},
      {{file, "--until", "0.1"}, "--until"},
      {{file, "--until", "eme_px=-1"}, "--until"},
      {{file, "--suggest", "0"}, "--suggest"},
      {{file, "--model", "telescope"}, "telescope"},
      {{file, "--max-tilt", "90"}, "--max-tilt"},
      {{file, "--distance", "2"}, "--distance"},
      {{file, "--watch-for", "3"}, "--watch"},
      {{file, "--rank", "nobody"}, "nobody"},
      {{"--rank", path("missing.png"), "--target", "chessboard:9x6:0.03"}, "missing.png"},
      {{file, "--rank", file, "--watch", path("")}, "--watch"},
      {{"--watch", path("")}, "--target"},
      {{"--watch", path("nowhere"), "--target", "chessboard:9x6:0.03"}, "nowhere"},
      {{path("nowhere.json")}, "nowhere.json"},
  };
  for (const auto& [arguments, named] : calls) {
    std::vector<std::string> call = {"guide"};
    call.insert(call.end(), arguments.begin(), arguments.end());
    const CliResult result = run(call);
    EXPECT_EQ(result.status, 2) << ::testing::PrintToString(arguments);
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_THAT(result.err, AllOf(HasSubstr("fiducia guide"), HasSubstr(named)));
  }
}

TEST_F(GuideCommand, CannotRankWhatCarriesNoCalibration) {
  const CliResult result = run({"guide", "--rank", observations(1)});
  EXPECT_EQ(result.status, 4);
  EXPECT_THAT(result.err, HasSubstr("nothing can be ranked"));
}

TEST_F(GuideCommand, HelpNamesItsOptions) {
  const CliResult result = run({"guide", "--help"});
  EXPECT_EQ(result.status, 0);
  for (const char* text : {"INPUT", "--target", "--criterion", "--suggest", "--until", "--rank", "--watch",
                           "--watch-for", "--max-tilt", "-o,--output", "--json", "--seed", "Example:"}) {
    EXPECT_THAT(result.out, HasSubstr(text));
  }
}

/// A folder that images arrive in while it is watched.
class GuideWatch : public testing::CliTest {
 protected:
  static constexpr const char* kTarget = "chessboard:6x5:0.05";

  void SetUp() override {
    const CliResult rendered = run({"render", "--params", "fx=400,fy=401,cx=159,cy=121,k1=-0.1,k2=0.05", "--image-size",
                                    "320x240", "--target", kTarget, "--frames", "9", "--distance", "0.55:0.9",
                                    "--max-offset", "0.08", "--max-angle", "35", "--seed", "8", "-o", path("made")});
    ASSERT_EQ(rendered.status, 0) << rendered.err;
    std::filesystem::create_directory(path("camera"));
  }
  std::string made(int i) const { return read_file(path("made/frame00" + std::to_string(i) + ".png")); }
  void arrives(const std::string& name, const std::string& content) const { folder.put("camera/" + name, content); }
  static void pause_ms(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }
  /// Waits until so many frames are used, as the written file says.
  bool counts(int frames) const {
    for (int i = 0; i < 400; ++i, pause_ms(50)) {
      if (!std::filesystem::exists(path("next/guide.json"))) continue;
      if (nlohmann::json::parse(read_file(path("next/guide.json")))["frames"] == frames) return true;
    }
    return false;
  }
  static std::vector<nlohmann::json> lines(const std::string& text) {
    std::vector<nlohmann::json> objects;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) objects.push_back(nlohmann::json::parse(line));
    return objects;
  }
};

TEST_F(GuideWatch, FollowsAFolder) {
  for (int i = 0; i < 6; ++i) arrives("shot" + std::to_string(i) + ".png", made(i));
  CliResult result;
  std::thread watcher([&] {
    result = run({"guide", "--watch", path("camera"), "--target", kTarget, "--watch-for", "60", "--json", "--no-cache",
                  "--suggest", "1", "-o", path("next")});
  });
  EXPECT_TRUE(counts(6));
  arrives("late.png", made(6).substr(0, 2000));
  pause_ms(400);
  arrives("late.png", made(6));
  arrives("copy.png", made(0));
  arrives("text.png", "no image");
  EXPECT_TRUE(counts(7));
  std::filesystem::rename(path("camera/shot4.png"), path("camera/other.png"));
  pause_ms(2500);  // text.png is given time to become an image
  std::filesystem::remove(path("camera/shot3.png"));
  EXPECT_TRUE(counts(6));
  std::raise(SIGINT);
  watcher.join();
  EXPECT_EQ(result.status, 0) << result.err;
  const std::vector<nlohmann::json> updates = lines(result.out);
  ASSERT_GE(updates.size(), 8U) << result.err;
  EXPECT_EQ(updates.back()["frames"], 6) << "seven, and one is gone\n" << result.err;
  EXPECT_THAT(updates.back()["suggestions"], SizeIs(1));
  EXPECT_THAT(result.err, AllOf(HasSubstr("late.png"), HasSubstr("copy.png is the same image as shot0.png"),
                                HasSubstr("shot3.png is gone"), HasSubstr("shot4.png is now called other.png"),
                                HasSubstr("left out: text.png"), Not(HasSubstr("left out: late.png"))));
  auto last = updates.back();
  last.erase("picture");
  EXPECT_EQ(nlohmann::json::parse(read_file(path("next/guide.json"))), last);
}

TEST_F(GuideWatch, EndsWhenTheGoalIsReached) {
  for (int i = 0; i < 9; ++i) arrives("shot" + std::to_string(i) + ".png", made(i));
  const CliResult result = run({"guide", "--watch", path("camera"), "--target", kTarget, "--watch-for", "60", "--until",
                                "error95_px=20", "--no-cache"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("[8]"), HasSubstr("enough: "), Not(HasSubstr("[9]"))));
}

TEST_F(GuideWatch, PicturesThatWereThereBeforeCountOnce) {
  for (int i = 0; i < 4; ++i) arrives("shot" + std::to_string(i) + ".png", made(i));
  const CliResult result = run({"guide", path("camera"), "--watch", path("camera"), "--target", kTarget, "--watch-for",
                                "2", "--json", "--no-cache"});
  EXPECT_EQ(result.status, 0) << result.err;
  const std::vector<nlohmann::json> updates = lines(result.out);
  ASSERT_FALSE(updates.empty());
  EXPECT_EQ(updates.back()["frames"], 4);
  EXPECT_THAT(result.err, HasSubstr("left out: shot0.png (it is the same image as shot0.png)"));
}

TEST_F(GuideWatch, AnEmptyFolderIsNoFault) {
  const CliResult result =
      run({"guide", "--watch", path("camera"), "--target", kTarget, "--watch-for", "0.3", "--json"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, HasSubstr("no image"));
}

TEST_F(GuideWatch, EndsCleanlyWhenItIsToldTo) {
  for (const char* signal : {"INT", "TERM"}) {
    const std::string command = std::string("bash -c '\"") + FIDUCIA_EXECUTABLE + "\" guide --watch " + path("camera") +
                                " --target " + kTarget + " --watch-for 30 2>" + path("err") +
                                " & pid=$!; sleep 2; kill -" + signal + " $pid; wait $pid'";
    const int code = std::system(command.c_str());
    EXPECT_TRUE(WIFEXITED(code) && WEXITSTATUS(code) == 0) << signal;
    EXPECT_THAT(read_file(path("err")), HasSubstr("no image"));
  }
}

}  // namespace
}  // namespace fiducia
