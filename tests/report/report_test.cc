#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/data/virtual_targets.h"
#include "fiducia/io/formats/camera_file.h"
#include "fiducia/report/other_parts.h"
#include "tests/io/error_message.h"
#include "tests/report/sample_report.h"

namespace fiducia {
namespace {

using testing::content_of;
using testing::error_message;
using ::testing::HasSubstr;
using testing::report_camera;
using testing::SampleReport;
using testing::simulated;

class ReportTest : public ::testing::Test {
 protected:
  const SampleReport sample{simulated(12)};
  const Json report = report_object(sample.content);

  /// What is refused when the calibration's text is changed.
  [[nodiscard]] std::string refusal(const std::string& from, const std::string& to) const {
    std::string text = sample.text;
    const std::size_t at = text.find(from);
    if (at == std::string::npos) {
      ADD_FAILURE() << from << " does not occur";
      return {};
    }
    text.replace(at, from.size(), to);
    return error_message([&] { static_cast<void>(report_object(content_of(sample, text))); });
  }
};

TEST_F(ReportTest, ShowsTheResidualsOfTheCalibration) {
  const std::span<const double> expected = sample.calibration.residuals.all();
  std::size_t k = 0;
  ASSERT_EQ(report["frames"].size(), 12U);
  for (const Json& frame : report["frames"]) {
    for (const Json& corner : frame["corners"]) {
      ASSERT_LT(k + 1, expected.size());
      EXPECT_NEAR(corner[3].get<double>(), expected[k++], 1e-5);
      EXPECT_NEAR(corner[4].get<double>(), expected[k++], 1e-5);
    }
  }
  EXPECT_EQ(k, expected.size());
}

TEST_F(ReportTest, LeavesOutTheCornersThatTheCalibrationLeftOut) {
  Observations without = simulated(12);
  const Observations all = without;
  std::erase_if(without.frames[1].corners, [](const Corner& corner) { return corner.id == 5; });
  const SampleReport cleaned(std::move(without));
  ReportContent content = cleaned.content;
  content.observations = &all;
  EXPECT_THAT(error_message([&] { static_cast<void>(report_object(content)); }),
              HasSubstr("fit.n_observations is 1918, the frames hold 1920 coordinates"));
  std::string text = cleaned.text;
  const std::size_t at = text.find("\"left_out\": []");
  ASSERT_NE(at, std::string::npos);
  text.insert(at, R"("left_out_corners": [{"frame": "frame001", "id": 5, "reason": "it stands off"}], )");
  content = content_of(cleaned, text);
  content.observations = &all;
  const Json other = report_object(content);
  EXPECT_EQ(other["frames"][0]["corners"].size(), 80U);
  EXPECT_EQ(other["frames"][1]["corners"].size(), 79U);
}

TEST_F(ReportTest, RefusesWhatDoesNotAgreeWithItself) {
  const std::string fx = Json(sample.calibration.camera->parameters()[0]).dump();
  EXPECT_THAT(refusal("\"fx\": " + fx, "\"fx\": 1400"), HasSubstr("camera and poses leave"));
  const std::string judged(to_string(sample.judgement));
  EXPECT_THAT(refusal("\"judgement\": \"" + judged + "\"", "\"judgement\": \"superb\""),
              HasSubstr("verdict.judgement must be good, usable or bad"));
}

/// A model that does not suit a wide lens may fold over where corners were seen: the verdict says so, and the report
/// must show it.
TEST(ReportOfAWrongModel, ShowsCornersBeyondItsDomain) {
  const Camera wide(make_model("fisheye"), {300, 300, 639.5, 479.5, 0, 0, 0, 0}, {1280, 960});
  const Observations observations =
      simulate(wide, Target::chessboard(9, 6, 0.08),
               {.frames = 40, .seed = 2, .poses = {.min_distance_m = 0.3, .max_distance_m = 0.6, .max_offset_m = 0.6}})
          .observations;
  const SampleReport sample(observations, "radial3");
  ASSERT_TRUE(sample.calibration.converged()) << sample.calibration.message;
  ASSERT_GT(sample.evaluation.corners_outside_domain, 0);
  const Json report = report_object(sample.content);
  std::size_t corners = 0;
  for (const Json& frame : report["frames"]) corners += frame["corners"].size();
  EXPECT_EQ(2 * corners, static_cast<std::size_t>(sample.calibration.fit.n_observations));
  EXPECT_FALSE(report["uncertainty"]["domain"].empty());
}

TEST_F(ReportTest, HasAMapForEveryEstimator) {
  const Json& part = report["uncertainty"];
  const int columns = part["columns"].get<int>();
  const int rows = part["rows"].get<int>();
  EXPECT_EQ(columns, 48);
  EXPECT_EQ(rows, 30);
  for (const Uncertainty& estimate : sample.evaluation.uncertainty) {
    const UncertaintyMap map =
        uncertainty_map(*sample.calibration.camera, estimate.covariance.matrix, {}, columns, rows);
    const Json& values = part["methods"].at(std::string(to_string(estimate.covariance.method)));
    ASSERT_EQ(values.size(), map.cells.size());
    for (std::size_t i = 0; i < map.cells.size(); ++i) {
      EXPECT_NEAR(values[i].get<double>(), map.cells[i].sigma_px, 1e-3 * map.cells[i].sigma_px);
    }
  }
  EXPECT_FALSE(part.contains("domain"));  // the whole image has rays
}

TEST_F(ReportTest, TellsTheAngleOfAPixel) {
  const Json& part = report["uncertainty"];
  const std::size_t middle = 15 * 48 + 24;
  EXPECT_NEAR(part["rad_per_px"][middle].get<double>(), 1 / 1500.0, 0.02 / 1500);
}

TEST_F(ReportTest, DensitiesAreThoseOfTheRootOfTheMappingError) {
  for (const Uncertainty& estimate : sample.evaluation.uncertainty) {
    const Json& part = report["distribution"].at(std::string(to_string(estimate.covariance.method)));
    const auto x = part["error_px"].get<std::vector<double>>();
    const auto density = part["density"].get<std::vector<double>>();
    double mass = 0;
    double below_95 = 0;
    double second_moment = 0;
    for (std::size_t i = 1; i < x.size(); ++i) {
      const double slice = 0.5 * (density[i] + density[i - 1]) * (x[i] - x[i - 1]);
      const double middle = 0.5 * (x[i] + x[i - 1]);
      mass += slice;
      second_moment += slice * middle * middle;
      if (middle * middle < estimate.k_95) below_95 += slice;
    }
    EXPECT_NEAR(mass, 0.999, 0.005);
    EXPECT_NEAR(below_95, 0.95, 0.02);
    EXPECT_NEAR(second_moment, estimate.error.mean, 0.03 * estimate.error.mean);
  }
}

TEST_F(ReportTest, DownloadsAreTheFilesOfTheTools) {
  const Json& downloads = report["downloads"];
  EXPECT_EQ(downloads[0]["file"], "calibration.json");
  EXPECT_EQ(downloads[0]["text"].get<std::string>(), sample.text);
  std::vector<std::string> files;
  for (const Json& download : downloads) {
    files.push_back(download["file"].get<std::string>());
    if (files.back() == "intrinsics.m") continue;  // is only written
    const CameraFile file = read_camera_file(download["text"].get<std::string>(), files.back());
    const std::vector<double>& parameters = sample.calibration.camera->parameters();
    const auto pixel = file.cameras.at(0).camera.project({0.2, 0.1, 1});
    EXPECT_LT((*pixel - *Camera(make_model("radial2"), parameters, {1936, 1216}).project({0.2, 0.1, 1})).norm(), 1e-9);
  }
  for (const char* wanted : {"opencv.yaml", "camera_info.yaml", "camchain.yaml", "camera.cameramodel"}) {
    EXPECT_NE(std::find(files.begin(), files.end(), wanted), files.end()) << wanted;
  }
}

TEST_F(ReportTest, OffersNoFileThatCannotHoldTheModel) {
  const SampleReport other(simulated(12), "double_sphere");
  for (const Json& download : report_object(other.content)["downloads"]) {
    EXPECT_NE(download["file"], "opencv.yaml");
  }
}

TEST_F(ReportTest, BiasHasATileEach) {
  ASSERT_EQ(report["bias_tiles"].size(), sample.evaluation.bias.target.size());
  EXPECT_EQ(report["bias_tiles"][0]["corners"], Json(virtual_targets(sample.observations.target)[0]));
  EXPECT_EQ(report["bias_image"]["count"].size(), 80U);
}

TEST_F(ReportTest, NamesCannotEndTheScriptThatHoldsThem) {
  Observations observations = simulated(12);
  observations.frames[0].name = "</script><script>alert(1)</script>";
  observations.frames[1].name = "<!--";
  const SampleReport hostile(std::move(observations));
  const std::string html = report_html(hostile.content);
  EXPECT_THAT(html, ::testing::Not(HasSubstr("alert(1)</script>")));
  EXPECT_THAT(html, HasSubstr(R"(\u003c/script\u003e\u003cscript\u003ealert(1)\u003c/script\u003e)"));
  EXPECT_THAT(html, HasSubstr(R"("\u003c!--")"));
}

TEST_F(ReportTest, IsOneFileWithoutAddresses) {
  const std::string html = report_html(sample.content);
  EXPECT_THAT(html, ::testing::StartsWith("<!doctype html>"));
  EXPECT_THAT(html, HasSubstr("Content-Security-Policy"));
  EXPECT_THAT(html, ::testing::Not(HasSubstr("<script src")));
  EXPECT_THAT(html, ::testing::Not(HasSubstr("<link")));
}

TEST_F(ReportTest, FiftyFramesOfFiveHundredCornersStayBelowThreeMegabytes) {
  const SampleReport large(simulated(50, Target::chessboard(25, 20, 0.02)));
  EXPECT_EQ(large.calibration.fit.n_observations, 50 * 500 * 2);
  EXPECT_LT(report_html(large.content).size(), 3'000'000U);
}

TEST_F(ReportTest, ThumbnailsAreDataOfThePage) {
  ReportContent content = sample.content;
  content.pictures = {{"frame002", "JPEG"}, {"no such frame", "JPEG"}};
  const Json other = report_object(content);
  EXPECT_EQ(other["frames"][2]["thumbnail"], "data:image/jpeg;base64,SlBFRw==");
  EXPECT_FALSE(other["frames"][0].contains("thumbnail"));
}

TEST_F(ReportTest, RefusesACalibrationWithoutEvaluation) {
  const std::string text = calibration_json(sample.calibration);
  EXPECT_THAT(error_message([&] { static_cast<void>(content_of(sample, text)); }),
              HasSubstr("calibration.json: holds a camera but no evaluation"));
  EXPECT_THAT(error_message([&] { static_cast<void>(evaluated_calibration(sample.calibration, {})); }),
              HasSubstr("its evaluation and its verdict"));
}

TEST_F(ReportTest, RefusesOtherObservations) {
  ReportContent content = sample.content;
  Observations other = sample.observations;
  other.frames[3].name = "another";
  content.observations = &other;
  EXPECT_THAT(error_message([&] { static_cast<void>(report_object(content)); }),
              HasSubstr("it has a frame 'frame003', they have none of that name"));
  other = sample.observations;
  other.image_size = {640, 480};
  EXPECT_THAT(error_message([&] { static_cast<void>(report_object(content)); }), HasSubstr("640x480"));
}

TEST_F(ReportTest, NamesWhatItDoesNotUnderstand) {
  EXPECT_THAT(refusal("\"ratio\": ", "\"ratio\": [], \"was\": "), HasSubstr("bias.ratio"));
  EXPECT_THAT(refusal("\"eme_px\": ", "\"eme_px\": \"x\", \"was\": "), HasSubstr("uncertainty.std.eme_px"));
  EXPECT_THAT(refusal("\"judgement\": ", "\"judgement\": 3, \"was\": "), HasSubstr("verdict.judgement"));
}

/// Every number of the file is read back as it was written, so the page must be the same byte by byte.
TEST_F(ReportTest, IsTheSameFromValuesAndFromTheFile) {
  EXPECT_EQ(report_html(content_of(sample, sample.text)), report_html(sample.content));
}

TEST_F(ReportTest, OffersTheFileByteByByte) {
  const std::string written_otherwise = Json::parse(sample.text).dump();
  const Json other = report_object(content_of(sample, written_otherwise));
  EXPECT_EQ(other["downloads"][0]["text"].get<std::string>(), written_otherwise);
}

TEST(ReportParts, OfTwoCamerasAlone) {
  const Camera other(make_model("radial2"), {1501, 1495, 968, 608, -0.2, 0.1}, {1936, 1216});
  const MappingDifference difference = mapping_difference(other, report_camera());
  ReportContent content;
  content.comparison = comparison_part(difference, {1936, 1216}, "a.json", "b.json");
  const Json report = report_object(content);
  EXPECT_FALSE(report.contains("calibration"));
  EXPECT_EQ(report["comparison"]["differences"].size(), 300U);
  EXPECT_NEAR(report["comparison"]["differences"][0][0].get<double>(), difference.compensated.map[0].difference.x(),
              1e-5);
}

}  // namespace
}  // namespace fiducia
