#include "fiducia/io/verdict_json.h"

#include <cmath>

#include "fiducia/assess/cause_part.h"
#include "fiducia/io/json_values.h"

namespace fiducia {

Json names_array(const std::vector<Effect>& effects) {
  Json array = Json::array();
  for (const Effect effect : effects) array.push_back(to_string(effect));
  return array;
}

namespace {

Json finding_object(const Finding& finding) {
  Json object = {{"cause", to_string(finding.cause)}, {"judgement", to_string(finding.judgement)}};
  const auto add = [&](const char* key, double value) {
    if (!std::isnan(value)) object[key] = value;
  };
  add("px", finding.px);
  add("limit_px", finding.limit_px);
  add("ratio", finding.ratio);
  add("noise_px", finding.noise_px);
  add("known_to_px", finding.known_to_px);
  add("total_px", finding.total_px);
  add("systematic_px", finding.systematic_px);
  add("without_ray", finding.without_ray);
  if (finding.cause == Cause::kUnexplained || !finding.is_shown) object["is_shown"] = finding.is_shown;
  if (finding.cause == Cause::kFoldOver) object["corners"] = finding.corners;
  if (finding.cause == Cause::kFewFrames) object["n_frames"] = finding.n_frames;
  if (!finding.frames.empty()) object["frames"] = finding.frames;
  if (!finding.problem.empty()) object["problem"] = finding.problem;
  return object;
}

Json action_object(const Action& action) {
  Json object = {{"code", to_string(action.code)}};
  if (!std::isnan(action.expected_total_px)) object["expected_total_px"] = action.expected_total_px;
  switch (action.code) {
    case ActionCode::kTakeModel:
    case ActionCode::kFindTargetShape:
    case ActionCode::kFreeOfEffects:
      object["model"] = action.model;
      if (action.code == ActionCode::kFreeOfEffects) object["effects"] = names_array(action.effects);
      object["target_shape"] = to_string(action.target_shape);
      object["expected_eps_px"] = action.expected_eps_px;
      object["expected_ratio"] = action.expected_ratio;
      break;
    case ActionCode::kLeaveOutFrames:
    case ActionCode::kLookAtFrames: object["frames"] = action.frames; break;
    case ActionCode::kCheckTarget: object["out_of_plane_m"] = action.out_of_plane_m; break;
    case ActionCode::kTakeImages:
      object["images"] = action.images;
      object["place"] = to_string(action.place);
      break;
    case ActionCode::kNone: object["place"] = to_string(action.place); break;
    default: break;
  }
  if (ends_in_new_images(action.code) && !action.effects.empty()) {
    object["avoid"] = names_array(action.effects);
  }
  return object;
}

Json camera_part_object(const CameraPart& part) {
  Json object = {{"part", to_string(part.code)},
                 {"carries", part.carries},
                 {"left_px", std::isnan(part.left_px) ? Json(nullptr) : Json(part.left_px)}};
  if (!part.given.empty()) {
    object["given"] = part.given;
    object["best"] = part.best;
  }
  return object;
}

}  // namespace

Json verdict_object(const Verdict& verdict, const VerdictWords* words, const VerdictThresholds* thresholds,
                    double tolerance_px) {
  Json findings = Json::array();
  for (const Finding& finding : verdict.findings) findings.push_back(finding_object(finding));
  Json object = {{"judgement", to_string(verdict.judgement)},
                 {"findings", std::move(findings)},
                 {"action", action_object(verdict.action)}};
  if (words != nullptr) {
    object["reason"] = words->reason;
    object["also"] = words->also;
    object["next"] = words->next;
    object["why"] = why_array(words->why);
  }
  if (!std::isnan(tolerance_px)) object["tolerance_px"] = tolerance_px;
  if (thresholds == nullptr) return object;
  for (const NamedThreshold& threshold : kNamedThresholds) {
    object["thresholds"][std::string(threshold.name)] = thresholds->*(threshold.value);
  }
  return object;
}

Json why_array(const std::vector<CauseWords>& why) {
  Json array = Json::array();
  for (const CauseWords& cause : why) {
    array.push_back({{"effect", to_string(cause.code)},
                     {"words", cause.what},
                     {"share", cause.share},
                     {"costs_px", cause.costs_px},
                     {"part", part_of_error(cause.code)}});
  }
  return array;
}

Json improvement_array(const std::vector<ImprovementStep>& steps) {
  Json array = Json::array();
  for (const ImprovementStep& step : steps) {
    array.push_back({{"action", action_object(step.action)},
                     {"total_px", step.total_px},
                     {"bound95_px", step.bound95_px},
                     {"judgement", to_string(step.judgement)}});
  }
  return array;
}

Json causes_array(const std::vector<ErrorCause>& causes) {
  Json array = Json::array();
  for (const ErrorCause& cause : causes) {
    Json object = {{"effect", to_string(cause.code)},
                   {"tried", cause.tried},
                   {"present", cause.present},
                   {"share", cause.share},
                   {"share_ci95", Json::array({cause.share_ci95[0], cause.share_ci95[1]})},
                   {"costs_px", cause.costs_px},
                   {"size", std::isnan(cause.size) ? Json(nullptr) : Json(cause.size)},
                   {"unit", cause.unit},
                   {"p_value", std::isnan(cause.p_value) ? Json(nullptr) : Json(cause.p_value)}};
    if (!cause.frames.empty()) object["frames"] = cause.frames;
    for (const CameraPart& part : cause.parts) object["parts"].push_back(camera_part_object(part));
    if (!cause.or_else.empty()) {
      for (const CauseCode other : cause.or_else) object["or_else"].push_back(to_string(other));
    }
    array.push_back(std::move(object));
  }
  return array;
}

Json turns_object(const FrameTurns& turns) {
  Json object = {{"ways", turns.ways}, {"turned", turns.turned}, {"unsure", turns.unsure}};
  const auto add = [&](const char* name, double value) {
    if (std::isfinite(value) && value > 0) object[name] = value;
  };
  add("evidence", turns.least_evidence);
  add("free_rmse_before", turns.rmse_before);
  add("free_rmse", turns.rmse_after);
  return object;
}

Json trust_object(const Trust& trust) {
  Json object = {{"total_px", trust.total_px},
                 {"bound95_px", trust.bound95_px},
                 {"unseen_bend_px", trust.unseen_bend_px},
                 {"model_doubt_px", trust.model_doubt_px},
                 {"random_px", trust.random_px},
                 {"systematic_px", trust.systematic_px},
                 {"systematic_px_ci95", Json::array({trust.systematic_px_ci95[0], trust.systematic_px_ci95[1]})},
                 {"degrees_of_freedom", trust.degrees_of_freedom},
                 {"is_lower_bound", trust.is_lower_bound},
                 {"without_ray", trust.without_ray},
                 {"explanation",
                  {{"model", trust.model->info().name},
                   {"target_shape", to_string(trust.target_shape)},
                   {"effects", names_array(trust.effects)},
                   {"bias_ratio", trust.bias_ratio},
                   {"eps_px", trust.eps_px}}}};
  if (trust.camera) object["explanation"]["parameters"] = parameters_object(*trust.camera);
  if (!trust.without_frames.empty()) object["explanation"]["without_frames"] = trust.without_frames;
  return object;
}

Json optimum_object(const OptimumCheck& optimum) {
  Json object = {{"at_minimum", optimum.at_minimum}, {"cost", optimum.cost}};
  if (!optimum.problem.empty()) {
    object["problem"] = optimum.problem;
    return object;
  }
  object["best_cost"] = optimum.best_cost;
  object["cost_fall"] = optimum.cost > 0 ? 1 - optimum.best_cost / optimum.cost : 0;
  object["difference_px"] = optimum.difference_px;
  object["expected_px"] = optimum.expected_px;
  return object;
}

}  // namespace fiducia
