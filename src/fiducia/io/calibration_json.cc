#include "fiducia/io/calibration_json.h"

#include <cmath>

#include "fiducia/io/domain_json.h"
#include "fiducia/io/evaluation_json.h"
#include "fiducia/io/json_values.h"

namespace fiducia {
namespace {

Json corners_array(const std::vector<Corner>& corners) {
  Json array = Json::array();
  for (const Corner& corner : corners) array.push_back({corner.id, corner.pixel.x(), corner.pixel.y()});
  return array;
}

Json frames_array(const std::vector<FrameFit>& frames, const EffectFit& effects, const Evaluation* evaluation) {
  Json array = Json::array();
  for (std::size_t j = 0; j < frames.size(); ++j) {
    const FrameFit& frame = frames[j];
    Json object = {{"name", frame.name},
                   {"rotation_vector", json_array(frame.camera_from_target.rotation_vector())},
                   {"translation", json_array(frame.camera_from_target.translation)},
                   {"rmse", frame.rmse}};
    if (evaluation != nullptr && !evaluation->frames.empty()) {
      object["leverage"] = evaluation->frames[j].leverage;
      object["shift_px"] = evaluation->frames[j].shift_px;
      object["outlying"] = evaluation->frames[j].outlying;
      object["influential"] = evaluation->frames[j].influential;
    }
    if (evaluation != nullptr && !evaluation->suspicions.empty()) {
      const FrameSuspicion& suspicion = evaluation->suspicions[j];
      object["noise_ratio"] = suspicion.noise_ratio;
      object["blurred"] = suspicion.blurred;
      object["moved"] = suspicion.moved;
      object["near_duplicate"] = suspicion.near_duplicate.empty() ? Json(nullptr) : Json(suspicion.near_duplicate);
    }
    if (!effects.undisturbed.empty()) object["undisturbed"] = corners_array(effects.undisturbed[frame.index]);
    for (const Effect effect : effects.layout.effects()) {
      if (frame_unknowns(effect) == 0) continue;
      object["effects"][std::string(to_string(effect))] =
          numbers_array(effects.frames[j].segment(effects.layout.first_of(effect), frame_unknowns(effect)));
    }
    array.push_back(std::move(object));
  }
  return array;
}

Json fit_object(const FitSummary& fit) {
  return {{"rmse", fit.rmse},
          {"mad", fit.mad},
          {"n_observations", fit.n_observations},
          {"n_parameters", fit.n_parameters},
          {"s_d", fit.s_d},
          {"converged", true},
          {"iterations", fit.iterations}};
}

/// Without an evaluation: what the calibration itself knows.
Json std_alone(const Camera& camera, const Eigen::MatrixXd& covariance) {
  Json rows = Json::array();
  Json sigma = Json::object();
  for (Eigen::Index i = 0; i < covariance.rows(); ++i) {
    rows.push_back(std::vector<double>(covariance.row(i).begin(), covariance.row(i).end()));
    const std::string name(camera.model().info().parameters[static_cast<std::size_t>(i)].name);
    sigma[name] = std::sqrt(covariance(i, i));
  }
  if (covariance.rows() > kMostInMatrices) return {{"std", {{"sigma", std::move(sigma)}}}};
  return {{"std", {{"covariance", std::move(rows)}, {"sigma", std::move(sigma)}}}};
}

void add_evaluation(const Camera& camera, const CalibrationFindings& findings, Json* object) {
  const Evaluation& evaluation = *findings.evaluation;
  (*object)["bias"] = bias_object(evaluation.bias, evaluation.source);
  (*object)["uncertainty"] = uncertainty_object(camera, evaluation.uncertainty);
  (*object)["metrics"] = metrics_object(evaluation.metrics);
  (*object)["mapping"] =
      mapping_object(evaluation.sensitivity, findings.mapping == nullptr ? MappingErrorOptions() : *findings.mapping,
                     camera.image_size());
  (*object)["map"] = map_object(evaluation.map);
  (*object)["residual_histogram"] = histogram_object(evaluation.histogram);
}

/// Without the time that each model took: the same call gives the same file.
Json timeless_selection(const Selection& selection) {
  Json object = selection_object(selection);
  for (Json& model : object["models"]) model.erase("seconds");
  return object;
}

/// The effects that the camera was freed of: what is common to all frames and how widely the frames' numbers spread.
Json effects_object(const EffectFit& effects) {
  Json object = Json::object();
  for (const Effect effect : effects.layout.effects()) {
    const int first = effects.layout.first_of(effect);
    Json& one = object[std::string(to_string(effect))];
    if (common_unknowns(effect) > 0) {
      one["values"] = numbers_array(effects.common.segment(first, common_unknowns(effect)));
    } else {
      one["widths"] = numbers_array(effects.width.segment(first, frame_unknowns(effect)));
    }
  }
  return object;
}

/// The target's points; null for an id that has none.
Json points_array(const std::vector<Vector3>& points) {
  Json array = Json::array();
  for (const Vector3& point : points) array.push_back(point.allFinite() ? json_array(point) : Json(nullptr));
  return array;
}

Json left_out_array(const std::vector<LeftOutFrame>& left_out) {
  Json array = Json::array();
  for (const LeftOutFrame& frame : left_out) array.push_back({{"name", frame.name}, {"reason", frame.reason}});
  return array;
}

Json left_out_array(const std::vector<LeftOutCorner>& left_out) {
  Json array = Json::array();
  for (const LeftOutCorner& corner : left_out) {
    array.push_back({{"frame", corner.frame}, {"id", corner.id}, {"reason", corner.reason}});
  }
  return array;
}

/// The pupil that was found with the camera, or given with it.
std::optional<FilePupil> pupil_of(const Calibration& calibration) {
  const EffectLayout& layout = calibration.effects.layout;
  if (!layout.has(Effect::kPupil)) return std::nullopt;
  FilePupil pupil{calibration.effects.common.segment<2>(layout.first_of(Effect::kPupil))};
  double nearest = std::numeric_limits<double>::infinity();
  for (const FrameFit& frame : calibration.frames) {
    for (const Corner& corner : calibration.observations->frames[frame.index].corners) {
      const Vector3& point = target_points(calibration)[static_cast<std::size_t>(corner.id)];
      nearest = std::min(nearest, (frame.camera_from_target * point).norm());
    }
  }
  if (std::isfinite(nearest)) pupil.nearest_m = nearest;
  return pupil;
}

}  // namespace

Json calibration_object(const Calibration& calibration, const CalibrationFindings& findings) {
  Json object = {{"format", kCalibrationFormat},
                 {"model", (calibration.camera ? calibration.camera->model() : *calibration.model).info().name},
                 {"image_size", json_array(calibration.observations->image_size)}};
  if (calibration.converged()) {
    const Camera& camera = *calibration.camera;
    object["parameters"] = parameters_object(camera);
    if (Json domain = domain_array(camera); !domain.is_null()) object["domain"] = std::move(domain);
    object["frames"] = frames_array(calibration.frames, calibration.effects, findings.evaluation);
    if (calibration.target.basis.shape() != TargetShape::kPlanar) {
      object["target_points"] = points_array(calibration.target.points);
      object["target_shape"] = shape_object(calibration.target.basis.shape(),
                                            findings.evaluation == nullptr ? nullptr : &findings.evaluation->target);
    }
    if (const std::optional<FilePupil> pupil = pupil_of(calibration)) object["pupil"] = pupil_object(*pupil);
    if (!calibration.effects.empty()) object["effects"] = effects_object(calibration.effects);
    object["fit"] = fit_object(calibration.fit);
    if (findings.evaluation == nullptr) {
      object["uncertainty"] = std_alone(camera, calibration.covariance_std);
    } else {
      add_evaluation(camera, findings, &object);
    }
    if (findings.turns != nullptr) object["turns"] = turns_object(*findings.turns);
    if (findings.optimum != nullptr) object["optimum"] = optimum_object(*findings.optimum);
    if (findings.evaluation != nullptr) {
      object["trust"] = findings.trust != nullptr ? trust_object(*findings.trust) : Json(nullptr);
    }
    if (findings.causes != nullptr) object["causes"] = causes_array(*findings.causes);
    if (findings.verdict != nullptr) {
      object["verdict"] = verdict_object(*findings.verdict, findings.words, findings.thresholds, findings.tolerance_px);
    }
  } else {
    object["fit"] = {{"converged", false}, {"iterations", calibration.fit.iterations}};
  }
  object["left_out"] = left_out_array(calibration.left_out);
  if (findings.left_out_corners != nullptr) object["left_out_corners"] = left_out_array(*findings.left_out_corners);
  object["warnings"] = calibration.warnings;
  object["status"] = to_string(calibration.status);
  object["message"] = calibration.message;
  if (findings.selection != nullptr) object["selection"] = timeless_selection(*findings.selection);
  return object;
}

std::string calibration_json(const Calibration& calibration, const CalibrationFindings& findings) {
  return readable(calibration_object(calibration, findings));
}

}  // namespace fiducia
