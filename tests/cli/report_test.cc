// The page, from every command that makes one.

#include <cmath>
#include <regex>

#include "fiducia/evaluate/uncertainty_map.h"
#include "fiducia/io/calibration_json.h"
#include "fiducia/io/content_hash.h"
#include "fiducia/io/file.h"
#include "fiducia/io/observations_json.h"
#include "tests/cli/cli_fixture.h"
#include "tests/cli/scene.h"

namespace fiducia {
namespace {

using nlohmann::json;
using testing::CliResult;
using ::testing::ElementsAre;
using testing::good_poses;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::run;
using testing::scene;

/// What a page was fed with.
json data_of(const std::string& html) {
  const std::string begin = R"(<script type="application/json" id="report-data">)";
  const std::size_t at = html.find(begin);
  if (at == std::string::npos) {
    ADD_FAILURE() << "the page holds no data";
    return {};
  }
  const std::size_t from = at + begin.size();
  return json::parse(html.substr(from, html.find("</script>", from) - from), nullptr, false);
}

class ReportCommandTest : public testing::CliTest {
 protected:
  const std::string observations = folder.put("obs.json", observations_json(scene(good_poses())));

  std::string calibrated() {
    EXPECT_EQ(run({"calibrate", observations, "--quiet", "-o", path("result")}).status, 0);
    return path("result");
  }
};

TEST_F(ReportCommandTest, IsWrittenByCalibrateWithWhatItCameFrom) {
  ASSERT_EQ(
      run({"calibrate", observations, "--quiet", "--seed", "5", "--title", "Front's camera", "-o", path("r")}).status,
      0);
  const json report = data_of(read_file(path("r") + "/report.html"));
  EXPECT_EQ(report["title"], "Front's camera");
  EXPECT_EQ(report["frames"].size(), 10U);
  EXPECT_EQ(report["thresholds"]["frames_good"], 8);
  EXPECT_EQ(report["downloads"][0]["text"].get<std::string>(), read_file(path("r") + "/calibration.json"));
  const json& provenance = report["provenance"];
  EXPECT_EQ(provenance["seed"], 5);
  EXPECT_EQ(provenance["command"], "fiducia calibrate obs.json --quiet --seed 5 --title 'Front'\\''s camera' -o r");
  EXPECT_EQ(provenance["date"].get<std::string>().size(), std::string("2026-01-31 23:59").size());
  ASSERT_EQ(provenance["inputs"].size(), 1U);
  EXPECT_EQ(provenance["inputs"][0]["name"], "obs.json") << "no folder of this machine is told";
  EXPECT_EQ(provenance["inputs"][0]["hash"], content_hash(read_file(observations)));
  EXPECT_THAT(provenance["pixel_convention"].get<std::string>(), HasSubstr("top-left pixel is (0, 0)"));
}

TEST_F(ReportCommandTest, IsTheSameWhenItIsMadeAfterwards) {
  const std::string result = calibrated();
  const std::string first = read_file(result + "/report.html");
  std::filesystem::remove(result + "/report.html");
  ASSERT_EQ(run({"report", result, "--quiet"}).status, 0);
  EXPECT_EQ(read_file(result + "/report.html"), first);
  std::filesystem::remove(result + "/report.html");
  ASSERT_EQ(run({"report", result + "/calibration.json", "--quiet"}).status, 0) << "the folder is meant";
  EXPECT_TRUE(std::filesystem::exists(result + "/report.html"));
}

/// By cr2, as the library has it from a calibration.json: the best-fit rotation removed over the region.
UncertaintyMap expected_map(const std::string& text, int columns, int rows, const MappingErrorOptions& mapping) {
  const json matrix = json::parse(text)["uncertainty"]["cr2"]["covariance"];
  const auto size = static_cast<Eigen::Index>(matrix.size());
  Eigen::MatrixXd covariance(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = 0; j < size; ++j) {
      covariance(i, j) = matrix[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].get<double>();
    }
  }
  return uncertainty_map(read_calibration_json(text, "f").camera, covariance, {}, columns, rows, mapping);
}

TEST_F(ReportCommandTest, MapsTheUncertaintyAsCalibrationJsonDoesAfterARegion) {
  const std::string result = path("result");
  ASSERT_EQ(run({"calibrate", observations, "--region", "disc:500,400,300", "--region", "rect:0,900,600,1215", "--grid",
                 "31x17", "--quiet", "-o", result})
                .status,
            0);
  const std::string text = read_file(result + "/calibration.json");
  const std::string page = read_file(result + "/report.html");
  ASSERT_EQ(run({"report", result, "--quiet"}).status, 0);
  EXPECT_EQ(read_file(result + "/report.html"), page);

  MappingErrorOptions mapping;
  mapping.grid = {31, 17, either_region(disc_region({500, 400}, 300), rectangle_region({0, 900}, {600, 1215}))};
  const json in_file = json::parse(text)["map"];
  const UncertaintyMap coarse = expected_map(text, in_file["columns"], in_file["rows"], mapping);
  ASSERT_EQ(in_file["sigma_px"].size(), coarse.cells.size());
  for (std::size_t i = 0; i < coarse.cells.size(); ++i) {
    EXPECT_NEAR(in_file["sigma_px"][i].get<double>(), coarse.cells[i].sigma_px, 1e-9 * coarse.cells[i].sigma_px);
  }
  const json in_page = data_of(page)["uncertainty"];
  const UncertaintyMap fine = expected_map(text, in_page["columns"], in_page["rows"], mapping);
  ASSERT_EQ(in_page["methods"]["cr2"].size(), fine.cells.size());
  for (std::size_t i = 0; i < fine.cells.size(); ++i) {
    EXPECT_NEAR(in_page["methods"]["cr2"][i].get<double>(), fine.cells[i].sigma_px, 1e-3 * fine.cells[i].sigma_px);
  }
}

TEST_F(ReportCommandTest, IsTheSameAfterwardsWithATargetThatWasFoundAndAModelThatWasChosen) {
  const std::string result = path("result");
  ASSERT_EQ(run({"calibrate", observations, "--model", "auto", "--target-shape", "warp", "--no-rotation", "--quiet",
                 "-o", result})
                .status,
            0);
  const std::string page = read_file(result + "/report.html");
  ASSERT_EQ(run({"report", result, "--quiet"}).status, 0);
  EXPECT_EQ(read_file(result + "/report.html"), page);
}

TEST_F(ReportCommandTest, IsMadeWithoutProvenanceToo) {
  const std::string result = calibrated();
  std::filesystem::remove(result + "/provenance.json");
  const CliResult made = run({"report", result, "-o", path("page.html"), "--json"});
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(json::parse(made.out)["report"], path("page.html"));
  EXPECT_EQ(data_of(read_file(path("page.html")))["provenance"]["inputs"].size(), 2U);
}

TEST_F(ReportCommandTest, IsWrittenByEvaluateSelectAndCompare) {
  const std::string result = calibrated();
  const std::string calibration = result + "/calibration.json";
  ASSERT_EQ(run({"evaluate", calibration, observations, "--quiet", "--report", path("e.html")}).status, 0);
  const json evaluated = data_of(read_file(path("e.html")));
  EXPECT_TRUE(evaluated["calibration"].contains("optimum"));
  EXPECT_EQ(evaluated["provenance"]["inputs"].size(), 2U);

  ASSERT_EQ(run({"select", observations, "--models", "radial1,radial2", "--quiet", "--report", path("s.html")}).status,
            0);
  const json selected = data_of(read_file(path("s.html")));
  EXPECT_EQ(selected["calibration"]["model"], "radial2");
  ASSERT_EQ(selected["selection"]["entries"].size(), 2U);
  EXPECT_EQ(selected["selection"]["entries"][1]["recommended"], true);

  ASSERT_EQ(run({"compare", calibration, calibration, "--quiet", "--report", path("c.html")}).status, 0);
  const json compared = data_of(read_file(path("c.html")));
  EXPECT_FALSE(compared.contains("calibration"));
  EXPECT_EQ(compared["comparison"]["reference"], "result/calibration.json") << "no other folder is told";
  EXPECT_TRUE(compared["comparison"]["expected95_px"].is_number());
}

TEST_F(ReportCommandTest, HoldsTheTableOfAnAutomaticChoice) {
  ASSERT_EQ(run({"calibrate", observations, "--model", "auto", "--quiet", "-o", path("r")}).status, 0);
  EXPECT_GT(data_of(read_file(path("r") + "/report.html"))["selection"]["entries"].size(), 3U);
}

TEST_F(ReportCommandTest, RefusesWhatItIsNotMadeFrom) {
  const std::string result = calibrated();
  const std::string before = read_file(result + "/report.html");
  const auto refused = [&](const std::vector<std::string>& call, const std::string& words) {
    const CliResult got = run(call);
    EXPECT_EQ(got.status, 2);
    EXPECT_THAT(got.err, HasSubstr(words));
  };
  refused({"report", path("nowhere")}, "not a folder; name the one that 'fiducia calibrate -o' wrote");
  refused({"report", result, "-o", path("page.txt")}, "must end in .html");
  refused({"report", result, "--pictures", path("nothing.png")}, "nothing.png");
  refused({"compare", observations, observations, "--report", "x.json"}, "--report: 'x.json' must end in .html");
  refused({"evaluate", result + "/calibration.json", observations, "--title", "x"}, "--title is for a report");
  refused({"calibrate", observations, "--title", "x"}, "--title is for the report, which -o writes");
  std::string text = read_file(result + "/calibration.json");
  folder.put("result/calibration.json", text.substr(0, text.size() / 2));
  refused({"report", result}, "calibration.json");
  EXPECT_EQ(read_file(result + "/report.html"), before);
  std::filesystem::remove(result + "/observations.json");
  refused({"report", result}, "has no observations.json");
}

TEST(ContentHash, IsThatOfXxh128sum) {
  EXPECT_EQ(content_hash(""), "99aa06d3014798d86001c324468d497f");
  EXPECT_NE(content_hash("", "key"), content_hash(""));
}

TEST_F(ReportCommandTest, ASummaryIsWrittenByCalibrateAndEvaluate) {
  ASSERT_EQ(run({"calibrate", observations, "--quiet", "--summary", path("s.svg"), "--title", "Front"}).status, 0);
  const std::string svg = read_file(path("s.svg"));
  EXPECT_THAT(svg, HasSubstr(">Front</text>"));
  EXPECT_THAT(svg, HasSubstr("10 images"));
  EXPECT_THAT(svg, HasSubstr("What to do"));
  const std::string result = calibrated();
  ASSERT_EQ(run({"evaluate", result + "/calibration.json", observations, "--quiet", "--summary", path("s.png")}).status,
            0);
  EXPECT_EQ(read_file(path("s.png")).substr(1, 3), "PNG");
  const CliResult refused = run({"calibrate", observations, "--summary", path("s.pdf")});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("must end in .svg or .png"));
}

