#include <cmath>
#include <limits>
#include <map>

#include "fiducia/core/error.h"
#include "fiducia/io/calibration_json.h"
#include "fiducia/io/domain_json.h"
#include "fiducia/io/json_values.h"

namespace fiducia {
namespace {

constexpr int kManyCounts = std::numeric_limits<int>::max();

/// Null stands for a number that has no value, such as a standard deviation without degrees of freedom.
double number_or_nan(const JsonDocument& document, const Json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : document.number(value);
}

void refuse_unconverged(const JsonDocument& document, const Json& root) {
  const Json* fit = document.optional_member(root, "fit");
  const Json* converged = fit == nullptr ? nullptr : document.optional_member(*fit, "converged");
  if (converged == nullptr || document.boolean(*converged)) return;
  const Json* message = document.optional_member(root, "message");
  document.fail(*converged, "is false: this calibration did not succeed" +
                                (message == nullptr ? "" : " (" + document.string(*message) + ")") +
                                " and holds no camera");
}

CalibrationRecord::FramePose read_calibrated_frame(const JsonDocument& document, const Json& value) {
  document.require_known_keys(
      value, {"name", "rotation_vector", "translation", "rmse", "leverage", "shift_px", "outlying", "influential",
              "noise_ratio", "blurred", "moved", "near_duplicate", "effects", "undisturbed"});
  const Pose pose = Pose::from_vectors(document.vector3(document.member(value, "rotation_vector")),
                                       document.vector3(document.member(value, "translation")));
  CalibrationRecord::FramePose frame = {document.string(document.member(value, "name")), pose, {}};
  if (const Json* rmse = document.optional_member(value, "rmse")) frame.rmse = document.number(*rmse);
  return frame;
}

/// Points alone are a free target's.
void read_calibrated_target(const JsonDocument& document, const Json& root, CalibrationRecord* record) {
  const Json* points = document.optional_member(root, "target_points");
  if (points == nullptr) return;
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  for (const Json& point : document.array(*points)) {
    record->target_points.push_back(point.is_null() ? Vector3(kNone, kNone, kNone) : document.vector3(point));
  }
  record->target_shape = TargetShape::kFree;
  const Json* shape = document.optional_member(root, "target_shape");
  if (shape == nullptr) return;
  const Json& name = document.member(*shape, "shape");
  try {
    record->target_shape = target_shape_named(document.string(name));
  } catch (const Error& error) {
    document.fail(name, std::string("cannot be used: ") + error.what());
  }
}

/// Files of earlier versions have it among the effects alone.
std::optional<FilePupil> read_pupil(const JsonDocument& document, const Json& root) {
  const Json* pupil = document.optional_member(root, "pupil");
  const Json* effects = document.optional_member(root, "effects");
  if (pupil == nullptr && effects != nullptr) pupil = document.optional_member(*effects, "pupil");
  if (pupil == nullptr) return std::nullopt;
  document.require_known_keys(*pupil, {"values", "nearest_m"});
  const Json& values = document.array(document.member(*pupil, "values"), 2);
  FilePupil result{{document.number(values[0]), document.number(values[1])}};
  if (!result.values.allFinite()) document.fail(values, "must be two finite numbers");
  if (const Json* nearest = document.optional_member(*pupil, "nearest_m"); nearest != nullptr && !nearest->is_null()) {
    result.nearest_m = document.number(*nearest);
    if (!(result.nearest_m > 0)) document.fail(*nearest, "must be a distance above 0");
  }
  return result;
}

/// But for the pupil, which the camera has in all frames alike.
std::vector<Effect> read_effects_of_frames(const JsonDocument& document, const Json& root) {
  std::vector<Effect> effects;
  const Json* object = document.optional_member(root, "effects");
  if (object == nullptr) return effects;
  for (const auto& [name, value] : object->items()) {
    try {
      const Effect effect = effect_named(name);
      if (frame_unknowns(effect) > 0) effects.push_back(effect);
    } catch (const Error& error) {
      document.fail(value, std::string("cannot be used: ") + error.what());
    }
  }
  return effects;
}

FitSummary read_fit(const JsonDocument& document, const Json& value) {
  document.require_known_keys(value,
                              {"rmse", "mad", "n_observations", "n_parameters", "s_d", "converged", "iterations"});
  FitSummary fit;
  fit.rmse = number_or_nan(document, document.member(value, "rmse"));
  fit.mad = number_or_nan(document, document.member(value, "mad"));
  fit.s_d = number_or_nan(document, document.member(value, "s_d"));
  fit.n_observations = document.integer(document.member(value, "n_observations"), 0, kManyCounts);
  fit.n_parameters = document.integer(document.member(value, "n_parameters"), 0, kManyCounts);
  fit.iterations = document.integer(document.member(value, "iterations"), 0, kManyCounts);
  fit.cost = fit.rmse * fit.rmse * fit.n_observations;
  return fit;
}

/// Nothing for models of more parameters than matrices are written for, which have none.
std::optional<Eigen::MatrixXd> read_covariance(const JsonDocument& document, const Json& value, int size) {
  if (size > kMostInMatrices && document.optional_member(value, "covariance") == nullptr) return std::nullopt;
  const auto count = static_cast<std::size_t>(size);
  const Json& rows = document.array(document.member(value, "covariance"), count);
  Eigen::MatrixXd covariance(size, size);
  for (std::size_t i = 0; i < count; ++i) {
    document.array(rows[i], count);
    for (std::size_t j = 0; j < count; ++j) {
      covariance(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = number_or_nan(document, rows[i][j]);
    }
  }
  return covariance;
}

/// One camera is what is asked for here.
void refuse_rig(const JsonDocument& document, const Json& root) {
  const Json* cameras = document.optional_member(root, "cameras");
  if (cameras == nullptr) return;
  document.fail(*cameras, "are those of a rig: this needs the calibration of one camera");
}

}  // namespace

Camera read_camera_object(const JsonDocument& document, const Json& object) {
  const Json& model = document.member(object, "model");
  const Json& parameters = document.member(object, "parameters");
  const ImageSize image_size = read_image_size(document, document.member(object, "image_size"));
  std::shared_ptr<const Model> known;
  try {
    known = make_model(document.string(model));
  } catch (const Error& error) {
    document.fail(model, std::string("cannot be used: ") + error.what());
  }
  known = with_domain(document, object, known);
  std::map<std::string, double> values;
  if (!parameters.is_object()) document.fail(parameters, "must be an object of the model's parameters by name");
  for (const auto& [name, value] : parameters.items()) {
    values[name] = document.number(value);
    const bool focal_length = name == "f" || name == "fx" || name == "fy";
    if (focal_length && !(values[name] > 0)) document.fail(value, "is a focal length and must be above 0");
  }
  try {
    return Camera::with_named(known, values, image_size);
  } catch (const Error& error) {
    document.fail(parameters, std::string("cannot be used: ") + error.what());
  }
}

GridOptions read_mapping_grid(const JsonDocument& document, const Json& mapping, ImageSize image_size) {
  constexpr int kLargestGrid = 1000;
  GridOptions options;
  const Json& grid = document.array(document.member(mapping, "grid"), 2);
  options.columns = document.integer(grid[0], 1, kLargestGrid);
  options.rows = document.integer(grid[1], 1, kLargestGrid);
  const Json* weights = document.optional_member(mapping, "weights");
  if (weights == nullptr) return options;
  const auto cells = static_cast<std::size_t>(options.columns) * static_cast<std::size_t>(options.rows);
  std::vector<double> of_cells;
  for (const Json& value : document.array(*weights, cells)) {
    of_cells.push_back(document.number(value));
    if (!(std::isfinite(of_cells.back()) && of_cells.back() >= 0)) document.fail(value, "must be a weight, 0 or more");
  }
  options.region = region_of_cells(image_size, options.columns, options.rows, std::move(of_cells));
  return options;
}

CalibrationRecord read_calibration_json(std::string_view text, const std::string& file_name) {
  return read_calibration_json(JsonDocument(text, file_name));
}

CalibrationRecord read_calibration_json(const JsonDocument& document) {
  document.require_format(kCalibrationFormat);
  const Json& root = document.root();
  refuse_rig(document, root);
  document.require_known_keys(root, {"format",       "camera_name", "model",       "image_size",
                                     "parameters",   "domain",      "frames",      "target_points",
                                     "target_shape", "fit",         "bias",        "uncertainty",
                                     "metrics",      "mapping",     "map",         "residual_histogram",
                                     "optimum",      "trust",       "improvement", "halves",
                                     "verdict",      "selection",   "left_out",    "left_out_corners",
                                     "warnings",     "status",      "message",     "effects",
                                     "causes",       "turns",       "pupil"});
  refuse_unconverged(document, root);
  CalibrationRecord record = {.camera = read_camera_object(document, root)};
  record.pupil = read_pupil(document, root);
  if (const Json* name = document.optional_member(root, "camera_name")) record.camera_name = document.string(*name);
  if (const Json* frames = document.optional_member(root, "frames")) {
    for (const Json& frame : document.array(*frames)) record.frames.push_back(read_calibrated_frame(document, frame));
  }
  read_calibrated_target(document, root, &record);
  if (const Json* fit = document.optional_member(root, "fit")) record.fit = read_fit(document, *fit);
  if (const Json* uncertainty = document.optional_member(root, "uncertainty")) {
    if (const Json* std_estimate = document.optional_member(*uncertainty, "std")) {
      record.covariance_std = read_covariance(document, *std_estimate, record.camera.model().size());
    }
    if (const Json* cr2_estimate = document.optional_member(*uncertainty, "cr2")) {
      record.covariance_cr2 = read_covariance(document, *cr2_estimate, record.camera.model().size());
    }
  }
  if (const Json* mapping = document.optional_member(root, "mapping"); mapping != nullptr && !mapping->is_null()) {
    record.mapping_grid = read_mapping_grid(document, *mapping, record.camera.image_size());
  }
  if (const Json* trust = document.optional_member(root, "trust"); trust != nullptr && !trust->is_null()) {
    record.bound95_px = document.number(document.member(*trust, "bound95_px"));
    if (const Json* systematic = document.optional_member(*trust, "systematic_px")) {
      record.systematic_px = document.number(*systematic);
    }
  }
  if (const Json* left_out = document.optional_member(root, "left_out")) {
    for (const Json& frame : document.array(*left_out)) {
      document.require_known_keys(frame, {"name", "reason"});
      record.left_out.push_back({.name = document.string(document.member(frame, "name")),
                                 .reason = document.string(document.member(frame, "reason"))});
    }
  }
  record.effects = read_effects_of_frames(document, root);
  if (const Json* left_out = document.optional_member(root, "left_out_corners")) {
    for (const Json& corner : document.array(*left_out)) {
      document.require_known_keys(corner, {"frame", "id", "reason"});
      record.left_out_corners.push_back({.frame = document.string(document.member(corner, "frame")),
                                         .id = document.integer(document.member(corner, "id"), 0, kManyCounts),
                                         .reason = document.string(document.member(corner, "reason"))});
    }
  }
  if (const Json* warnings = document.optional_member(root, "warnings")) {
    for (const Json& warning : document.array(*warnings)) record.warnings.push_back(document.string(warning));
  }
  return record;
}

}  // namespace fiducia
