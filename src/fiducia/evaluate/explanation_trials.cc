#include "fiducia/evaluate/explanation_trials.h"

#include <algorithm>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/candidate_models.h"
#include "fiducia/evaluate/observed_field.h"
#include "fiducia/solve/warm_start.h"

namespace fiducia {
namespace {

bool same_frames(const Calibration& a, const Calibration& b) {
  return a.fit.n_observations == b.fit.n_observations &&
         std::equal(a.frames.begin(), a.frames.end(), b.frames.begin(), b.frames.end(),
                    [](const FrameFit& x, const FrameFit& y) { return x.index == y.index; });
}

WarmStart warm(const Calibration& from, const ExplanationOptions& options) {
  return {.loss = from.loss,
          .max_iterations = kEnoughIterations,
          .tolerance = kNearEnough,
          .only_compared = true,
          .threads = options.threads,
          .progress = options.progress};
}

/// The observations with the target, and the corners, as the calibration has them.
std::shared_ptr<const Observations> as_corrected(const Calibration& known) {
  auto observations = std::make_shared<Observations>(*known.observations);
  observations->target.points = target_points(known);
  for (const FrameFit& frame : known.frames) observations->frames[frame.index].corners = corners_of(known, frame);
  return observations;
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
  how.least_gain = parts.least_gain;
  return of_the_same_frames(calibrate_like(from, parts.model, from.observations, how), from);
}

/// What the frames would have shown of a target as it should be, without effects: as the explanation has both.
std::shared_ptr<const Observations> ExplanationTrials::corrected(const ExplanationPtr& from) {
  const Calibration& calibration = from->calibration;
  if (calibration.target.basis.shape() == TargetShape::kPlanar && calibration.effects.empty()) {
    return calibration.observations;
  }
  const std::lock_guard lock(mutex_);
  if (corrected_for_ != from) {
    corrected_ = as_corrected(calibration);
    corrected_for_ = from;
  }
  return corrected_;
}

std::shared_ptr<const Calibration> ExplanationTrials::with_lens(const ExplanationPtr& from,
                                                                const std::shared_ptr<const Model>& model) {
  return lens_fits_->once(from, model, [&] { return with_lens(from->calibration, corrected(from), model); });
}

std::shared_ptr<Calibration> ExplanationTrials::with_lens(const Calibration& from,
                                                          const std::shared_ptr<const Model>& model) const {
  return with_lens(from, as_corrected(from), model);
}

std::shared_ptr<Calibration> ExplanationTrials::with_lens(const Calibration& from,
                                                          const std::shared_ptr<const Observations>& corrected,
                                                          const std::shared_ptr<const Model>& model) const {
  require_go_on(options_.progress);
  return of_the_same_frames(calibrate_like(from, model, corrected, warm(from, options_)), from);
}

std::shared_ptr<Calibration> ExplanationTrials::with_free_target(const Calibration& from,
                                                                 std::vector<Vector3> points) const {
  CalibrateOptions how = continued_from(from, options_.threads);
  how.target_shape = TargetShape::kFree;
  how.initial.target_points = std::move(points);
  how.max_iterations = kEnoughIterations;
  how.tolerance = kNearEnough;
  how.only_compared = true;
  how.progress = options_.progress;
  try {
    Calibration calibration = calibrate(from.observations, how);
    if (!calibration.converged()) return nullptr;
    return of_the_same_frames(std::move(calibration), from);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    return nullptr;
  }
}

ExplanationPtr ExplanationTrials::explained(Calibration calibration) const {
  if (corners_outside_domain(calibration) > 0) return nullptr;
  CalibrateOptions finish = continued_from(calibration, options_.threads);
  finish.progress = options_.progress;
  finish.max_iterations = kEnoughIterations;
  Calibration finished = calibrate(calibration.observations, finish);
  if (finished.converged()) calibration = std::move(finished);
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
