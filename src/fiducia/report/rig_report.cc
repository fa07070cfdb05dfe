#include "fiducia/report/rig_report.h"

#include <algorithm>

#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/io/content_hash.h"
#include "fiducia/report/provenance_part.h"
#include "fiducia/report/report.h"
#include "fiducia/report/report_page.h"
#include "fiducia/report/rig_figures.h"

namespace fiducia {
namespace {

constexpr const char* kCalibrateAgain = "; calibrate again with 'fiducia calibrate --camera ... -o'";

Json parsed(std::string_view text) { return Json::parse(text, nullptr, false); }

bool has_arrays(const Json& object, std::initializer_list<const char*> keys) {
  return object.is_object() && std::all_of(keys.begin(), keys.end(), [&](const char* key) {
           const auto found = object.find(key);
           return found != object.end() && found->is_array();
         });
}

std::string rig_title(const Json& calibration) {
  std::vector<std::string> names;
  for (const Json& camera : calibration["cameras"]) names.push_back(camera["name"].get<std::string>());
  return "Rig of " + some_of(names, 6);
}

/// Throws an Error for what the page could not show.
void require_rig(const Json& calibration, const std::string& file) {
  const bool named = has_arrays(calibration, {"cameras", "instants"}) && !calibration["cameras"].empty() &&
                     std::all_of(calibration["cameras"].begin(), calibration["cameras"].end(), [](const Json& camera) {
                       return camera.is_object() && camera.contains("name") && camera["name"].is_string();
                     });
  const bool paired = named && calibration.contains("rig") && has_arrays(calibration["rig"], {"pairs"}) &&
                      calibration["rig"].contains("consistency");
  if (!paired) {
    throw Error(ErrorCode::kBadFile, file + ": not the calibration of a rig that succeeded" + kCalibrateAgain);
  }
}

}  // namespace

std::optional<Json> rig_calibration_in(std::string_view text) {
  Json object = parsed(text);
  if (!has_arrays(object, {"cameras"})) return std::nullopt;
  return object;
}

Json read_rig_figures(std::string_view text, const std::string& file_name) {
  Json figures = parsed(text);
  if (!has_arrays(figures, {"cameras", "pairs", "images"}) || figures.value("format", Json()) != kRigFiguresFormat) {
    throw Error(ErrorCode::kBadFile, file_name + ": does not hold the figures of a rig (" +
                                         std::string(kRigFiguresFormat) + ")" + kCalibrateAgain);
  }
  return figures;
}

Json rig_report_object(const RigReportContent& content) {
  require_rig(content.calibration, content.calibration_file);
  if (content.figures.value("calibration", Json()) != content_hash(content.calibration_text)) {
    throw Error(ErrorCode::kBadFile, content.figures_file + ": the figures of another calibration, or " +
                                         content.calibration_file + " was changed since" + kCalibrateAgain);
  }
  Json figures = content.figures;
  for (const char* key : {"format", "calibration"}) figures.erase(key);
  return {{"format", kReportFormat},
          {"title", content.title.empty() ? rig_title(content.calibration) : content.title},
          {"rig", {{"calibration", content.calibration}, {"figures", std::move(figures)}}},
          {"downloads",
           {{{"label", "calibration.json"}, {"file", "calibration.json"}, {"text", content.calibration_text}}}},
          {"provenance", provenance_part(content.provenance)}};
}

std::string rig_report_html(const RigReportContent& content) { return report_page(rig_report_object(content)); }

}  // namespace fiducia
