#include <cmath>
#include <limits>
#include <map>

#include "fiducia/core/error.h"
#include "fiducia/io/json_document.h"
#include "fiducia/io/json_values.h"
#include "fiducia/report/evaluated_calibration.h"

namespace fiducia {
namespace {

constexpr int kLargestGrid = 1000;

double finite_or_nan(const JsonDocument& document, const Json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : document.number(value);
}

/// Members that the page reads as numbers, null where there is no value.
void require_numbers(const JsonDocument& document, const Json& object, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) static_cast<void>(finite_or_nan(document, document.member(object, key)));
}

void require_interval(const JsonDocument& document, const Json& object, std::string_view key) {
  for (const Json& end : document.array(document.member(object, key), 2)) {
    static_cast<void>(finite_or_nan(document, end));
  }
}

void require_strings(const JsonDocument& document, const Json& object, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) static_cast<void>(document.string(document.member(object, key)));
}

EvaluatedCalibration::BiasMaps read_bias(const JsonDocument& document, const Json& bias) {
  require_numbers(document, bias, {"ratio", "eps_px", "sigma_d_px", "p_value", "n_tiles"});
  require_interval(document, bias, "ratio_ci95");
  require_interval(document, bias, "eps_px_ci95");
  EvaluatedCalibration::BiasMaps maps;
  const Json& image = document.member(bias, "image_map");
  maps.image_columns = document.integer(document.member(image, "columns"), 1, kLargestGrid);
  maps.image_rows = document.integer(document.member(image, "rows"), 1, kLargestGrid);
  const auto cells = static_cast<std::size_t>(maps.image_columns) * static_cast<std::size_t>(maps.image_rows);
  const Json& coordinates = document.array(document.member(image, "coordinates"), cells);
  const Json& means = document.array(document.member(image, "mean_px"), cells);
  for (std::size_t i = 0; i < cells; ++i) {
    BiasCell& cell = maps.image.emplace_back();
    cell.coordinates = document.integer(coordinates[i], 0, std::numeric_limits<int>::max());
    const Json& mean = document.array(means[i], 2);
    cell.mean_px = {finite_or_nan(document, mean[0]), finite_or_nan(document, mean[1])};
  }
  for (const Json& eps : document.array(document.member(document.member(bias, "target_map"), "eps_px"))) {
    maps.target_eps_px.push_back(finite_or_nan(document, eps));
  }
  return maps;
}

