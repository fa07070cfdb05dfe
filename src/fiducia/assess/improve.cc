#include "fiducia/assess/improve.h"

#include <utility>

#include "fiducia/assess/better_model.h"

namespace fiducia {
namespace {

ImprovementStep step_to(const Assessment& assessment, Action action) {
  ImprovementStep step{.action = std::move(action)};
  if (assessment.trust) {
    step.total_px = assessment.trust->total_px;
    step.bound95_px = assessment.trust->bound95_px;
  }
  if (assessment.verdict) step.judgement = assessment.verdict->judgement;
  return step;
}

bool is_better(const Assessment& next, const Assessment& now) {
  constexpr double kClearly = 0.97;
  if (!next.verdict || !next.trust || next.verdict->judgement > now.verdict->judgement) return false;
  if (has_worse_bound(next.trust->bound95_px, *now.trust, now.tolerance_px)) return false;
  return next.trust->total_px < kClearly * now.trust->total_px;
}

}  // namespace

std::optional<AssessOptions> following(const Action& action, AssessOptions options) {
  const auto take_model = [&] {  // one that is left to us is chosen anew
    if (action.other_model && !options.model.is_auto()) options.model = action.model;
  };
  switch (action.code) {
    case ActionCode::kTakeModel:
      if (!action.other_model || options.model.is_auto()) return std::nullopt;
      options.model = action.model;
      return options;
    case ActionCode::kFindTargetShape:
      take_model();
      options.target_shape = action.target_shape;
      return options;
    case ActionCode::kFreeOfEffects:  // with the shape that it was found with: with effects another might be chosen
      take_model();
      options.target_shape = action.target_shape;
      options.effects = action.effects;
      options.find_effects = false;
      return options;
    case ActionCode::kLeaveOutFrames:
    case ActionCode::kLookAtFrames:
      options.leave_out.insert(options.leave_out.end(), action.frames.begin(), action.frames.end());
      return options;
    default: return std::nullopt;
  }
}

Improvement improve(const std::shared_ptr<const Observations>& observations, const AssessOptions& asked) {
  constexpr std::size_t kMostSteps = 8;
  Improvement result{assess(observations, asked)};
  result.steps.push_back(step_to(result.assessment, {}));
  AssessOptions options = asked;
  while (result.assessment.verdict && result.assessment.trust && result.steps.size() < kMostSteps) {
    const Action action = result.assessment.verdict->action;
    std::optional<AssessOptions> next = following(action, options);
    if (!next) break;
    Assessment assessment = assess(observations, *next);
    if (!is_better(assessment, result.assessment)) break;
    result.assessment = std::move(assessment);
    result.steps.push_back(step_to(result.assessment, action));
    options = std::move(*next);
  }
  return result;
}

}  // namespace fiducia
