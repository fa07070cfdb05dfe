#include "fiducia/io/rig_json.h"

#include <fmt/core.h>

#include "fiducia/io/calibration_json.h"
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
                  {{"total_px", found.random_px},
                   {"bound95_px", found.bound95_px},
                   {"random_px", found.random_px},
                   {"systematic_px", nullptr},  // not looked for in a rig
                   {"degrees_of_freedom", found.degrees_of_freedom},
                   {"is_lower_bound", found.is_lower_bound()}}}};
  Json corners = Json::array();
  for (const LeftOutCorner& corner : found.left_out_corners) {
    corners.push_back({{"instant", corner.frame}, {"id", corner.id}, {"reason", corner.reason}});
  }
  object["left_out_corners"] = std::move(corners);
  return object;
}

Json pair_object(const RigCalibration& rig, const RigPair& pair) {
  const bool rows = pair.row_points > 0;
  Json triangulation = Json::object();
  for (const TriangulationError& error : pair.triangulation) {
    Json one = nullptr;  // nothing at that distance is seen by both
    if (error.points > 0) {
      one = {{"total_mm", error.total_mm},
             {"bound95_mm", error.bound95_mm},
             {"calibration_mm", error.calibration_mm},
             {"noise_mm", error.noise_mm},
             {"points", error.points}};
    }
    triangulation[distance_key(error.distance_m)] = std::move(one);
  }
  return {{"cameras", {rig.cameras[pair.a].name, rig.cameras[pair.b].name}},
          {"common_instants", pair.common_instants},
          {"baseline_m", pair.baseline_m},
          {"baseline_bound95_m", pair.baseline_bound95_m},
          {"angle_deg", pair.angle_deg},
          {"angle_bound95_deg", pair.angle_bound95_deg},
          {"row_error_px", rows ? Json(pair.row_error_px) : Json(nullptr)},
          {"row_error_bound95_px", rows ? Json(pair.row_error_bound95_px) : Json(nullptr)},
          {"triangulation", std::move(triangulation)}};
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

}  // namespace

std::string distance_key(double distance_m) { return fmt::format("{:.6g}m", distance_m); }

Json rig_object(const RigAssessment& assessment, const PairedFrames& paired) {
  const RigCalibration& rig = assessment.calibration;
  Json object = {{"format", kCalibrationFormat}};
  if (rig.converged()) {
    object["cameras"] = Json::array();
    for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
      object["cameras"].push_back(camera_object(rig.cameras[c], assessment.cameras[c]));
    }
    Json pairs = Json::array();
    for (const RigPair& pair : assessment.pairs) pairs.push_back(pair_object(rig, pair));
    object["rig"] = {{"pairs", std::move(pairs)},
                     {"consistency", consistency_object(rig, assessment.consistency)},
                     {"pairing", pairing_object(paired)}};
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
  object["left_out"] = std::move(left_out);
  object["warnings"] = rig.warnings;
  object["status"] = to_string(rig.status);
  object["message"] = rig.message;
  return object;
}

}  // namespace fiducia