TEST_F(ReportCommandTest, ASummaryIsWrittenAfterwardsToo) {
  const std::string result = path("bent");
  ASSERT_EQ(run({"simulate", "--model", "radial2", "--params", "fx=1500,fy=1495,cx=968,cy=608,k1=-0.2,k2=0.1",
                 "--image-size", "1936x1216", "--target", "chessboard:10x8:0.05", "--frames", "12", "--bend", "0.001",
                 "--quiet", "-o", path("bent.json")})
                .status,
            0);
  ASSERT_EQ(run({"calibrate", path("bent.json"), "--model", "radial2", "--target-shape", "planar", "--quiet", "-o",
                 result, "--summary", path("first.svg"), "--title", "T"})
                .status,
            0);
  ASSERT_EQ(run({"report", result, "--quiet", "--title", "T", "--summary", path("again.svg")}).status, 0);
  EXPECT_EQ(read_file(path("again.svg")), read_file(path("first.svg")));
  EXPECT_THAT(read_file(path("again.svg")), HasSubstr("The target's shape: "));
  EXPECT_EQ(run({"report", result, "--summary", path("s.pdf")}).status, 2);
  // A file of an earlier version holds no words for its causes.
  json older = json::parse(read_file(result + "/calibration.json"));
  const json why = older["verdict"]["why"];
  ASSERT_FALSE(why.empty());
  EXPECT_EQ(why[0]["part"], "systematic");
  older["verdict"].erase("why");
  folder.put("bent/calibration.json", older.dump());
  ASSERT_EQ(run({"report", result, "--quiet", "-o", path("older.html")}).status, 0);
  EXPECT_EQ(data_of(read_file(path("older.html")))["calibration"]["verdict"]["why"], why);
}

