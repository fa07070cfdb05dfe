#include "fiducia/report/evaluated_calibration.h"

#include <limits>
#include <set>

#include "fiducia/core/error.h"
#include "fiducia/io/json_document.h"

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

void check_bias(const JsonDocument& document, const Json& bias) {
  require_numbers(document, bias, {"ratio", "eps_px", "sigma_d_px", "p_value", "n_tiles"});
  require_interval(document, bias, "ratio_ci95");
  require_interval(document, bias, "eps_px_ci95");
  const Json& image = document.member(bias, "image_map");
  const auto cells = static_cast<std::size_t>(document.integer(document.member(image, "columns"), 1, kLargestGrid)) *
                     static_cast<std::size_t>(document.integer(document.member(image, "rows"), 1, kLargestGrid));
  for (const Json& count : document.array(document.member(image, "coordinates"), cells)) {
    static_cast<void>(document.integer(count, 0, std::numeric_limits<int>::max()));
  }
  for (const Json& mean : document.array(document.member(image, "mean_px"), cells)) {
    for (const Json& value : document.array(mean, 2)) static_cast<void>(finite_or_nan(document, value));
  }
  for (const Json& eps : document.array(document.member(document.member(bias, "target_map"), "eps_px"))) {
    static_cast<void>(finite_or_nan(document, eps));
  }
}

EvaluatedCalibration::Estimate read_estimate(const JsonDocument& document, const std::string& method, const Json& value,
                                             const Model& model) {
  require_numbers(document, value, {"eme", "eme_px", "error95_px"});
  require_numbers(document, document.member(value, "k_quantiles"), {"0.5", "0.95"});
  const Json& sigma = document.member(value, "sigma");
  for (const ParameterInfo& parameter : model.info().parameters) require_numbers(document, sigma, {parameter.name});
  const auto size = static_cast<std::size_t>(model.size());
  EvaluatedCalibration::Estimate estimate{method, Eigen::MatrixXd(model.size(), model.size()), {}};
  const Json& rows = document.array(document.member(value, "covariance"), size);
  for (std::size_t i = 0; i < size; ++i) {
    document.array(rows[i], size);
    for (std::size_t j = 0; j < size; ++j) {
      estimate.covariance(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          finite_or_nan(document, rows[i][j]);
    }
  }
  if (const Json* eigenvalues = document.optional_member(value, "eigenvalues")) {
    for (const Json& lambda : document.array(*eigenvalues)) {
      estimate.eigenvalues.push_back(finite_or_nan(document, lambda));
    }
  }
  return estimate;
}

void read_mapping(const JsonDocument& document, const Json& root, EvaluatedCalibration* calibration) {
  const Json& mapping = document.member(root, "mapping");
  const Json& grid = document.array(document.member(mapping, "grid"), 2);
  calibration->grid_columns = document.integer(grid[0], 1, kLargestGrid);
  calibration->grid_rows = document.integer(grid[1], 1, kLargestGrid);
  calibration->rotation_compensated = document.boolean(document.member(mapping, "rotation_compensated"));
}

}  // namespace

EvaluatedCalibration read_evaluated_calibration(const std::string& text, const std::string& file_name) {
  EvaluatedCalibration calibration{.record = read_calibration_json(text, file_name), .object = {}, .estimates = {}};
  const JsonDocument document(text, file_name);
  const Json& root = document.root();
  if (!root.contains("bias") || !root.contains("verdict") || !root.contains("fit") || !root.contains("frames")) {
    throw Error(ErrorCode::kBadData, file_name +
                                         ": holds a camera but no evaluation, which a report is about; make one with "
                                         "'fiducia evaluate " +
                                         file_name + " INPUT --report report.html'");
  }
  check_bias(document, root["bias"]);
  require_numbers(document, root["fit"], {"rmse", "mad", "s_d", "n_observations", "n_parameters"});
  require_strings(document, root["verdict"], {"judgement", "reason", "next"});
  const Json& judgement = root["verdict"]["judgement"];
  if (judgement != "good" && judgement != "questionable" && judgement != "bad") {
    document.fail(judgement, "must be good, questionable or bad");
  }
  if (const Json* uncertainty = document.optional_member(root, "uncertainty")) {
    for (const auto& [method, value] : uncertainty->items()) {
      calibration.estimates.push_back(read_estimate(document, method, value, calibration.record.camera.model()));
    }
  }
  read_mapping(document, root, &calibration);
  calibration.object = root;
  return calibration;
}

void require_its_observations(const EvaluatedCalibration& calibration, const std::string& file_name,
                              const Observations& observations) {
  const auto other = [&](const std::string& what) {
    return Error(ErrorCode::kBadData, file_name + " was not made from these observations: " + what);
  };
  const CalibrationRecord& record = calibration.record;
  if (record.camera.image_size() != observations.image_size) {
    throw other("its images have " + to_string(record.camera.image_size()) + " pixels, these have " +
                to_string(observations.image_size));
  }
  if (!record.target_points.empty() && record.target_points.size() != observations.target.points.size()) {
    throw other("its target has " + std::to_string(record.target_points.size()) + " corners, this one " +
                std::to_string(observations.target.points.size()));
  }
  std::set<std::string_view> names;
  for (const Frame& frame : observations.frames) names.insert(frame.name);
  for (const CalibrationRecord::FramePose& frame : record.frames) {
    if (!names.contains(frame.name)) throw other("it has a frame '" + frame.name + "', they have none of that name");
  }
}

}  // namespace fiducia
