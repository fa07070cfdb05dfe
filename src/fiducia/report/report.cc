#include "fiducia/report/report.h"

#include <algorithm>

#include "fiducia/core/error.h"
#include "fiducia/data/virtual_targets.h"
#include "fiducia/io/json_values.h"
#include "fiducia/report/agreement.h"
#include "fiducia/report/distortion_part.h"
#include "fiducia/report/downloads.h"
#include "fiducia/report/file_names.h"
#include "fiducia/report/frames_part.h"
#include "fiducia/report/other_parts.h"
#include "fiducia/report/preview_part.h"
#include "fiducia/report/provenance_part.h"
#include "fiducia/report/trust_map.h"
#include "fiducia/report/uncertainty_part.h"
#include "fiducia/report/undisturbed.h"

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
Json bias_image_part(const EvaluatedCalibration::BiasMaps& bias) {
  Json part = {{"columns", bias.image_columns}, {"rows", bias.image_rows}};
  for (const char* key : {"mean_u", "mean_v", "count"}) part[key] = Json::array();
  for (const BiasCell& cell : bias.image) {
    const int corners = cell.coordinates / 2;
    part["count"].push_back(corners);
    part["mean_u"].push_back(corners > 0 ? Json(cell.mean_px.x()) : Json(nullptr));
    part["mean_v"].push_back(corners > 0 ? Json(cell.mean_px.y()) : Json(nullptr));
  }
  return part;
}

/// The bias of every tile of the target.
Json bias_tiles_part(const EvaluatedCalibration::BiasMaps& bias, const Target& target) {
  const std::vector<Tile> tiles = virtual_targets(target);
  Json part = Json::array();
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    part.push_back({{"corners", tiles[i]}, {"eps_px", bias.target_eps_px[i]}});
  }
  return part;
}

/// What the page reads of a calibration; what it gets in a form of its own is left out.
Json calibration_part(const EvaluatedCalibration& calibration) {
  Json part = calibration.object;
  for (const char* key : {"map", "residual_histogram", "mapping", "selection"}) part.erase(key);
  part["mapping"] = {{"rotation_compensated", calibration.mapping.compensate_rotation}};
  for (const char* key : {"target_map", "image_map"}) part["bias"].erase(key);
  if (part.contains("uncertainty")) {
    for (Json& estimate : part["uncertainty"]) estimate.erase("eigenvalues");
  }
  return part;
}

/// Of the frame whose image is shown large.
void add_preview(const EvaluatedCalibration& calibration, const Target& target, const std::vector<UsedFrame>& frames,
                 const std::vector<ReportPicture>& pictures, Json* report) {
  for (const ReportPicture& picture : pictures) {
    if (picture.large.empty()) continue;
    const auto same = [&](const UsedFrame& frame) { return frame.seen->name == picture.frame; };
    const auto frame = std::find_if(frames.begin(), frames.end(), same);
    if (frame == frames.end()) continue;
    Json part = preview_part(calibration, target, *frame);
    if (part.is_null()) return;
    part["image"] = jpeg_address(picture.large);
    (*report)["preview"] = std::move(part);
    return;
  }
}

void add_calibration(const EvaluatedCalibration& calibration, const ReportContent& content, Json* report) {
  const std::string& file_name = content.calibration_file;
  if (content.observations == nullptr) {
    throw Error(ErrorCode::kBadOption, file_name + ": a report needs the observations that it was made from");
  }
  const Observations observations = undisturbed(calibration, file_name, *content.observations);
  require_its_observations(calibration, file_name, observations);
  const std::vector<UsedFrame> frames = used_frames(calibration, observations);
  require_its_residuals(calibration, file_name, frames);
  (*report)["calibration"] = calibration_part(calibration);
  if (const Json& judged = calibration.object.at("verdict"); judged.contains("thresholds")) {
    (*report)["thresholds"] = judged.at("thresholds");
  }
  (*report)["target"] = target_part(observations);
  (*report)["frames"] = frames_part(frames, content.pictures);
  (*report)["bias_image"] = bias_image_part(calibration.bias);
  (*report)["bias_tiles"] = bias_tiles_part(calibration.bias, observations.target);
  if (!calibration.estimates.empty()) {
    if (Json maps = uncertainty_part(calibration, frames); !maps.is_null()) (*report)["uncertainty"] = std::move(maps);
    (*report)["distribution"] = distribution_part(calibration);
  }
  if (Json map = trust_map_part(calibration); !map.is_null()) (*report)["trust_map"] = std::move(map);
  if (Json curve = distortion_part(calibration); !curve.is_null()) (*report)["distortion"] = std::move(curve);
  add_preview(calibration, observations.target, frames, content.pictures, report);
  (*report)["downloads"] = downloads_part(
      calibration, content.calibration_text.empty() ? readable(calibration.object) : content.calibration_text);
  if (calibration.object.contains("selection")) {
    (*report)["selection"] = selection_part(calibration.object.at("selection"));
  }
}

}  // namespace

Json report_object(const ReportContent& content) {
  std::string title = content.title.empty() ? title_of(content.provenance) : content.title;
  if (title.empty()) title = "Camera calibration";
  Json report = {{"format", kReportFormat}, {"title", std::move(title)}};
  if (!content.judged_file.empty()) report["judged_file"] = content.judged_file;
  if (content.calibration) add_calibration(*content.calibration, content, &report);
  if (!content.selection.is_null()) report["selection"] = selection_part(content.selection);
  if (!content.comparison.is_null()) report["comparison"] = content.comparison;
  if (!content.next_views.is_null()) report["next_views"] = content.next_views;
  report["provenance"] = provenance_part(content.provenance);
  return report;
}

}  // namespace fiducia
