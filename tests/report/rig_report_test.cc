#include "fiducia/report/rig_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fiducia/core/error.h"
#include "fiducia/io/content_hash.h"
#include "fiducia/io/rig_json.h"
#include "fiducia/report/rig_figures.h"
#include "tests/solve/rig_setups.h"

namespace fiducia {
namespace {

using ::testing::HasSubstr;

/// A simulated pair with everything that is found out about it.
struct SampleRig {
  PairedFrames paired;
  RigAssessment assessment;
  std::string text;  ///< calibration.json

  explicit SampleRig(const SimulateRigOptions& options, const std::vector<Effect>& effects = {}) {
    paired.rig = simulate_rig(testing::stereo(), testing::rig_board(), options).observations;
    paired.alone.assign(2, 0);
    RigAssessOptions how;
    how.models = {"radial2"};
    how.target_shape = TargetShape::kPlanar;
    how.effects = effects;
    how.distances_m = {0.5, 2};
    assessment = assess_rig(paired.rig, how);
    text = readable(rig_object(assessment, paired));
  }

  [[nodiscard]] Json figures(const std::vector<RigPicture>& pictures = {}) const {
    return RigFigures(assessment).object(pictures, {"brought together", "one rig"}, content_hash(text));
  }
};

const SampleRig& sample() {
  static const SampleRig made({.instants = 14, .seed = 1, .poses = testing::near_poses()});
  return made;
}

double rms_of(const Json& values) {
  double sum = 0;
  int count = 0;
  for (const Json& value : values) {
    if (value.is_null()) continue;
    sum += value.get<double>() * value.get<double>();
    ++count;
  }
  return std::sqrt(sum / count);
}

TEST(RigFigures, MapsHaveTheErrorThatIsTold) {
  const Json pair = sample().figures()["pairs"][0];
  const Json told = Json::parse(sample().text)["rig"]["pairs"][0]["triangulation"];
  ASSERT_EQ(pair["maps"].size(), told.size());
  for (const Json& map : pair["maps"]) {
    const Json& error = told.at(distance_key(map["distance_m"].get<double>()));
    for (const char* part : {"calibration_mm", "noise_mm"}) {
      EXPECT_NEAR(rms_of(map[part]), error[part].get<double>(), 0.01 * error[part].get<double>()) << part;
    }
  }
}

TEST(RigFigures, RowsOfMatchedCornersDifferAsMuchAsNoiseMakesThem) {
  const Json rows = sample().figures()["pairs"][0]["rows"];
  EXPECT_GT(rows["corners"].size(), 300U);
  // The fit takes up a little of the noise.
  EXPECT_NEAR(rows["rms_px"].get<double>(), rows["noise_px"].get<double>(), 0.12 * rows["noise_px"].get<double>());
}

TEST(RigFigures, AShutterThatIsFittedIsNotInTheRows) {
  const SampleRig shutter(
      {.instants = 14, .effects = {{Effect::kShutter, 3}}, .seed = 1, .poses = testing::near_poses()},
      {Effect::kShutter});
  const Json rows = shutter.figures()["pairs"][0]["rows"];
  EXPECT_LT(rows["rms_px"].get<double>(), 1.5 * rows["noise_px"].get<double>());
}

TEST(RigFigures, ResidualsAreThoseOfTheViews) {
  const Json figures = sample().figures();
  const RigCalibration& rig = sample().assessment.calibration;
  for (std::size_t c = 0; c < 2; ++c) {
    const Json& views = figures["cameras"][c]["views"];
    ASSERT_EQ(views.size(), rig.residuals[c].frame_count());
    const Json& first = views[0];
    double squares = 0;
    for (const Json& corner : first["corners"]) {
      squares += std::pow(corner[3].get<double>(), 2) + std::pow(corner[4].get<double>(), 2);
    }
    const InstantFit& instant = rig.instants[first["instant"].get<std::size_t>()];
    const auto view =
        std::find_if(instant.views.begin(), instant.views.end(), [&](const RigView& one) { return one.camera == c; });
    ASSERT_NE(view, instant.views.end());
    EXPECT_NEAR(std::sqrt(squares / (2.0 * static_cast<double>(first["corners"].size()))), view->rmse, 1e-4);
  }
}

TEST(RigFigures, RectifiedCornersAreInTheSameRows) {
  const RigFigures figures(sample().assessment);
  std::vector<RigPicture> pictures = figures.wanted_pictures();
  ASSERT_EQ(pictures.size(), 2U);
  EXPECT_EQ(pictures[0].instant, pictures[1].instant);
  EXPECT_TRUE(sample().figures()["pairs"][0]["rectified"].is_null()) << "there is no image to show";
  for (RigPicture& picture : pictures) picture.jpeg = "bytes of a JPEG file";
  const Json object = sample().figures(pictures);
  const Json& rectified = object["pairs"][0]["rectified"];
  ASSERT_FALSE(rectified.is_null());
  const Json& a = rectified["images"][0];
  const Json& b = rectified["images"][1];
  ASSERT_EQ(a["corners"].size(), 54U);
  ASSERT_EQ(b["corners"].size(), 54U);
  for (std::size_t i = 0; i < 54; ++i) {
    EXPECT_NEAR(a["corners"][i][1].get<double>(), b["corners"][i][1].get<double>(), 0.4);
    EXPECT_GT(a["corners"][i][1].get<double>(), 0);
    EXPECT_LT(a["corners"][i][1].get<double>(), rectified["height"].get<double>());
  }
  EXPECT_EQ(a["nodes"].size(), (a["columns"].get<std::size_t>() + 1) * (a["rows"].get<std::size_t>() + 1));
  EXPECT_THAT(object["images"][0]["image"].get<std::string>(), HasSubstr("data:image/jpeg;base64,"));
}

TEST(RigReport, HoldsCalibrationAndFigures) {
  RigReportContent content;
  content.calibration = *rig_calibration_in(sample().text);
  content.calibration_text = sample().text;
  content.figures = read_rig_figures(sample().figures().dump(), "figures.json");
  content.provenance = {.version = "1.2.3", .command = "fiducia calibrate", .seed = 7};
  const Json report = rig_report_object(content);
  EXPECT_EQ(report["title"], "Rig of left and right");
  EXPECT_EQ(report["rig"]["calibration"]["cameras"][1]["name"], "right");
  EXPECT_EQ(report["rig"]["figures"]["words"]["consistency"], "one rig");
  EXPECT_EQ(report["downloads"][0]["text"], sample().text);
  content.title = "</script><b>front";
  const std::string html = rig_report_html(content);
  EXPECT_THAT(html, HasSubstr("\\u003c/script\\u003e\\u003cb\\u003efront"));
}

TEST(RigReport, RefusesWhatDoesNotBelongTogether) {
  const auto refusal = [](const auto& call) -> std::string {
    try {
      static_cast<void>(call());
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing was refused";
  };
  EXPECT_TRUE(rig_calibration_in(sample().text));
  EXPECT_FALSE(rig_calibration_in("{\"model\": \"radial2\"}"));
  EXPECT_FALSE(rig_calibration_in("{\"cameras\": "));
  for (const char* text : {"", "[]", "{}", "{\"format\": \"fiducia.rig_figures/1\", \"cameras\": 1}"}) {
    EXPECT_THAT(refusal([&] { return read_rig_figures(text, "figures.json"); }),
                HasSubstr("figures.json: does not hold the figures of a rig"));
  }
  RigReportContent content;
  content.figures = sample().figures();
  content.calibration = *rig_calibration_in(sample().text);
  content.calibration_text = sample().text + " ";
  EXPECT_THAT(refusal([&] { return rig_report_object(content); }), HasSubstr("another calibration"));
  content.calibration = Json::parse(R"({"cameras": [{}]})");
  EXPECT_THAT(refusal([&] { return rig_report_object(content); }), HasSubstr("not the calibration of a rig"));
}

}  // namespace
}  // namespace fiducia
