#include "fiducia/io/rig_json.h"

#include <fmt/core.h>

#include <cmath>

#include "fiducia/io/calibration_json.h"
#include "fiducia/io/domain_json.h"
#include "fiducia/io/json_values.h"

namespace fiducia {
namespace {

Json pose_object(const Pose& pose) {
  return {{"rotation_vector", json_array(pose.rotation_vector())}, {"translation", json_array(pose.translation)}};
}

Json fit_part(const FitSummary& fit) {
  return {{"rmse", fit.rmse},
          {"mad", fit.mad},
          {"n_observations", fit.n_observations},
          {"n_parameters", fit.n_parameters},
          {"s_d", fit.s_d}};
}

Json bias_part(const BiasRatio& bias) {
  const BiasEstimate& estimate = bias.headline();
  return {{"ratio", estimate.ratio},           {"ratio_ci95", {estimate.ratio_ci95[0], estimate.ratio_ci95[1]}},
          {"eps_px", estimate.eps_px},         {"eps_px_ci95", {estimate.eps_px_ci95[0], estimate.eps_px_ci95[1]}},
          {"sigma_d_px", estimate.sigma_d_px}, {"f_statistic", bias.f_statistic},
          {"p_value", bias.p_value},           {"n_tiles", bias.n_tiles}};
}

Json camera_object(const RigCameraFit& camera, const RigCameraAssessment& found) {
  Json object = {{"name", camera.name},
                 {"model", camera.camera.model().info().name},
                 {"image_size", json_array(camera.camera.image_size())},
                 {"parameters", parameters_object(camera.camera)},
                 {"camera_from_rig", pose_object(camera.camera_from_rig)},
                 {"fit", fit_part(camera.fit)},
                 {"bias", found.bias ? bias_part(*found.bias) : Json(nullptr)},
                 {"trust",
                  {{"total_px", found.error.total},
                   {"bound95_px", found.error.bound95},
                   {"random_px", found.error.random},
                   {"systematic_px", found.error.systematic},
                   {"degrees_of_freedom", found.error.degrees_of_freedom},
                   {"is_lower_bound", found.is_lower_bound},
                   {"without_ray", found.without_ray},
                   {"unexplained_px", found.left_eps_px}}}};
  if (Json domain = domain_array(camera.camera); !domain.is_null()) object["domain"] = std::move(domain);
  Json corners = Json::array();
  for (const LeftOutCorner& corner : found.left_out_corners) {
    corners.push_back({{"instant", corner.frame}, {"id", corner.id}, {"reason", corner.reason}});
  }
  object["left_out_corners"] = std::move(corners);
  return object;
}

Json shifts_array(const RigCalibration& rig) {
  Json array = Json::array();
  for (const InstantShift& shift : rig.shifts) {
    array.push_back({{"camera", rig.observations->cameras[shift.camera].name},
                     {"against", rig.observations->cameras[shift.against].name},
                     {"by", shift.by}});
  }
  return array;
}

Json consistency_object(const RigCalibration& rig, const RigConsistency& found) {
  Json object = {{"finding", to_string(found.finding)}, {"is_one_rig", found.is_one_rig()},
                 {"f_statistic", found.f_statistic},    {"p_value", found.p_value},
                 {"misfit_px", found.misfit_px},        {"noise_px", found.noise_px},
                 {"deviating", found.deviating()},      {"shifts", shifts_array(rig)}};
  if (found.moved_mount) {
    object["moved_mount"] = {{"camera", rig.cameras[found.moved_mount->camera].name},
                             {"against", rig.cameras[found.moved_mount->against].name},
                             {"from_instant", found.moved_mount->from_instant},
                             {"shift_m", found.moved_mount->shift_m},
                             {"turn_deg", found.moved_mount->turn_deg},
                             {"p_value", found.moved_mount->p_value},
                             {"share", found.moved_mount->share}};
  }
  return object;
}

Json instants_array(const RigCalibration& rig) {
  Json array = Json::array();
  for (const InstantFit& instant : rig.instants) {
    Json views = Json::array();
    for (const RigView& view : instant.views) {
      views.push_back({{"camera", rig.cameras[view.camera].name},
                       {"frame", rig.observations->instants[instant.index].frames[view.camera]->name},
                       {"rmse", view.rmse}});
    }
    array.push_back({{"name", instant.name},
                     {"rig_from_target", pose_object(instant.rig_from_target)},
                     {"rmse", instant.rmse},
                     {"views", std::move(views)}});
  }
  return array;
}

Json pairing_object(const PairedFrames& paired) {
  Json alone = Json::object();
  for (std::size_t c = 0; c < paired.alone.size(); ++c) alone[paired.rig.cameras[c].name] = paired.alone[c];
  Json object = {{"by", to_string(paired.how)}, {"together", paired.together}, {"alone", std::move(alone)}};
  if (paired.how == PairedBy::kTimes) object["largest_difference_s"] = paired.largest_difference_s;
  if (!paired.unlisted.empty()) object["unlisted"] = paired.unlisted;
  return object;
}

/// What explains the views best, and what was found on the way there.
Json explanation_object(const RigAssessment& assessment) {
  const RigCalibration& rig = assessment.calibration;
  const RigCalibration& best = assessment.best ? *assessment.best->calibration : rig;
  Json models = Json::object();
  for (const RigCameraFit& camera : best.cameras) models[camera.name] = camera.camera.model().info().name;
  Json causes = Json::array();
  for (const RigStep& step : assessment.steps) {
    Json one = {{"effect", to_string(step.cause)}, {"costs_px", step.costs_px}};
    if (step.camera) one["camera"] = rig.cameras[*step.camera].name;
    causes.push_back(std::move(one));
  }
  return {{"models", std::move(models)},
          {"target_shape", to_string(best.target.basis.shape())},
          {"effects", names_array(best.cameras.front().effects.layout.effects())},
          {"is_calibration_itself", assessment.best == nullptr},
          {"rmse", best.fit.rmse},
          {"causes", std::move(causes)}};
}

Json names_of_cameras(const RigCalibration& rig, const std::vector<std::size_t>& cameras) {
  Json names = Json::array();
  for (const std::size_t c : cameras) names.push_back(rig.cameras[c].name);
  return names;
}

Json rig_action_object(const RigCalibration& rig, const RigAction& action) {
  Json object = {{"code", to_string(action.code)}};
  if (!std::isnan(action.expected_total_px)) object["expected_total_px"] = action.expected_total_px;
  if (!action.instants.empty()) object["instants"] = action.instants;
  for (std::size_t c = 0; c < action.models.size(); ++c) object["models"][rig.cameras[c].name] = action.models[c];
  if (action.target_shape) object["target_shape"] = to_string(*action.target_shape);
  if (!action.effects.empty()) object["effects"] = names_array(action.effects);
  if (!action.cameras.empty()) object["cameras"] = names_of_cameras(rig, action.cameras);
  if (action.instants_more > 0) object["instants_more"] = action.instants_more;
  return object;
}

Json rig_verdict_object(const RigAssessment& assessment, const VerdictWords* words, double tolerance_px) {
  Json findings = Json::array();
  for (const RigVerdictFinding& finding : assessment.verdict.findings) {
    Json one = {{"cause", to_string(finding.cause)}, {"judgement", to_string(finding.judgement)}};
    const auto add = [&](const char* key, double value) {
      if (!std::isnan(value)) one[key] = value;
    };
    if (!finding.cameras.empty()) one["cameras"] = names_of_cameras(assessment.calibration, finding.cameras);
    add("px", finding.px);
    add("total_px", finding.total_px);
    add("systematic_px", finding.systematic_px);
    add("ratio", finding.ratio);
    if (!std::isnan(finding.without_ray)) one["without_ray"] = finding.without_ray;
    findings.push_back(std::move(one));
  }
  Json object = {{"judgement", to_string(assessment.verdict.judgement)},
                 {"findings", std::move(findings)},
                 {"action", rig_action_object(assessment.calibration, assessment.verdict.action)},
                 {"tolerance_px", tolerance_px}};
  if (words == nullptr) return object;
  object["reason"] = words->reason;
  object["also"] = words->also;
  object["next"] = words->next;
  return object;
}

}  // namespace

Json rig_pair_object(const RigCalibration& rig, const RigPair& pair) {
  const bool rows = pair.row_points > 0;
  Json triangulation = Json::object();
  for (const TriangulationError& error : pair.triangulation) {
    Json one = nullptr;  // nothing at that distance is seen by both
    if (error.points > 0) {
      one = {{"total_mm", error.total_mm},
             {"bound95_mm", error.bound95_mm},
             {"calibration_mm", error.calibration.total},
             {"random_mm", error.calibration.random},
             {"systematic_mm", error.calibration.systematic},
             {"noise_mm", error.noise_mm},
             {"points", error.points}};
    }
    triangulation[distance_key(error.distance_m)] = std::move(one);
  }
  return {{"cameras", {rig.cameras[pair.a].name, rig.cameras[pair.b].name}},
          {"common_instants", pair.common_instants},
          {"baseline_m", pair.baseline_m},
          {"baseline_total_m", pair.baseline.total},
          {"baseline_random_m", pair.baseline.random},
          {"baseline_systematic_m", pair.baseline.systematic},
          {"baseline_bound95_m", pair.baseline.bound95},
          {"angle_deg", pair.angle_deg},
          {"angle_total_deg", pair.angle.total},
          {"angle_random_deg", pair.angle.random},
          {"angle_systematic_deg", pair.angle.systematic},
          {"angle_bound95_deg", pair.angle.bound95},
          {"row_error_px", rows ? Json(pair.rows.total) : Json(nullptr)},
          {"row_error_random_px", rows ? Json(pair.rows.random) : Json(nullptr)},
          {"row_error_systematic_px", rows ? Json(pair.rows.systematic) : Json(nullptr)},
          {"row_error_bound95_px", rows ? Json(pair.rows.bound95) : Json(nullptr)},
          {"matched_rows_px", pair.matched_rows_px > 0 ? Json(pair.matched_rows_px) : Json(nullptr)},
          {"matched_rows_noise_px", pair.matched_rows_px > 0 ? Json(pair.rows_noise_px) : Json(nullptr)},
          {"triangulation", std::move(triangulation)}};
}

std::string distance_key(double distance_m) { return fmt::format("{:.6g}m", distance_m); }

Json rig_object(const RigAssessment& assessment, const PairedFrames& paired, const VerdictWords* words,
                double tolerance_px) {
  const RigCalibration& rig = assessment.calibration;
  Json object = {{"format", kCalibrationFormat}};
  if (rig.converged()) {
    object["cameras"] = Json::array();
    for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
      object["cameras"].push_back(camera_object(rig.cameras[c], assessment.cameras[c]));
    }
    Json pairs = Json::array();
    for (const RigPair& pair : assessment.pairs) pairs.push_back(rig_pair_object(rig, pair));
    object["rig"] = {{"pairs", std::move(pairs)},
                     {"consistency", consistency_object(rig, assessment.consistency)},
                     {"explanation", explanation_object(assessment)},
                     {"pairing", pairing_object(paired)}};
    object["verdict"] = rig_verdict_object(assessment, words, tolerance_px);
    object["instants"] = instants_array(rig);
    object["target_shape"] = to_string(rig.target.basis.shape());
    if (!rig.target.points.empty()) {
      Json points = Json::array();
      for (const Vector3& point : rig.target.points) {
        points.push_back(point.allFinite() ? json_array(point) : Json(nullptr));
      }
      object["target_points"] = std::move(points);
    }
    object["fit"] = fit_part(rig.fit);
    object["fit"]["converged"] = true;
    object["fit"]["iterations"] = rig.fit.iterations;
  } else {
    object["rig"] = {{"shifts", shifts_array(rig)}, {"pairing", pairing_object(paired)}};
  }
  Json left_out = Json::array();
  for (const LeftOutView& view : rig.left_out) {
    left_out.push_back({{"camera", view.camera}, {"instant", view.instant}, {"reason", view.reason}});
  }
  for (const std::string& instant : assessment.left_out_instants) {
    left_out.push_back({{"instant", instant}, {"reason", "one rig does not explain it with the others"}});
  }
  object["left_out"] = std::move(left_out);
  object["warnings"] = rig.warnings;
  object["status"] = to_string(rig.status);
  object["message"] = rig.message;
  return object;
}

Json camera_names(const std::vector<std::size_t>& cameras, const std::vector<std::string>& names) {
  Json array = Json::array();
  for (const std::size_t c : cameras) array.push_back(names[c]);
  return array;
}

}  // namespace fiducia
