#include "fiducia/guide/stop_rule.h"

#include <algorithm>
#include <cmath>

#include "fiducia/core/words.h"

namespace fiducia {
namespace {

std::string plural(int count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// Where the calibration stands, and what is asked for.
std::string reached_in_words(const CalibrationProgress& progress, const Goal& goal) {
  const std::string error = !goal.is_about_total() ? "the random error per coordinate"
                            : progress.sound       ? "the total error"
                                                   : "the random error";
  return (goal.is_at_95() ? "with 95% confidence " + error + " is below " : error + " is ") +
         in_digits(goal.of(*progress.expected), 3) + " px; " + in_digits(goal.px, 3) + " px is asked for";
}

std::string forecast_in_words(const CalibrationProgress& progress, const std::optional<Forecast>& forecast,
                              const Goal& goal) {
  if (!forecast) return {};
  if (!forecast->images) {
    const bool systematic = goal.is_about_total() && progress.systematic_px > 0.5 * goal.px;
    return "; not within " + std::to_string(forecast->most) + " more views like those proposed (" +
           (goal.is_at_95() ? "below " : "") + in_digits(goal.of(forecast->expected)) + " px then" +
           (goal.is_at_95() ? " with 95% confidence): " : "): ") +
           (systematic ? in_digits(progress.systematic_px) + " px are systematic, which more images do not remove"
                       : "take sharper images, a larger or flatter board, or a simpler model");
  }
  return "; about " + plural(*forecast->images, "more view") + " like those proposed would do";
}

Advice about_first(const CalibrationProgress& progress) {
  return {NextStep::kFirstViews,
          (progress.frames == 0 ? "no image of the board yet"
                                : plural(progress.frames, "frame") + " so far, too few to say how uncertain they are") +
              (progress.problem.empty() ? std::string() : " (" + progress.problem + ")") + ": take the proposed views"};
}

Advice about_remedy(const CalibrationProgress& progress, const std::string& reached, bool met) {
  const std::string remedy = progress.remedy.empty() ? "something else than images helps more" : progress.remedy;
  std::string text;
  if (met && progress.sound) {
    text = reached + ", but not all that was found is in that number: " + remedy;
  } else if (progress.sound) {
    text = "before more images: " + remedy;
  } else {
    text = "something is systematically wrong (" + in_digits(progress.eps_px) +
           " px of the residuals), and more images will not help against it" +
           (progress.remedy.empty() ? std::string() : ". What would: " + progress.remedy);
  }
  return {NextStep::kRemoveBias, text + ". The proposed views are for afterwards"};
}

}  // namespace

std::string_view to_string(NextStep step) {
  switch (step) {
    case NextStep::kFirstViews: return "first views";
    case NextStep::kMoreViews: return "more views";
    case NextStep::kEnough: return "enough";
    case NextStep::kRemoveBias: return "remove the bias";
  }
  return "unknown";
}

Advice advise(const CalibrationProgress& progress, const Goal& goal, const std::optional<Forecast>& forecast) {
  if (!progress.expected || !std::isfinite(progress.expected->eme_px)) return about_first(progress);
  const bool met = goal.met_by(*progress.expected);
  const bool sound = progress.sound.value_or(!progress.biased);
  const std::string reached = reached_in_words(progress, goal);
  if (met && sound && progress.frames >= kFewestToStop) {
    return {NextStep::kEnough, "enough: " + reached + (progress.sound ? "" : ", and nothing systematic shows")};
  }
  if (progress.has_remedy || (!progress.sound && progress.biased)) return about_remedy(progress, reached, met);
  if (met && progress.frames < kFewestToStop) {
    return {NextStep::kMoreViews, "take " + std::to_string(kFewestToStop - progress.frames) + " more: " + reached +
                                      ", but " + plural(progress.frames, "frame") + " can hardly be compared"};
  }
  if (met) return {NextStep::kMoreViews, "take more: " + reached + ", but not all that was found is covered by it"};
  return {NextStep::kMoreViews, "take more: " + reached + forecast_in_words(progress, forecast, goal)};
}

}  // namespace fiducia