EvaluatedCalibration::Estimate read_estimate(const JsonDocument& document, const std::string& method, const Json& value,
                                             const Model& model) {
  require_numbers(document, value, {"eme", "eme_px", "error95_px"});
  require_numbers(document, document.member(value, "k_quantiles"), {"0.5", "0.95"});
  const Json& sigma = document.member(value, "sigma");
  for (const ParameterInfo& parameter : model.info().parameters) require_numbers(document, sigma, {parameter.name});
  const auto size = static_cast<std::size_t>(model.size());
  EvaluatedCalibration::Estimate estimate{method, {}, {}};
  if (model.size() <= kMostInMatrices || value.contains("covariance")) {
    estimate.covariance.resize(model.size(), model.size());
    const Json& rows = document.array(document.member(value, "covariance"), size);
    for (std::size_t i = 0; i < size; ++i) {
      document.array(rows[i], size);
      for (std::size_t j = 0; j < size; ++j) {
        estimate.covariance(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
            finite_or_nan(document, rows[i][j]);
      }
    }
  }
  if (const Json* eigenvalues = document.optional_member(value, "eigenvalues")) {
    for (const Json& lambda : document.array(*eigenvalues)) {
      estimate.eigenvalues.push_back(finite_or_nan(document, lambda));
    }
  }
  return estimate;
}

EvaluatedCalibration::SigmaMap read_sigma_map(const JsonDocument& document, const Json& map,
                                              bool rotation_compensated) {
  EvaluatedCalibration::SigmaMap result;
  result.columns = document.integer(document.member(map, "columns"), 1, kLargestGrid);
  result.rows = document.integer(document.member(map, "rows"), 1, kLargestGrid);
  const auto cells = static_cast<std::size_t>(result.columns) * static_cast<std::size_t>(result.rows);
  const char* key = rotation_compensated ? "sigma_px" : "sigma_uncompensated_px";
  for (const Json& sigma : document.array(document.member(map, key), cells)) {
    result.sigma_px.push_back(finite_or_nan(document, sigma));
  }
  for (const Json& observed : document.array(document.member(map, "observed"), cells)) {
    result.observed.push_back(document.integer(observed, 0, 1) == 1);
  }
  return result;
}

/// Without a region there are no weights, and older files never have them: the whole image counts.
MappingErrorOptions read_mapping(const JsonDocument& document, const Json& mapping, ImageSize image_size) {
  MappingErrorOptions options;
  options.grid = read_mapping_grid(document, mapping, image_size);
  options.compensate_rotation = document.boolean(document.member(mapping, "rotation_compensated"));
  return options;
}

std::vector<EvaluatedCalibration::CornerInFrame> read_left_out_corners(const JsonDocument& document, const Json& root) {
  std::vector<EvaluatedCalibration::CornerInFrame> corners;
  const Json* list = document.optional_member(root, "left_out_corners");
  if (list == nullptr) return corners;
  for (const Json& corner : document.array(*list)) {
    require_strings(document, corner, {"reason"});
    corners.push_back({document.string(document.member(corner, "frame")),
                       document.integer(document.member(corner, "id"), 0, std::numeric_limits<int>::max())});
  }
  return corners;
}

/// Files of earlier versions do not hold the explanation's camera.
std::optional<EvaluatedCalibration::TotalError> read_error(const JsonDocument& document, const Json& root,
                                                           ImageSize image_size) {
  const Json* trust = document.optional_member(root, "trust");
  if (trust == nullptr || trust->is_null()) return std::nullopt;
  EvaluatedCalibration::TotalError error{document.number(document.member(*trust, "random_px")),
                                         document.number(document.member(*trust, "systematic_px")),
                                         document.number(document.member(*trust, "bound95_px")),
                                         {}};
  const Json& explanation = document.member(*trust, "explanation");
  const Json* parameters = document.optional_member(explanation, "parameters");
  if (parameters == nullptr) return error;
  std::map<std::string, double> values;
  if (!parameters->is_object()) document.fail(*parameters, "must be an object of the model's parameters by name");
  for (const auto& [name, value] : parameters->items()) values[name] = document.number(value);
  try {
    error.explanation = Camera(document.string(document.member(explanation, "model")), values, image_size);
  } catch (const Error& problem) {
    document.fail(*parameters, std::string("cannot be used: ") + problem.what());
  }
  return error;
}

void check_verdict(const JsonDocument& document, const Json& verdict) {
  require_strings(document, verdict, {"judgement", "reason", "next"});
  const Json& judgement = verdict["judgement"];
  if (judgement != "good" && judgement != "usable" && judgement != "bad") {
    document.fail(judgement, "must be good, usable or bad");
  }
  const Json* why = document.optional_member(verdict, "why");
  if (why == nullptr) return;
  for (const Json& cause : document.array(*why)) require_strings(document, cause, {"effect", "words"});
}

/// Maps of as many cells as they say; or why there are none.
void check_halves(const JsonDocument& document, const Json& root) {
  const Json* halves = document.optional_member(root, "halves");
  if (halves == nullptr) return;
  for (const Json& count : document.array(document.member(*halves, "frames"), 2)) {
    static_cast<void>(document.integer(count, 0, std::numeric_limits<int>::max()));
  }
  if (halves->contains("problem")) return require_strings(document, *halves, {"problem"});
  require_numbers(document, *halves, {"apart_px", "expected_px", "bound95_px"});
  const int columns = document.integer(document.member(*halves, "columns"), 1, kLargestGrid);
  const int rows = document.integer(document.member(*halves, "rows"), 1, kLargestGrid);
  const auto cells = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  for (const char* key : {"apart", "sigma"}) {
    for (const Json& px : document.array(document.member(*halves, key), cells)) {
      static_cast<void>(finite_or_nan(document, px));
    }
  }
}

/// What every calibration file says.
EvaluatedCalibration as_values(CalibrationRecord record) {
  EvaluatedCalibration calibration{.camera = std::move(record.camera), .camera_name = std::move(record.camera_name)};
  for (CalibrationRecord::FramePose& frame : record.frames) {
    calibration.frames.push_back({std::move(frame.name), frame.camera_from_target});
  }
  calibration.target_points = std::move(record.target_points);
  calibration.rmse = record.fit->rmse;
  calibration.n_observations = record.fit->n_observations;
  return calibration;
}

}  // namespace

EvaluatedCalibration read_evaluated_calibration(const std::string& text, const std::string& file_name) {
  const JsonDocument document(text, file_name);
  CalibrationRecord record = read_calibration_json(document);
  const Json& root = document.root();
  if (!root.contains("bias") || !root.contains("verdict") || !root.contains("fit") || !root.contains("frames")) {
    throw Error(ErrorCode::kBadData, file_name +
                                         ": holds a camera but no evaluation, which a report is about; make one with "
                                         "'fiducia evaluate " +
                                         file_name + " INPUT --report report.html'");
  }
  EvaluatedCalibration calibration = as_values(std::move(record));
  calibration.bias = read_bias(document, root["bias"]);
  check_verdict(document, root["verdict"]);
  check_halves(document, root);
  if (const Json* uncertainty = document.optional_member(root, "uncertainty")) {
    for (const auto& [method, value] : uncertainty->items()) {
      calibration.estimates.push_back(read_estimate(document, method, value, calibration.camera.model()));
    }
  }
  calibration.error = read_error(document, root, calibration.camera.image_size());
  calibration.mapping = read_mapping(document, document.member(root, "mapping"), calibration.camera.image_size());
  if (const Json* map = document.optional_member(root, "map"); map != nullptr && map->is_object()) {
    calibration.sigma_map = read_sigma_map(document, *map, calibration.mapping.compensate_rotation);
  }
  calibration.left_out_corners = read_left_out_corners(document, root);
  calibration.object = root;
  return calibration;
}

}  // namespace fiducia