TEST_F(ReportCommandTest, TwoHalvesAreComparedWhereAReportIsWritten) {
  const json calibration = json::parse(read_file(calibrated() + "/calibration.json"));
  const json& halves = calibration["halves"];
  ASSERT_FALSE(halves.contains("problem")) << halves["problem"];
  EXPECT_EQ(halves["frames"], json::array({5, 5}));
  EXPECT_EQ(halves["apart"].size(), halves["columns"].get<std::size_t>() * halves["rows"].get<std::size_t>());
  EXPECT_EQ(halves["sigma"].size(), halves["apart"].size());
  EXPECT_EQ(data_of(read_file(path("result") + "/report.html"))["calibration"]["halves"], halves);
  EXPECT_FALSE(json::parse(run({"calibrate", observations, "--quiet", "--json"}).out).contains("halves"));
}

TEST_F(ReportCommandTest, TwoHalvesAreInThePagesOfEvaluateAndSelectToo) {
  const std::string file = calibrated() + "/calibration.json";
  const json of_calibrate = json::parse(read_file(file))["halves"];
  ASSERT_EQ(run({"evaluate", file, observations, "--quiet", "--report", path("e.html")}).status, 0);
  // The same frames, drawn by the same seed: the very same two cameras, whichever one was given.
  EXPECT_NEAR(data_of(read_file(path("e.html")))["calibration"]["halves"]["apart_px"].get<double>(),
              of_calibrate["apart_px"].get<double>(), 1e-4);
  EXPECT_FALSE(json::parse(run({"evaluate", file, observations, "--quiet", "--json"}).out).contains("halves"));
  ASSERT_EQ(run({"select", observations, "--models", "radial1,radial2", "--quiet", "--report", path("s.html")}).status,
            0);
  EXPECT_EQ(data_of(read_file(path("s.html")))["calibration"]["halves"]["frames"], json::array({5, 5}));
}

