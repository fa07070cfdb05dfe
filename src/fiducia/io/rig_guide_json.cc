#include "fiducia/io/rig_guide_json.h"

#include <cmath>

#include "fiducia/io/json_values.h"
#include "fiducia/io/rig_json.h"

namespace fiducia {
namespace {

Json finite_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

/// Of every aspect: what it is, and how wrong it is expected to be.
Json aspects_array(const std::vector<RigAspect>& aspects, const std::vector<RigExpected>& expected,
                   const std::vector<std::string>& names) {
  Json array = Json::array();
  for (std::size_t i = 0; i < aspects.size(); ++i) {
    array.push_back({{"of", to_string(aspects[i].cause)},
                     {"cameras", camera_names(aspects[i].cameras, names)},
                     {"total_px", finite_or_null(expected[i].total_px)},
                     {"bound95_px", finite_or_null(expected[i].bound95_px)}});
  }
  return array;
}

Json pixel_pair(const Vector2& pixel) { return Json::array({pixel.x(), pixel.y()}); }

Json seen_object(const Suggestion& view, const std::string& name) {
  Json outline = Json::array();
  for (const Vector2& pixel : view.outline) outline.push_back(pixel_pair(pixel));
  return {{"camera", name},
          {"outline", std::move(outline)},
          {"rotation_vector", json_array(view.camera_from_target.rotation_vector())},
          {"translation", json_array(view.camera_from_target.translation)},
          {"distance_m", view.placement.distance_m},
          {"centre", pixel_pair(view.placement.pixel)},
          {"tilt_rad", view.placement.tilt_rad.norm()},
          {"corners", view.corners.size()}};
}

Json suggested_instant(const RigSuggestion& suggestion, const RigGuidance& guidance,
                       const std::vector<std::string>& names) {
  Json views = Json::array();
  for (std::size_t i = 0; i < suggestion.views.size(); ++i) {
    views.push_back(seen_object(suggestion.views[i], names[suggestion.cameras[i]]));
  }
  return {{"words", suggestion.words},
          {"rig_from_target",
           {{"rotation_vector", json_array(suggestion.rig_from_target.rotation_vector())},
            {"translation", json_array(suggestion.rig_from_target.translation)}}},
          {"views", std::move(views)},
          {"expected", aspects_array(guidance.aspects, suggestion.expected, names)}};
}

}  // namespace

Json rig_guidance_object(const RigGuidance& guidance, const Goal& goal, const std::vector<std::string>& names,
                         const std::string& advice) {
  std::vector<RigExpected> now;
  for (const RigAspect& aspect : guidance.aspects) now.push_back(aspect.now);
  Json object = {{"format", "fiducia.rig_guide/1"},
                 {"instants", guidance.instants},
                 {"now", aspects_array(guidance.aspects, now, names)},
                 {"weakest", guidance.weakest},
                 {"step", to_string(guidance.step)},
                 {"advice", advice},
                 {"until", to_string(goal)}};
  object["forecast"] = nullptr;
  if (guidance.forecast) {
    const RigForecast& forecast = *guidance.forecast;
    object["forecast"] = {{"instants", forecast.instants ? Json(*forecast.instants) : Json(nullptr)},
                          {"most", forecast.most},
                          {"expected", aspects_array(guidance.aspects, forecast.expected, names)}};
  }
  Json suggestions = Json::array();
  for (const RigSuggestion& one : guidance.suggestions) suggestions.push_back(suggested_instant(one, guidance, names));
  object["suggestions"] = std::move(suggestions);
  return object;
}

}  // namespace fiducia
