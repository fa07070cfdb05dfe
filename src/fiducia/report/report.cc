#include "fiducia/report/report.h"

#include "fiducia/core/error.h"
#include "fiducia/data/virtual_targets.h"
#include "fiducia/io/json_values.h"
#include "fiducia/report/downloads.h"
#include "fiducia/report/evaluated_calibration.h"
#include "fiducia/report/frames_part.h"
#include "fiducia/report/other_parts.h"
#include "fiducia/report/uncertainty_part.h"

namespace fiducia {
namespace {

Json target_part(const Observations& observations) {
  Json points = Json::array();
  for (const Vector3& point : observations.target.points) {
    points.push_back(point.allFinite() ? json_array(point) : Json(nullptr));
  }
  return {{"spec", target_spec(observations.target)}, {"points", std::move(points)}};
}

/// The mean residual in cells of the image.
Json bias_image_part(const Json& bias) {
  const Json& map = bias.at("image_map");
  Json part = {{"columns", map.at("columns")}, {"rows", map.at("rows")}};
  for (const char* key : {"mean_u", "mean_v", "count"}) part[key] = Json::array();
  for (std::size_t i = 0; i < map.at("coordinates").size(); ++i) {
    const int corners = map.at("coordinates")[i].get<int>() / 2;
    part["count"].push_back(corners);
    part["mean_u"].push_back(corners > 0 ? map.at("mean_px")[i][0] : Json(nullptr));
    part["mean_v"].push_back(corners > 0 ? map.at("mean_px")[i][1] : Json(nullptr));
  }
  return part;
}

/// The bias of every tile of the target.
Json bias_tiles_part(const Json& bias, const Target& target, const std::string& file_name) {
  const Json& eps_px = bias.at("target_map").at("eps_px");
  const std::vector<Tile> tiles = virtual_targets(target);
  if (tiles.size() != eps_px.size()) {
    throw Error(ErrorCode::kBadData, file_name + " was not made from these observations: bias.target_map has " +
                                         std::to_string(eps_px.size()) + " tiles, their target has " +
                                         std::to_string(tiles.size()));
  }
  Json part = Json::array();
  for (std::size_t i = 0; i < tiles.size(); ++i) part.push_back({{"corners", tiles[i]}, {"eps_px", eps_px[i]}});
  return part;
}

/// What the page reads of a calibration; what it gets in a form of its own is left out.
Json calibration_part(const EvaluatedCalibration& calibration) {
  Json part = calibration.object;
  for (const char* key : {"map", "residual_histogram", "mapping", "selection"}) part.erase(key);
  for (const char* key : {"target_map", "image_map"}) part["bias"].erase(key);
  if (part.contains("uncertainty")) {
    for (Json& estimate : part["uncertainty"]) estimate.erase("eigenvalues");
  }
  return part;
}

Json provenance_part(const Provenance& provenance) {
  Json part = provenance_object(provenance);
  part.erase("format");
  part["pixel_convention"] =
      "The centre of the top-left pixel is (0, 0), u to the right, v down, as in OpenCV and ROS. Camera frame: x "
      "right, y down, z forward. Lengths in metres.";
  return part;
}

void add_calibration(const ReportContent& content, Json* report) {
  const std::string& file_name = content.calibration_file;
  const EvaluatedCalibration calibration = read_evaluated_calibration(content.calibration, file_name);
  if (content.observations == nullptr) {
    throw Error(ErrorCode::kBadOption, file_name + ": a report needs the observations that it was made from");
  }
  const Observations& observations = *content.observations;
  require_its_observations(calibration, file_name, observations);
  require_its_residuals(calibration, file_name, observations);
  const Json& bias = calibration.object.at("bias");
  (*report)["calibration"] = calibration_part(calibration);
  if (const Json& judged = calibration.object.at("verdict"); judged.contains("thresholds")) {
    (*report)["thresholds"] = judged.at("thresholds");
  }
  (*report)["target"] = target_part(observations);
  (*report)["frames"] = frames_part(calibration, observations, content.pictures);
  (*report)["bias_image"] = bias_image_part(bias);
  (*report)["bias_tiles"] = bias_tiles_part(bias, observations.target, file_name);
  if (!calibration.estimates.empty()) {
    (*report)["uncertainty"] = uncertainty_part(calibration, observations);
    (*report)["distribution"] = distribution_part(calibration);
  }
  (*report)["downloads"] = downloads_part(calibration, content.calibration);
  if (calibration.object.contains("selection")) {
    (*report)["selection"] = selection_part(calibration.object.at("selection"));
  }
}

}  // namespace

Json report_object(const ReportContent& content) {
  Json report = {{"format", kReportFormat}, {"title", content.title}};
  if (!content.calibration.empty()) add_calibration(content, &report);
  if (!content.selection.is_null()) report["selection"] = selection_part(content.selection);
  if (!content.comparison.is_null()) report["comparison"] = content.comparison;
  if (!content.next_views.is_null()) report["next_views"] = content.next_views;
  report["provenance"] = provenance_part(content.provenance);
  return report;
}

}  // namespace fiducia
