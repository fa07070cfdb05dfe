#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fiducia/io/json.h"
#include "fiducia/io/provenance.h"

namespace fiducia {

/// What the page of a rig is made from.
struct RigReportContent {
  std::string title = {};                             ///< empty: the cameras' names
  Json calibration = {};                              ///< of the rig
  std::string calibration_text = {};                  ///< the same as calibration.json has it, byte by byte
  std::string calibration_file = "calibration.json";  ///< its name in messages
  Json figures = {};                                  ///< RigFigures::object(), or read_rig_figures()
  std::string figures_file = "figures.json";
  Provenance provenance = {};
};

/// What calibration.json holds where it is that of a rig, an object with `cameras`.
[[nodiscard]] std::optional<Json> rig_calibration_in(std::string_view text);

/// The file that RigFigures::object() was written to. Throws an Error where it is something else.
[[nodiscard]] Json read_rig_figures(std::string_view text, const std::string& file_name);

/// What the page shows. Throws an Error where the calibration is not that of a rig, or the figures are another one's.
[[nodiscard]] Json rig_report_object(const RigReportContent& content);

/// One HTML file that needs nothing else. Throws as rig_report_object() does.
[[nodiscard]] std::string rig_report_html(const RigReportContent& content);

}  // namespace fiducia
