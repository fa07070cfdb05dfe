#include "fiducia/io/calibration_json.h"

#include <gmock/gmock.h>

#include "fiducia/io/evaluation_json.h"
#include "fiducia/io/json.h"
#include "fiducia/simulate/simulate.h"
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
  Calibration calibration;
  calibration.camera.emplace(
      "radial1", std::map<std::string, double>{{"fx", 1500.1}, {"fy", 1.0 / 3}, {"cx", 960}, {"cy", 600}, {"k1", -0.2}},
      ImageSize{1936, 1216});
  calibration.model = calibration.camera->shared_model();
  calibration.observations =
      std::make_shared<const Observations>(Observations{calibration.camera->image_size(), {}, {}});
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
  EXPECT_EQ(after.camera.parameters(), before.camera->parameters());
  EXPECT_EQ(after.camera.image_size(), before.camera->image_size());
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
  const Calibration succeeded = sample_calibration();
  const Calibration failed{.status = CalibrationStatus::kDegenerate,
                           .message = "the views do not determine fx",
                           .model = succeeded.model,
                           .observations = succeeded.observations};
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

/// A calibration with everything that is found out about it.
struct Evaluated {
  Observations observations =
      simulate(Camera("radial1", {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}}, {1936, 1216}),
               Target::chessboard(10, 8, 0.05), {.frames = 8, .seed = 2})
          .observations;
  Calibration calibration = calibrate(observations, {.model = "radial1"});
  EvaluateOptions options = {.mapping = {.grid = {.columns = 7, .rows = 5}}, .bootstrap_samples = 20};
  Evaluation evaluation = evaluate(calibration, options);
  OptimumCheck optimum = {.at_minimum = false, .cost = 4, .best_cost = 3, .difference_px = 0.25, .expected_px = 0.125};
  Verdict judged = verdict(calibration, evaluation, {.optimum = &optimum});
  VerdictWords words = {"because", {"and"}, "do it", {{CauseCode::kFocus, "it breathes", 0.5, 0.2}}};

  [[nodiscard]] CalibrationFindings findings() const {
    return {.evaluation = &evaluation,
            .mapping = &options.mapping,
            .verdict = &judged,
            .words = &words,
            .optimum = &optimum};
  }
};

TEST(CalibrationJson, HoldsWhatAnEvaluationFound) {
  const Evaluated all;
  const Json object = Json::parse(calibration_json(all.calibration, all.findings()));
  EXPECT_THAT(keys(object), ElementsAre("format", "model", "image_size", "parameters", "frames", "fit", "bias",
                                        "uncertainty", "metrics", "mapping", "map", "residual_histogram", "optimum",
                                        "trust", "verdict", "left_out", "warnings", "status", "message"));
  EXPECT_THAT(keys(object["uncertainty"]), ElementsAre("std", "abs", "cr0", "cr2", "jackknife", "bs"));
  for (const auto& [method, entry] : object["uncertainty"].items()) {
    EXPECT_EQ(entry["covariance"].size(), 5U) << method;
    EXPECT_THAT(keys(entry["sigma"]), ElementsAre("fx", "fy", "cx", "cy", "k1")) << method;
    EXPECT_THAT(keys(entry["k_quantiles"]), ElementsAre("0.5", "0.95")) << method;
    EXPECT_DOUBLE_EQ(std::pow(entry["eme_px"].get<double>(), 2), entry["eme"].get<double>()) << method;
  }
  const Uncertainty& cr2 = all.evaluation.of(Covariance::kCr2);
  EXPECT_EQ(object["uncertainty"]["cr2"]["covariance"][1][3], cr2.covariance.matrix(1, 3));
  EXPECT_EQ(object["uncertainty"]["cr2"]["k_quantiles"]["0.95"], cr2.k_95);
  for (const char* key :
       {"ratio", "ratio_ci95", "eps_px", "eps_px_ci95", "sigma_d_px", "f_statistic", "p_value", "n_tiles"}) {
    EXPECT_TRUE(object["bias"].contains(key)) << key;
  }
  EXPECT_EQ(object["bias"]["n_tiles"], 8 * 20);
  for (const char* key : {"kld", "max_ere_px", "observability", "trace"}) {
    EXPECT_TRUE(object["metrics"].contains(key)) << key;
  }
  EXPECT_EQ(object["mapping"]["grid"], Json::array({7, 5}));
  EXPECT_EQ(object["map"]["sigma_px"].size(), 1200U);
  EXPECT_EQ(object["optimum"]["cost_fall"], 0.25);
  EXPECT_EQ(object["optimum"]["difference_px"], 0.25);
  const Json& judged = object["verdict"];
  EXPECT_THAT(keys(judged), ElementsAre("judgement", "findings", "action", "reason", "also", "next", "why"));
  EXPECT_EQ(
      judged["why"][0],
      Json({{"effect", "focus"}, {"words", "it breathes"}, {"share", 0.5}, {"costs_px", 0.2}, {"part", "random"}}));
  EXPECT_EQ(judged["judgement"], to_string(all.judged.judgement));
  ASSERT_FALSE(judged["findings"].empty());
  EXPECT_THAT(keys(judged["findings"][0]),
              ElementsAre("cause", "judgement", "px", "limit_px", "total_px", "systematic_px"));
  EXPECT_EQ(judged["findings"][0]["cause"], "other_camera");
  EXPECT_NEAR(judged["findings"][0]["px"].get<double>(), std::sqrt(2) * 0.375, 1e-12);
  EXPECT_EQ(judged["findings"][0]["limit_px"], 1);
  EXPECT_TRUE(object["trust"].is_null()) << "not known";
  EXPECT_EQ(judged["action"]["code"], "none") << "the difference is within the tolerance";
  EXPECT_EQ(judged["reason"], "because");
  EXPECT_EQ(judged["next"], "do it");
}

