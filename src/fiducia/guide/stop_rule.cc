#include "fiducia/guide/stop_rule.h"

#include <algorithm>
#include <cmath>

#include "fiducia/core/words.h"

namespace fiducia {
namespace {

std::string plural(int count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string goal_in_words(const Goal& goal) {
  return in_digits(goal.px, 3) + " px" + (goal.kind == Goal::Kind::kEme ? " expected" : " at 95% confidence");
}

std::string forecast_in_words(const std::optional<Forecast>& forecast, const Goal& goal) {
  if (!forecast) return {};
  if (!forecast->images) {
    return "; not within " + std::to_string(forecast->most) + " more views like those proposed (" +
           in_digits(goal.of(forecast->expected)) + " px then): take sharper images, a larger board or a simpler model";
  }
  return "; about " + plural(*forecast->images, "more view") + " like those proposed would do";
}

Advice about_first(const CalibrationProgress& progress) {
  return {NextStep::kFirstViews,
          (progress.frames == 0 ? "no image of the board yet"
                                : plural(progress.frames, "frame") + " so far, too few to say how uncertain they are") +
              (progress.problem.empty() ? std::string() : " (" + progress.problem + ")") + ": take the proposed views"};
}

Advice about_remedy(const CalibrationProgress& progress) {
  return {NextStep::kRemoveBias, "something is systematically wrong (" + in_digits(progress.eps_px) +
                                     " px), and more images will not help against it" +
                                     (progress.remedy.empty() ? std::string() : ". What would: " + progress.remedy) +
                                     ". The proposed views are for afterwards"};
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
  if (progress.biased) return about_remedy(progress);
  const double now_px = goal.of(*progress.expected);
  const std::string reached = in_digits(now_px, 3) + " px, and " + goal_in_words(goal) + " is asked for";
  if (!goal.met_by(*progress.expected)) {
    return {NextStep::kMoreViews, "take more: the mapping error is " + reached + forecast_in_words(forecast, goal)};
  }
  if (progress.frames < kFewestToStop) {
    return {NextStep::kMoreViews, "take " + std::to_string(kFewestToStop - progress.frames) +
                                      " more: the mapping error is " + reached + ", but " +
                                      plural(progress.frames, "frame") + " can hardly be compared"};
  }
  return {NextStep::kEnough, "enough: the mapping error is " + reached + ", and nothing systematic shows"};
}

}  // namespace fiducia
