#include "fiducia/io/calibration_json.h"

#include <gmock/gmock.h>

#include "fiducia/io/json.h"
#include "tests/io/error_message.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::error_message;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

Calibration sample_calibration() {
  Calibration calibration{
      .camera =
          Camera("radial1", {{"fx", 1500.1}, {"fy", 1.0 / 3}, {"cx", 960}, {"cy", 600}, {"k1", -0.2}}, {1936, 1216})};
  calibration.status = CalibrationStatus::kConverged;
  calibration.message = "converged";
  calibration.frames = {{"a", 0, Pose::from_vectors({0.1, -0.2, 0.3}, {0.1, 0.2, 1.0 / 7}), 0.05, 1},
                        {"c", 2, Pose::from_vectors({0, 3, 0}, {0, 0, 1}), 0.06, 1}};
  calibration.left_out = {{"b", 1, "too few corners"}};
  calibration.fit = {.rmse = 0.0501,
                     .mad = 0.049,
                     .s_d = 0.0502,
                     .cost = 1,
                     .n_observations = 320,
                     .n_parameters = 17,
                     .iterations = 6};
  calibration.covariance_std = Eigen::MatrixXd::Identity(5, 5) * 1e-3;
  calibration.covariance_std(0, 1) = calibration.covariance_std(1, 0) = 1.0 / 3000;
  calibration.warnings = {"look out"};
  return calibration;
}

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [key, value] : object.items()) names.push_back(key);
  return names;
}

TEST(CalibrationJson, HasTheKeysOfTheContractInItsOrder) {
  const Json object = Json::parse(calibration_json(sample_calibration()));
  EXPECT_THAT(keys(object), ElementsAre("format", "model", "image_size", "parameters", "frames", "fit", "uncertainty",
                                        "left_out", "warnings", "status", "message"));
  EXPECT_EQ(object["format"], "fiducia.calibration/1");
  EXPECT_EQ(object["model"], "radial1");
  EXPECT_EQ(object["image_size"], Json::array({1936, 1216}));
  EXPECT_THAT(keys(object["parameters"]), ElementsAre("fx", "fy", "cx", "cy", "k1"));
  EXPECT_THAT(keys(object["frames"][0]), ElementsAre("name", "rotation_vector", "translation", "rmse"));
  EXPECT_THAT(keys(object["fit"]),
              ElementsAre("rmse", "mad", "n_observations", "n_parameters", "s_d", "converged", "iterations"));
  EXPECT_EQ(object["fit"]["converged"], true);
  EXPECT_EQ(object["uncertainty"]["std"]["covariance"][0][1], 1.0 / 3000);
  EXPECT_DOUBLE_EQ(object["uncertainty"]["std"]["sigma"]["k1"].get<double>(), std::sqrt(1e-3));
  EXPECT_EQ(object["left_out"][0]["reason"], "too few corners");
}

TEST(CalibrationJson, ReadsBackWhatWasWritten) {
  const Calibration before = sample_calibration();
  const CalibrationRecord after = read_calibration_json(calibration_json(before), "c.json");
  EXPECT_EQ(after.camera.model().info().name, "radial1");
  EXPECT_EQ(after.camera.parameters(), before.camera.parameters());
  EXPECT_EQ(after.camera.image_size(), before.camera.image_size());
  ASSERT_THAT(after.frames, SizeIs(2));
  EXPECT_EQ(after.frames[1].name, "c");
  EXPECT_EQ(after.frames[0].camera_from_target.translation, before.frames[0].camera_from_target.translation);
  EXPECT_TRUE(
      after.frames[0].camera_from_target.rotation.isApprox(before.frames[0].camera_from_target.rotation, 1e-15));
  EXPECT_EQ(after.frames[0].rmse, 0.05);
  ASSERT_TRUE(after.fit);
  EXPECT_EQ(after.fit->rmse, 0.0501);
  EXPECT_EQ(after.fit->s_d, 0.0502);
  EXPECT_EQ(after.fit->n_parameters, 17);
  ASSERT_TRUE(after.covariance_std);
  EXPECT_EQ(*after.covariance_std, before.covariance_std);
  ASSERT_THAT(after.left_out, SizeIs(1));
  EXPECT_EQ(after.left_out[0].name, "b");
  EXPECT_THAT(after.warnings, ElementsAre("look out"));
}