TEST_F(ReportCommandTest, TheFolderOfACalibrationIsTakenForItAndItsPageIsNot) {
  const std::string result = calibrated();
  EXPECT_EQ(run({"evaluate", result, observations, "--quiet", "--report", path("e.html")}).status, 0);
  EXPECT_EQ(run({"compare", result, result + "/calibration.json", "--quiet"}).status, 0);
  EXPECT_EQ(run({"convert", result, path("camera.yaml"), "--to", "opencv", "--quiet"}).status, 0);
  const CliResult page = run({"evaluate", result + "/report.html", observations});
  EXPECT_EQ(page.status, 2);
  EXPECT_THAT(page.err, HasSubstr("give the calibration.json that was written beside it"));
  const CliResult none = run({"evaluate", folder.path().string(), observations});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("is a folder"));
}

TEST_F(ReportCommandTest, APageSaysWhetherARotationWasRemoved) {
  calibrated();
  EXPECT_EQ(data_of(read_file(path("result") + "/report.html"))["calibration"]["mapping"],
            json({{"rotation_compensated", true}}));
  ASSERT_EQ(run({"calibrate", observations, "--quiet", "--no-rotation", "-o", path("turned")}).status, 0);
  EXPECT_EQ(data_of(read_file(path("turned") + "/report.html"))["calibration"]["mapping"],
            json({{"rotation_compensated", false}}));
}

