#include "fiducia/assess/verdict.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

Action look_at(std::vector<std::string> frames, const Calibration& calibration) {
  return {.code = ActionCode::kLookAtFrames,
          .frames = std::move(frames),
          .robust_loss_may_help = calibration.loss.is_squared()};
}

Action against_bias(const Calibration& calibration, const Evaluation& evaluation,
                    const std::optional<BetterModel>& better) {
  // First the model: a wrong one makes frames stand out that are as good as the others.
  if (better) {
    const bool same_shape = better->target_shape == calibration.target.basis.shape();
    const bool same_effects = better->effects == calibration.effects.layout.effects();
    return {.code = !same_effects ? ActionCode::kFreeOfEffects
                    : same_shape  ? ActionCode::kTakeModel
                                  : ActionCode::kFindTargetShape,
            .model = better->name,
            .target_shape = better->target_shape,
            .effects = better->effects,
            .expected_eps_px = better->eps_px,
            .expected_ratio = better->ratio,
            .expected_total_px = better->total_px,
            .other_model = better->name != calibration.model->info().name};
  }
  if (auto outlying = outlying_frames(calibration, evaluation); !outlying.empty()) {
    return look_at(std::move(outlying), calibration);
  }
  constexpr double kLeastShare = 0.05;
  const BiasSource& source = evaluation.source;
  if (source.target_share > source.image_share && source.target_share > kLeastShare) {
    return {.code = ActionCode::kCheckTarget,
            .out_of_plane_m = source.out_of_plane_m,
            .shape_may_be_found = calibration.target.basis.shape() == TargetShape::kPlanar};
  }
  return {.code = source.image_share > kLeastShare ? ActionCode::kCheckImages : ActionCode::kCheckCorners};
}

Action against_uncertainty(const Finding& finding, const Calibration& calibration, const Evaluation& evaluation) {
  if (auto outlying = outlying_frames(calibration, evaluation); !outlying.empty()) {
    return look_at(std::move(outlying), calibration);
  }
  const double ratio = finding.px / finding.limit_px;
  const double more = std::ceil(static_cast<double>(calibration.frames.size()) * (ratio * ratio - 1));
  constexpr double kMany = 200;  // beyond it, other images are needed, not more
  return {.code = ActionCode::kTakeImages,
          .images = more <= kMany ? static_cast<int>(more) : 0,
          .place = weakest_place(evaluation.map)};
}

Action choose_action(const std::vector<Finding>& findings, const Calibration& calibration, const Evaluation& evaluation,
                     const std::optional<BetterModel>& better) {
  if (findings.empty()) return {.code = ActionCode::kNone, .place = weakest_place(evaluation.map)};
  if (better && !better->without_frames.empty()) {
    // What is left then is known where nothing else is wrong.
    const bool nothing_else = better->name == calibration.model->info().name &&
                              better->target_shape == calibration.target.basis.shape() &&
                              better->effects == calibration.effects.layout.effects();
    return {.code = ActionCode::kLeaveOutFrames,
            .expected_eps_px = better->eps_px,
            .expected_ratio = better->ratio,
            .expected_total_px = nothing_else ? better->total_px : std::numeric_limits<double>::quiet_NaN(),
            .frames = better->without_frames};
  }
  const Finding& first = findings.front();
  switch (first.cause) {
    case Cause::kOtherCamera:
    case Cause::kOptimumUnknown: return {.code = ActionCode::kRecalibrate};
    case Cause::kFoldOver: return {.code = ActionCode::kChooseModel};
    case Cause::kBias:
    case Cause::kTotalError: return against_bias(calibration, evaluation, better);
    case Cause::kOpenParameters: return {.code = ActionCode::kTakeVariedImages};
    case Cause::kUncertainty: return against_uncertainty(first, calibration, evaluation);
    case Cause::kOutlyingFrames: return look_at(first.frames, calibration);
    case Cause::kFewFrames: break;
  }
  constexpr int kEnough = 20;
  return {.code = ActionCode::kTakeImages, .images_in_all = kEnough, .place = weakest_place(evaluation.map)};
}

}  // namespace

Verdict verdict(const Calibration& calibration, const Evaluation& evaluation, const VerdictThresholds& thresholds,
                const std::optional<BetterModel>& better, const std::optional<OptimumCheck>& optimum,
                const std::optional<Trust>& trust) {
  Verdict result;
  result.findings =
      find_causes(calibration, evaluation, thresholds, optimum ? &*optimum : nullptr, trust ? &*trust : nullptr);
  for (const Finding& finding : result.findings) result.judgement = std::max(result.judgement, finding.judgement);
  result.action = choose_action(result.findings, calibration, evaluation, better);
  return result;
}

std::optional<Verdict> quick_verdict(const Calibration& calibration, const std::optional<BetterModel>& better,
                                     int threads, const Progress& progress) {
  try {
    const Evaluation evaluation =
        evaluate(calibration, {.bias_resamples = 0, .abs_samples = 10, .threads = threads, .progress = progress});
    return verdict(calibration, evaluation, {}, better);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    return std::nullopt;
  }
}

}  // namespace fiducia