TEST(CalibrationJson, OfAFailureHoldsTheDiagnosisAndNoNumbers) {
  Calibration failed = sample_calibration();
  failed.status = CalibrationStatus::kDegenerate;
  failed.message = "the views do not determine fx";
  const std::string text = calibration_json(failed);
  const Json object = Json::parse(text);
  EXPECT_THAT(keys(object),
              ElementsAre("format", "model", "image_size", "fit", "left_out", "warnings", "status", "message"));
  EXPECT_EQ(object["fit"]["converged"], false);
  EXPECT_FALSE(object["fit"].contains("rmse"));
  EXPECT_EQ(object["message"], failed.message);
  EXPECT_THAT(error_message([&] { (void)read_calibration_json(text, "c.json"); }),
              AllOf(StartsWith("c.json:5: fit.converged"), HasSubstr("the views do not determine fx")));
}

const std::string kLeast = R"({"format": "fiducia.calibration/1", "model": "pinhole", "image_size": [640, 480],
 "parameters": {"f": 500, "cx": 320, "cy": 240}})";

TEST(CalibrationJson, ReaderNeedsTheCameraAlone) {
  const CalibrationRecord record = read_calibration_json(kLeast, "c.json");
  EXPECT_THAT(record.camera.parameters(), ElementsAre(500, 320, 240));
  EXPECT_FALSE(record.fit);
  EXPECT_FALSE(record.covariance_std);
}

TEST(CalibrationJson, ReaderPassesOverWhatComesBesides) {
  Json object = Json::parse(calibration_json(sample_calibration()));
  object["bias"] = {{"ratio", 0.1}};
  object["metrics"] = {{"kld", 0.2}};
  object["target_points"] = Json::array({Json::array({0, 0, 0})});
  object["uncertainty"]["cr2"] = object["uncertainty"]["std"];
  object["uncertainty"]["std"]["eme"] = 0.01;
  EXPECT_EQ(read_calibration_json(object.dump(), "c.json").camera.parameter("fx"), 1500.1);
}

TEST(CalibrationJson, ReaderRefusesWithLineAndPath) {
  const auto message = [](const std::string& from, const std::string& to) {
    std::string text = kLeast;
    text.replace(text.find(from), from.size(), to);
    return error_message([&] { (void)read_calibration_json(text, "c.json"); });
  };
  EXPECT_THAT(message("pinhole", "magic"),
              AllOf(StartsWith("c.json:1: model "), HasSubstr("'magic'"), HasSubstr("radial2")));
  EXPECT_THAT(message("\"cy\": 240", "\"cz\": 240"), AllOf(StartsWith("c.json:2: parameters "), HasSubstr("'cy'")));
  EXPECT_THAT(message("\"f\": 500", "\"f\": \"500\""), StartsWith("c.json:2: parameters.f must be a number"));
  EXPECT_THAT(message("}}", "}, \"lens\": 3}"), AllOf(StartsWith("c.json:2: lens "), HasSubstr("not a key")));
  EXPECT_THAT(message("calibration/1", "calibration/9"),
              AllOf(StartsWith("c.json:1: format "), HasSubstr("later version")));
  EXPECT_THAT(message("}}", "}, \"uncertainty\": {\"std\": {\"covariance\": [[1]]}}}"),
              AllOf(StartsWith("c.json:2: uncertainty.std.covariance "), HasSubstr("array of 3")));
}

}  // namespace
}  // namespace fiducia