TEST(CalibrationJson, HasTheNumbersOfAnAction) {
  const auto action = [](Action what) { return verdict_object({.action = std::move(what)})["action"]; };
  EXPECT_EQ(action({.code = ActionCode::kNone, .place = ImagePlace::kLowerLeft}),
            Json::parse(R"({"code": "none", "place": "lower_left"})"));
  EXPECT_EQ(
      action({.code = ActionCode::kTakeModel, .model = "radial2", .expected_eps_px = 0.5, .expected_ratio = 0.25}),
      Json::parse(R"({"code": "take_model", "model": "radial2", "target_shape": "planar",
                            "expected_eps_px": 0.5, "expected_ratio": 0.25})"));
  EXPECT_EQ(action({.code = ActionCode::kLookAtFrames, .frames = {"a", "b"}}),
            Json::parse(R"({"code": "look_at_frames", "frames": ["a", "b"]})"));
  EXPECT_EQ(action({.code = ActionCode::kCheckTarget, .out_of_plane_m = 0.5}),
            Json::parse(R"({"code": "check_target", "out_of_plane_m": 0.5})"));
  EXPECT_EQ(action({.code = ActionCode::kTakeImages, .images = 7, .place = ImagePlace::kRight}),
            Json::parse(R"({"code": "take_images", "images": 7, "place": "right"})"));
}

TEST(CalibrationJson, HasTheNumbersOfEveryFinding) {
  Verdict judged;
  judged.findings = {{.cause = Cause::kFoldOver, .judgement = Judgement::kBad, .corners = 3},
                     {.cause = Cause::kBias, .px = 0.5, .limit_px = 0.25, .ratio = 0.75, .noise_px = 0.125},
                     {.cause = Cause::kOptimumUnknown, .problem = "too flat"},
                     {.cause = Cause::kUnexplained, .px = 0.5, .total_px = 2, .ratio = 0.75, .is_shown = false},
                     {.cause = Cause::kNoRay, .without_ray = 0.25},
                     {.cause = Cause::kOutlyingFrames, .frames = {"a"}},
                     {.cause = Cause::kFewFrames, .n_frames = 5}};
  EXPECT_EQ(verdict_object(judged)["findings"],
            Json::parse(R"([{"cause": "fold_over", "judgement": "bad", "corners": 3},
                            {"cause": "bias", "judgement": "usable", "px": 0.5, "limit_px": 0.25, "ratio": 0.75,
                             "noise_px": 0.125},
                            {"cause": "optimum_unknown", "judgement": "usable", "problem": "too flat"},
                            {"cause": "unexplained", "judgement": "usable", "px": 0.5, "ratio": 0.75, "total_px": 2,
                             "is_shown": false},
                            {"cause": "no_ray", "judgement": "usable", "without_ray": 0.25},
                            {"cause": "outlying_frames", "judgement": "usable", "frames": ["a"]},
                            {"cause": "few_frames", "judgement": "usable", "n_frames": 5}])"));
}

TEST(CalibrationJson, ReadsBackWhatAnEvaluationFound) {
  const Evaluated all;
  Json object = calibration_object(all.calibration, all.findings());
  object["selection"] = selection_object(select_model(
      all.observations, {.models = {make_model("pinhole"), make_model("radial1")}, .cross_validation = false}));
  const CalibrationRecord record = read_calibration_json(readable(object), "c.json");
  EXPECT_EQ(record.camera.parameters(), all.calibration.camera->parameters());
  ASSERT_THAT(record.frames, SizeIs(8));
  EXPECT_EQ(record.frames[7].camera_from_target.translation, all.calibration.frames[7].camera_from_target.translation);
  ASSERT_TRUE(record.fit && record.covariance_std);
  EXPECT_EQ(record.fit->rmse, all.calibration.fit.rmse);
  EXPECT_EQ(record.fit->n_parameters, 48 + 5);
  EXPECT_EQ(*record.covariance_std, all.evaluation.of(Covariance::kStd).covariance.matrix);
}

TEST(CalibrationJson, OfABestFitThatIsNotKnownHoldsTheProblemAlone) {
  const Json object = optimum_object({.at_minimum = false, .cost = 4, .best_cost = 4, .problem = "too flat"});
  EXPECT_THAT(keys(object), ElementsAre("at_minimum", "cost", "problem"));
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
