#include "fiducia/assess/choose_action.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fiducia {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
/// Less of a gain is no advice.
constexpr double kWorthIt = 0.9;

bool is_found(const std::vector<Finding>& findings, Cause cause) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
    return finding.judgement != Judgement::kGood && finding.cause == cause;
  });
}

/// What these images can still give: the one that helps most, where that is worth it.
std::optional<Action> with_these_images(const Calibration& calibration, const Trust& trust, const Remedies& remedies) {
  std::vector<Action> actions;
  if (remedies.better) actions.push_back(take_better(*remedies.better, calibration));
  if (remedies.without_outlying) {
    actions.push_back({.code = ActionCode::kLookAtFrames,
                       .expected_total_px = remedies.without_outlying->total_px,
                       .frames = remedies.without_outlying->frames});
  }
  const auto best = std::min_element(actions.begin(), actions.end(), [](const Action& a, const Action& b) {
    return a.expected_total_px < b.expected_total_px;
  });
  if (best == actions.end() || !(best->expected_total_px < kWorthIt * trust.total_px)) return std::nullopt;
  return *best;
}

/// What acts in single images, where it makes a fair part of the error: more images like these are as bad.
std::vector<Effect> acting(const VerdictContext& context) {
  constexpr double kFairPart = 0.3;
  std::vector<Effect> effects;
  if (context.causes == nullptr || context.trust == nullptr) return effects;
  for (const ErrorCause& cause : *context.causes) {
    if (!cause.present || !acts_in_frames(cause.code)) continue;
    if (cause.costs_px >= kFairPart * context.trust->total_px) effects.push_back(effect_of(cause.code));
  }
  return effects;
}

/// As many more images of the kind there are as bring the bound within the tolerance, and as are needed to compare
/// them; nothing where more of them do not help.
std::optional<Action> with_more_images(const Calibration& calibration, const Evaluation& evaluation,
                                       const VerdictContext& context) {
  constexpr double kEnough = 20;  // in all, where there are few
  constexpr double kMany = 200;   // beyond it, other images are needed, not more
  const auto n = static_cast<double>(calibration.frames.size());
  const Trust& trust = *context.trust;
  const double systematic = trust.systematic_px * trust.systematic_px;
  const double allowed = context.tolerance_px * context.tolerance_px - systematic;
  if (!(allowed > 0)) return std::nullopt;
  double more = std::ceil(n * ((trust.bound95_px * trust.bound95_px - systematic) / allowed - 1));
  if (n < context.thresholds.frames_good) more = std::max(more, kEnough - n);
  if (!(more <= kMany)) return Action{.code = ActionCode::kTakeVariedImages};
  if (more < 1) return std::nullopt;
  const double random = std::max(trust.total_px * trust.total_px - systematic, 0.0);
  return Action{.code = ActionCode::kTakeImages,
                .expected_total_px = std::sqrt(systematic + random * n / (n + more)),
                .images = static_cast<int>(more),
                .place = weakest_place(evaluation.map)};
}

}  // namespace

Action take_better(const BetterModel& better, const Calibration& calibration) {
  const bool same_model = better.name == calibration.model->info().name;
  const bool same_shape = better.target_shape == calibration.target.basis.shape();
  const bool same_effects = better.effects == calibration.effects.layout.effects();
  Action action{.model = better.name,
                .target_shape = better.target_shape,
                .effects = better.effects,
                .expected_eps_px = better.eps_px,
                .expected_ratio = better.ratio,
                .expected_total_px = better.total_px,
                .other_model = !same_model,
                .other_shape = !same_shape};
  if (!better.without_frames.empty()) {
    action.code = ActionCode::kLeaveOutFrames;
    action.frames = better.without_frames;
    // What is left then is known where nothing else is wrong.
    if (!same_model || !same_shape || !same_effects) action.expected_total_px = kUnknown;
    return action;
  }
  action.code = !same_effects ? ActionCode::kFreeOfEffects
                : same_shape  ? ActionCode::kTakeModel
                              : ActionCode::kFindTargetShape;
  return action;
}

Action check_the_set_up(const Calibration& calibration, const Evaluation& evaluation) {
  constexpr double kLeastShare = 0.05;
  const BiasSource& source = evaluation.source;
  if (source.target_share > source.image_share && source.target_share > kLeastShare) {
    return {.code = ActionCode::kCheckTarget,
            .out_of_plane_m = source.out_of_plane_m,
            .shape_may_be_found = calibration.target.basis.shape() == TargetShape::kPlanar};
  }
  return {.code = source.image_share > kLeastShare ? ActionCode::kCheckImages : ActionCode::kCheckCorners};
}

namespace {

Action action_against(const std::vector<Finding>& findings, const Calibration& calibration,
                      const Evaluation& evaluation, const VerdictContext& context, const Remedies& remedies) {
  if (findings.empty() || findings.front().judgement == Judgement::kGood) {
    return {.code = ActionCode::kNone, .place = weakest_place(evaluation.map)};
  }
  // Frames that do not belong to the others spoil everything else that could be said.
  const auto& better = remedies.better;
  if (better && !better->without_frames.empty()) return take_better(*better, calibration);
  if (context.optimum != nullptr && !context.optimum->at_minimum) {
    const double expected = context.trust != nullptr ? context.trust->explanation_px : kUnknown;
    // Where these images leave a camera of their own as uncertain, they make no better one.
    if (context.trust != nullptr && !(expected < kWorthIt * context.trust->total_px)) {
      return {.code = ActionCode::kTakeVariedImages};
    }
    return {.code = ActionCode::kRecalibrate, .expected_total_px = expected};
  }
  if (context.trust != nullptr) {
    if (std::optional<Action> action = with_these_images(calibration, *context.trust, remedies)) return *action;
  }
  if (is_found(findings, Cause::kFoldOver)) return {.code = ActionCode::kChooseModel};
  if (is_found(findings, Cause::kOpenParameters) || is_found(findings, Cause::kNoRay)) {
    return {.code = ActionCode::kTakeVariedImages};
  }
  if (context.trust != nullptr) {
    if (std::optional<Action> action = with_more_images(calibration, evaluation, context)) return *action;
  }
  if (is_found(findings, Cause::kUnexplained)) {
    Action action = check_the_set_up(calibration, evaluation);
    if (context.trust != nullptr) action.shape_may_be_found = false;  // that was tried
    return action;
  }
  return {.code = ActionCode::kNothingHelps};
}

}  // namespace

Action choose_action(const std::vector<Finding>& findings, const Calibration& calibration, const Evaluation& evaluation,
                     const VerdictContext& context, const Remedies& remedies) {
  Action action = action_against(findings, calibration, evaluation, context, remedies);
  if (ends_in_new_images(action.code)) action.effects = acting(context);
  return action;
}

}  // namespace fiducia
