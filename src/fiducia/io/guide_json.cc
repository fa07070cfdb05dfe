#include "fiducia/io/guide_json.h"

#include <cmath>

#include "fiducia/io/json_values.h"

namespace fiducia {
namespace {

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

/// eme_px, error95_px, and of the total total_px and bound95_px.
void add_expected(const std::optional<ExpectedMapping>& expected, Json* object) {
  (*object)["eme_px"] = expected ? number_or_null(expected->eme_px) : Json(nullptr);
  (*object)["error95_px"] = expected ? number_or_null(expected->error95_px) : Json(nullptr);
  (*object)["total_px"] = expected ? number_or_null(expected->total_px) : Json(nullptr);
  (*object)["bound95_px"] = expected ? number_or_null(expected->bound95_px) : Json(nullptr);
}

Json pixel_array(const Vector2& pixel) { return Json::array({pixel.x(), pixel.y()}); }

Json suggestion_object(const Suggestion& suggestion) {
  Json object = {{"words", suggestion.words}};
  Json outline = Json::array();
  for (const Vector2& pixel : suggestion.outline) outline.push_back(pixel_array(pixel));
  object["outline"] = std::move(outline);
  add_expected(suggestion.expected, &object);
  object["rotation_vector"] = json_array(suggestion.camera_from_target.rotation_vector());
  object["translation"] = json_array(suggestion.camera_from_target.translation);
  object["distance_m"] = suggestion.placement.distance_m;
  object["centre"] = pixel_array(suggestion.placement.pixel);
  object["tilt_rad"] = suggestion.placement.tilt_rad.norm();
  object["corners"] = suggestion.corners.size();
  return object;
}

Json forecast_object(const Forecast& forecast) {
  Json object = {{"images", forecast.images ? Json(*forecast.images) : Json(nullptr)}, {"most", forecast.most}};
  add_expected(forecast.expected, &object);
  return object;
}

Json bias_summary(const Guidance& guidance) {
  const BiasEstimate& bias = guidance.bias->headline();
  return {{"ratio", bias.ratio},
          {"eps_px", bias.eps_px},
          {"p_value", guidance.bias->p_value},
          {"significant", guidance.progress.biased}};
}

}  // namespace

Json guidance_object(const Guidance& guidance, const Goal& goal) {
  Json object = {{"format", "fiducia.guide/1"},
                 {"criterion", to_string(guidance.criterion)},
                 {"frames", guidance.progress.frames}};
  add_expected(guidance.progress.expected, &object);
  object["systematic_px"] = guidance.progress.sound ? Json(guidance.progress.systematic_px) : Json(nullptr);
  object["step"] = to_string(guidance.advice.step);
  object["advice"] = guidance.advice.text;
  object["until"] = to_string(goal);
  object["forecast"] = guidance.forecast ? forecast_object(*guidance.forecast) : Json(nullptr);
  object["bias"] = guidance.bias ? bias_summary(guidance) : Json(nullptr);
  object["image_size"] = json_array(guidance.image_size);
  Json suggestions = Json::array();
  for (const Suggestion& suggestion : guidance.suggestions) suggestions.push_back(suggestion_object(suggestion));
  object["suggestions"] = std::move(suggestions);
  return object;
}

Json ranking_object(const std::vector<RankedView>& ranked, const std::vector<std::string>& names,
                    const std::vector<std::string>& base, const std::optional<ExpectedMapping>& expected_of_base,
                    std::size_t enough, Criterion criterion) {
  Json ranking = Json::array();
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    Json object = {{"name", names[ranked[i].index]}};
    add_expected(ranked[i].determined ? std::optional(ranked[i].expected) : std::nullopt, &object);
    object["needed"] = i < enough;
    ranking.push_back(std::move(object));
  }
  Json before = Json::object();
  add_expected(expected_of_base, &before);
  return {{"format", "fiducia.ranking/1"},
          {"criterion", to_string(criterion)},
          {"base", base},
          {"base_expected", std::move(before)},
          {"enough", enough},
          {"ranking", std::move(ranking)}};
}

}  // namespace fiducia
