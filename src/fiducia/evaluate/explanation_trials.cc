#include "fiducia/evaluate/explanation_trials.h"

#include <algorithm>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/candidate_models.h"
#include "fiducia/evaluate/observed_field.h"

namespace fiducia {
namespace {

/// What takes longer from so near is in a valley without a bottom: these frames do not determine it.
constexpr int kMostIterations = 60;

bool same_frames(const Calibration& a, const Calibration& b) {
  return a.fit.n_observations == b.fit.n_observations &&
         std::equal(a.frames.begin(), a.frames.end(), b.frames.begin(), b.frames.end(),
                    [](const FrameFit& x, const FrameFit& y) { return x.index == y.index; });
}

WarmStart warm(const Calibration& from, const ExplanationOptions& options) {
  return {
      .loss = from.loss, .max_iterations = kMostIterations, .threads = options.threads, .progress = options.progress};
}

std::shared_ptr<Calibration> of_the_same_frames(std::optional<Calibration> calibration, const Calibration& from) {
  if (!calibration || !same_frames(*calibration, from)) return nullptr;
  return std::make_shared<Calibration>(std::move(*calibration));
}

}  // namespace

std::shared_ptr<Calibration> ExplanationTrials::calibrated(const Calibration& from, TrialParts parts) const {
  require_go_on(options_.progress);
  WarmStart how = warm(from, options_);
  how.target_shape = parts.shape;
  how.effects = std::move(parts.effects);
  how.effect_start = std::move(parts.start);
  return of_the_same_frames(calibrate_like(from, parts.model, from.observations, how), from);
}

std::shared_ptr<Calibration> ExplanationTrials::with_lens(const ExplanationPtr& from,
                                                          const std::shared_ptr<const Model>& model) {
  require_go_on(options_.progress);
  const Calibration& known = from->calibration;
  if (corrected_for_ != from) {
    auto corrected = std::make_shared<Observations>(*known.observations);
    corrected->target.points = target_points(known);
    for (const FrameFit& frame : known.frames) corrected->frames[frame.index].corners = corners_of(known, frame);
    corrected_ = std::move(corrected);
    corrected_for_ = from;
  }
  return of_the_same_frames(calibrate_like(known, model, corrected_, warm(known, options_)), known);
}

ExplanationPtr ExplanationTrials::explained(Calibration calibration) const {
  if (corners_outside_domain(calibration) > 0) return nullptr;
  std::optional<Explanation> explanation = explanation_of(std::move(calibration), options_);
  return explanation ? std::make_shared<const Explanation>(std::move(*explanation)) : nullptr;
}

bool ExplanationTrials::better(const Explanation& now, const Explanation& other) const {
  try {
    return choose_explanation(now, other, options_.mapping).second;
  } catch (const Error&) {  // nothing in common: no reason to change
    return false;
  }
}

}  // namespace fiducia