TEST_F(ReportCommandTest, ASummaryTellsCausesOfUnknownSizeTogetherWhereItsWordsNameBoth) {
  const std::string result = calibrated();
  json file = json::parse(read_file(result + "/calibration.json"));
  const auto cause = [](const char* effect, double share, double costs_px, const json& or_else) {
    return json{{"effect", effect}, {"present", true}, {"share", share},    {"costs_px", costs_px},
                {"size", nullptr},  {"unit", "px"},    {"or_else", or_else}};
  };
  file["verdict"].erase("why");
  // Shutter and focus name each other; nothing names the pupil.
  file["causes"] = {cause("shutter", 0.5, 0.3, {"focus"}), cause("pupil", 0.1, 0.2, json::array()),
                    cause("focus", 0.25, 0.4, {"shutter"})};
  folder.put("result/calibration.json", file.dump());
  ASSERT_EQ(run({"report", result, "--quiet", "-o", path("r.html"), "--summary", path("s.svg")}).status, 0);
  const json why = data_of(read_file(path("r.html")))["calibration"]["verdict"]["why"];
  ASSERT_EQ(why.size(), 2U);
  EXPECT_NEAR(why[0]["costs_px"].get<double>(), 0.5, 1e-12);
  EXPECT_NEAR(why[0]["share"].get<double>(), 0.75, 1e-12);
  EXPECT_NEAR(why[1]["costs_px"].get<double>(), 0.2, 1e-12);
  std::string svg = read_file(path("s.svg"));
  svg = std::regex_replace(svg, std::regex("<[^>]*>\\s*"), " ");  // lines of one sentence are texts of their own
  svg = std::regex_replace(svg, std::regex("\\s+"), " ");
  EXPECT_THAT(svg, HasSubstr("as by a rolling shutter (or focus: these images do not tell which, nor how much); 0.5 px "
                             "of the camera's random error."));
  EXPECT_THAT(svg, HasSubstr("The entrance pupil moves with the angle (how much, these images do not tell); 0.2 px"));
  EXPECT_THAT(svg, Not(HasSubstr("The focal length changes")));
}

TEST_F(ReportCommandTest, OfASplinedLensIsMadeFromItsFilesToo) {
  ASSERT_EQ(
      run({"simulate", "--model", "radial2", "--params", "fx=1500,fy=1495,cx=968,cy=608,k1=-0.2,k2=0.1", "--image-size",
           "1936x1216", "--target", "chessboard:10x8:0.05", "--frames", "25", "--quiet", "-o", path("spline.json")})
          .status,
      0);
  const std::string result = path("splined");
  ASSERT_EQ(run({"calibrate", path("spline.json"), "--model", "spline:9x6", "--target-shape", "planar", "--quiet", "-o",
                 result})
                .status,
            0);
  const json first = data_of(read_file(result + "/report.html"));
  ASSERT_EQ(run({"report", result, "--quiet", "-o", path("again.html")}).status, 0);
  const json again = data_of(read_file(path("again.html")));
  EXPECT_EQ(again["distortion"], first["distortion"]);
  EXPECT_TRUE(again["distortion"]["mean"].get<bool>());
  EXPECT_EQ(again["calibration"]["halves"], first["calibration"]["halves"]);
  // Covariances of so many parameters are not in the file: what it holds of cr2 has to do.
  ASSERT_EQ(again["uncertainty"]["methods"].size(), 1U);
  const json& before = first["uncertainty"]["methods"]["cr2"];
  const json& after = again["uncertainty"]["methods"]["cr2"];
  ASSERT_EQ(after.size(), before.size());
  std::size_t known = 0;
  double apart = 0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (!after[i].is_number() || !before[i].is_number()) continue;
    ++known;
    apart += std::abs(std::log(after[i].get<double>() / before[i].get<double>()));
  }
  ASSERT_GT(known, after.size() / 4);
  EXPECT_LT(apart / static_cast<double>(known), 0.05);
  EXPECT_EQ(again["trust_map"]["error_px"].size(), first["trust_map"]["error_px"].size());
  EXPECT_EQ(run({"evaluate", result + "/calibration.json", path("spline.json"), "--quiet"}).status, 0);
}

TEST_F(ReportCommandTest, EvaluateNamesTheFileThatWasJudged) {
  const std::string result = calibrated();
  ASSERT_EQ(run({"evaluate", result + "/calibration.json", observations, "--quiet", "--report", path("e.html")}).status,
            0);
  EXPECT_EQ(data_of(read_file(path("e.html")))["judged_file"], "calibration.json");
}

TEST_F(ReportCommandTest, TheErrorsMapOfAFolderIsThatOfTheCalibration) {
  const std::string result = calibrated();
  ASSERT_EQ(run({"report", result, "--quiet", "-o", path("page.html")}).status, 0);
  const json before = data_of(read_file(result + "/report.html"));
  ASSERT_TRUE(before.contains("trust_map"));
  EXPECT_EQ(data_of(read_file(path("page.html")))["trust_map"], before["trust_map"]);
}

}  // namespace
}  // namespace fiducia
