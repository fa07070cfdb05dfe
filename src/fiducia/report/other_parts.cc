#include "fiducia/report/other_parts.h"

#include "fiducia/core/error.h"
#include "fiducia/io/json_values.h"
#include "fiducia/report/file_names.h"
#include "fiducia/report/rounded.h"

namespace fiducia {

Json selection_part(const Json& selection) try {
  Json entries = Json::array();
  for (const Json& model : selection.at("models")) {
    Json entry = {{"model", model.at("model")},
                  {"parameters", model.at("n_intrinsics")},
                  {"recommended", model.at("model") == selection.at("recommended")}};
    if (model.contains("problem")) {
      entry["problem"] = model.at("problem");
    } else {
      entry["rmse"] = model.at("rmse");
      entry["bias_ratio"] = model.at("bias").at("ratio");
      entry["eps_px"] = model.at("bias").at("eps_px");
      entry["eme_px"] = model.at("eme_px");
      entry["error95_px"] = model.at("error95_px");
      entry["held_out_px"] = model.at("held_out_px");
      if (model.contains("total_px")) entry["total_px"] = model.at("total_px");
    }
    entries.push_back(std::move(entry));
  }
  return {{"reason", selection.at("reason")}, {"entries", std::move(entries)}};
} catch (const Json::exception& error) {
  throw Error(ErrorCode::kBadData, "selection: " + json_error_in_words(error));
}

Json comparison_part(const MappingDifference& difference, ImageSize image_size, const std::string& reference,
                     const std::string& other, std::optional<double> expected95_px) {
  constexpr double kSteps = 1e5;
  Json differences = Json::array();
  for (const MappingArrow& arrow : difference.compensated.map) {
    differences.push_back(arrow.comparable
                              ? Json({rounded(arrow.difference.x(), kSteps), rounded(arrow.difference.y(), kSteps)})
                              : Json(nullptr));
  }
  const auto [first, second] = told_apart(reference, other);
  return {{"reference", first},
          {"other", second},
          {"image_size", json_array(image_size)},
          {"grid", Json::array({difference.columns, difference.rows})},
          {"k_px", difference.compensated.k_px},
          {"largest_px", difference.compensated.largest_px},
          {"plain_k_px", difference.plain.k_px},
          {"expected95_px", expected95_px ? Json(*expected95_px) : Json(nullptr)},
          {"differences", std::move(differences)}};
}

Json next_views_part(Json guidance, const Observations& observations) {
  Json corners = Json::array();
  for (const Frame& frame : observations.frames) {
    for (const Corner& corner : frame.corners) {
      corners.push_back({rounded(corner.pixel.x(), 1), rounded(corner.pixel.y(), 1)});
    }
  }
  guidance["corners"] = std::move(corners);
  return guidance;
}

}  // namespace fiducia
