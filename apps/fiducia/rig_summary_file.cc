#include "apps/fiducia/rig_summary_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "apps/fiducia/summary_file.h"
#include "fiducia/core/words.h"
#include "fiducia/report/rig_summary_drawing.h"

namespace fiducia {
namespace {

constexpr double kPageMillimetres = 1000;

double number_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : 0;
}

RigSummaryFigure camera_figure(const Json& camera) {
  const Json& trust = camera.at("trust");
  return {camera.at("name").get<std::string>(), number_at(trust, "total_px"),   number_at(trust, "random_px"),
          number_at(trust, "systematic_px"),    number_at(trust, "bound95_px"), trust.value("is_lower_bound", false)};
}

std::string pair_name(const Json& pair) {
  return pair.at("cameras").at(0).get<std::string>() + " and " + pair.at("cameras").at(1).get<std::string>();
}

/// Nothing where both cameras see nothing together.
std::optional<RigSummaryFigure> rows_figure(const Json& pair) {
  if (!pair.at("row_error_px").is_number()) return std::nullopt;
  return RigSummaryFigure{"rows of " + pair_name(pair), number_at(pair, "row_error_px"),
                          number_at(pair, "row_error_random_px"), number_at(pair, "row_error_systematic_px"),
                          number_at(pair, "row_error_bound95_px")};
}

RigSummaryPair summary_pair(const Json& pair) {
  RigSummaryPair words{pair_name(pair)};
  words.lines.push_back(fmt::format("baseline {:.2f} +- {} mm", kPageMillimetres * number_at(pair, "baseline_m"),
                                    in_digits(kPageMillimetres * number_at(pair, "baseline_bound95_m"))));
  words.lines.push_back(fmt::format("angle {:.3f} +- {} degrees", number_at(pair, "angle_deg"),
                                    in_digits(number_at(pair, "angle_bound95_deg"))));
  for (const auto& [distance, error] : pair.at("triangulation").items()) {
    if (!error.is_object()) continue;
    words.lines.push_back(fmt::format("a point at {}: off by {} mm, less than {} mm", distance,
                                      in_digits(number_at(error, "total_mm")),
                                      in_digits(number_at(error, "bound95_mm"))));
  }
  return words;
}

}  // namespace

Drawing rig_summary_page(const std::string& title, const Json& calibration, const std::vector<std::string>& causes,
                         const Provenance& provenance) {
  const Json& verdict = calibration.at("verdict");
  RigSummaryContent content;
  std::string names;
  for (const Json& camera : calibration.at("cameras")) {
    content.figures.push_back(camera_figure(camera));
    names += (names.empty() ? "" : ", ") + content.figures.back().name;
  }
  for (const Json& pair : calibration.at("rig").at("pairs")) {
    if (std::optional<RigSummaryFigure> rows = rows_figure(pair)) content.figures.push_back(std::move(*rows));
    content.pairs.push_back(summary_pair(pair));
  }
  content.title = title.empty() ? "Rig: " + names : title;
  content.facts = fmt::format("{}; {} instants, {} UTC, Fiducia {}", names, calibration.at("instants").size(),
                              provenance.date, provenance.version);
  content.judgement = verdict.at("judgement").get<std::string>();
  content.reasons.push_back(as_sentence(verdict.at("reason").get<std::string>()));
  for (const Json& also : verdict.value("also", Json::array())) {
    content.reasons.push_back(as_sentence(also.get<std::string>()));
  }
  for (const std::string& cause : causes) content.causes.push_back(as_sentence(cause));
  content.next = as_sentence(verdict.at("next").get<std::string>());
  if (const double tolerance = number_at(verdict, "tolerance_px"); tolerance > 0) content.tolerance_px = tolerance;
  for (const Json& finding : verdict.value("findings", Json::array())) {
    if (finding.value("cause", "") == "not_one_rig") content.is_one_rig = false;
    if (finding.value("cause", "") != "unexplained") continue;
    for (RigSummaryFigure& figure : content.figures) {
      const Json cameras = finding.value("cameras", Json::array());
      if (std::find(cameras.begin(), cameras.end(), Json(figure.name)) != cameras.end()) figure.bound_holds = false;
    }
  }
  return rig_summary_drawing(content);
}

void write_rig_summary(const std::string& file, const std::string& title, const Json& calibration,
                       const std::vector<std::string>& causes, const Provenance& provenance,
                       const CommonOptions& common, const Streams& streams) {
  if (file.empty()) return;
  write_summary_drawing(file, rig_summary_page(title, calibration, causes, provenance), common, streams);
}

}  // namespace fiducia
