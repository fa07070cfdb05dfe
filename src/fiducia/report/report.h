#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fiducia/data/observations.h"
#include "fiducia/io/json.h"
#include "fiducia/io/provenance.h"
#include "fiducia/report/evaluated_calibration.h"
#include "fiducia/report/picture_wishes.h"

namespace fiducia {

inline constexpr std::string_view kReportFormat = "fiducia.report/1";

/// What is shown of a frame's image; all as the bytes of JPEG files.
struct ReportPicture {
  struct Crop {
    PictureCrop place;
    std::string jpeg;
  };

  std::string frame;             ///< its name in the observations
  std::string jpeg;              ///< a small copy
  std::string large = {};        ///< a larger copy, of one frame: see picture_wishes()
  std::vector<Crop> crops = {};  ///< around its worst corners, at the image's own resolution
};

/// What a report is made from. Every part may be missing; what is there gets its part of the page.
struct ReportContent {
  std::string title = {};  ///< empty: from the inputs' folder, see title_of()
  std::optional<EvaluatedCalibration> calibration = {};
  /// calibration.json as it was written or read, to download byte by byte; empty: it is written from the calibration.
  std::string calibration_text = {};
  std::string calibration_file = "calibration.json";  ///< its name in messages
  std::string judged_file = {};                       ///< of `evaluate`: the name of the calibration that was given
  const Observations* observations = nullptr;         ///< that the calibration was made from; must be there where it is
  std::vector<ReportPicture> pictures = {};
  Json selection = {};   ///< selection_object(); where it is null, the one that the calibration holds
  Json comparison = {};  ///< comparison_part()
  Json next_views = {};
  Provenance provenance = {};
};

/// What the page shows, as the one JSON object that it is fed with; web/src/data.ts describes it. Throws an Error where
/// the calibration is not about these observations.
[[nodiscard]] Json report_object(const ReportContent& content);

/// One HTML file that needs nothing else: no network, no other file. Throws as report_object() does.
[[nodiscard]] std::string report_html(const ReportContent& content);

}  // namespace fiducia
