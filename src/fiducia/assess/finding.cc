#include "fiducia/assess/finding.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "fiducia/evaluate/image_length.h"

namespace fiducia {
namespace {

/// How wrong the camera is and may be, px, lengths.
struct CameraError {
  double total_px = 0;
  double bound_px = 0;
  double systematic_px = 0;
};

/// The total error where it is known, else what chance does; nothing where not even that is known.
std::optional<CameraError> camera_error(const Evaluation& evaluation, const VerdictContext& context) {
  if (context.trust != nullptr) {
    return CameraError{context.trust->total_px, context.trust->bound95_px, context.trust->systematic_px};
  }
  const OptimumCheck* optimum = context.optimum;
  if (optimum != nullptr && !optimum->at_minimum) {
    if (!optimum->problem.empty()) return std::nullopt;
    const double off = image_length(optimum->difference_px * optimum->difference_px);
    return CameraError{off, off + image_length(optimum->expected_px * optimum->expected_px), off};
  }
  const Uncertainty* cr2 = evaluation.find(Covariance::kCr2);
  if (cr2 == nullptr) return std::nullopt;
  return CameraError{image_length(cr2->error.mean), image_length(cr2->bound95)};
}

bool is_another_camera(const OptimumCheck* optimum, const VerdictThresholds& thresholds) {
  return optimum != nullptr && !optimum->at_minimum && optimum->problem.empty() &&
         optimum->difference_px > std::max(optimum->expected_px, thresholds.bias_px_negligible);
}

std::optional<Finding> too_wrong(const Evaluation& evaluation, const VerdictContext& context) {
  const std::optional<CameraError> error = camera_error(evaluation, context);
  if (!error) {
    if (context.optimum != nullptr && !context.optimum->problem.empty()) {
      return Finding{
          .cause = Cause::kOptimumUnknown, .judgement = Judgement::kBad, .problem = context.optimum->problem};
    }
    return Finding{.cause = Cause::kOpenParameters, .judgement = Judgement::kBad};
  }
  Finding finding{.judgement = Judgement::kGood,
                  .px = error->bound_px,
                  .limit_px = context.tolerance_px,
                  .total_px = error->total_px,
                  .systematic_px = error->systematic_px};
  const bool given = context.optimum != nullptr && !context.optimum->at_minimum;
  double expected_px = error->total_px;
  if (given && context.trust != nullptr) {
    // Images that tell a camera to 5 px do not tell that another one is right to 1 px.
    finding.known_to_px = context.trust->explanation_px;
    expected_px = std::max(expected_px, finding.known_to_px);
  }
  if (!(error->bound_px <= context.tolerance_px)) {  // no number: bad
    finding.judgement = expected_px <= context.tolerance_px ? Judgement::kUsable : Judgement::kBad;
  }
  const double random_squared = error->total_px * error->total_px - error->systematic_px * error->systematic_px;
  const bool by_chance = error->systematic_px * error->systematic_px <= random_squared;
  finding.cause = by_chance ? Cause::kUncertainty : Cause::kTotalError;
  // A given camera whose error is not that of the fit: told even where it can be borne.
  if (is_another_camera(context.optimum, context.thresholds) && !by_chance) {
    finding.cause = Cause::kOtherCamera;
    return finding;
  }
  // It may as well be what the images leave open.
  if (given && !by_chance && context.trust != nullptr) finding.is_shown = context.trust->systematic_px_ci95[0] > 0;
  if (finding.judgement == Judgement::kGood) return std::nullopt;
  return finding;
}

std::optional<Finding> fold_over(const Evaluation& evaluation) {
  if (evaluation.corners_outside_domain == 0) return std::nullopt;
  return Finding{.cause = Cause::kFoldOver, .judgement = Judgement::kBad, .corners = evaluation.corners_outside_domain};
}

std::optional<Finding> no_ray(const VerdictContext& context) {
  if (context.trust == nullptr || context.trust->without_ray <= context.thresholds.without_ray_good) return {};
  const bool bad = context.trust->without_ray > context.thresholds.without_ray_bad;
  return Finding{.cause = Cause::kNoRay,
                 .judgement = bad ? Judgement::kBad : Judgement::kUsable,
                 .without_ray = context.trust->without_ray};
}

/// What is systematic in the residuals: where it is explained, its cost is known; where it is not, the bound is none.
std::optional<Finding> systematic(const BiasRatio& bias, const VerdictContext& context) {
  const VerdictThresholds& limits = context.thresholds;
  // Few frames show less: what is as large as a bias is taken for one, however weak the test.
  const bool weak = context.trust != nullptr && context.trust->bias_ratio > limits.bias_ratio_open &&
                    context.trust->eps_px > limits.bias_px_negligible;
  if (weak || (context.trust != nullptr && context.trust->is_lower_bound)) {
    // Of a given camera nothing is seen but what chance makes of the comparison: that is no error to expect.
    const bool is_chance =
        context.optimum != nullptr && !context.optimum->at_minimum && context.trust->systematic_px_ci95[0] == 0;
    return Finding{.cause = Cause::kUnexplained,
                   .px = context.trust->eps_px,
                   .limit_px = context.thresholds.bias_px_negligible,
                   .total_px = is_chance ? Finding::kNone : context.trust->total_px,
                   .ratio = context.trust->bias_ratio,
                   .is_shown = context.trust->is_lower_bound};
  }
  if (!is_biased(bias, context.thresholds)) return std::nullopt;
  const BiasEstimate& estimate = bias.headline();
  const bool explained = context.trust != nullptr;
  return Finding{.cause = explained ? Cause::kBias : Cause::kUnexplained,
                 .judgement = explained ? Judgement::kGood : Judgement::kUsable,
                 .px = estimate.eps_px,
                 .limit_px = context.thresholds.bias_px_negligible,
                 .ratio = estimate.ratio,
                 .noise_px = explained ? estimate.sigma_d_px : Finding::kNone};
}

}  // namespace

std::string_view to_string(Cause cause) {
  switch (cause) {
    case Cause::kOtherCamera: return "other_camera";
    case Cause::kOptimumUnknown: return "optimum_unknown";
    case Cause::kFoldOver: return "fold_over";
    case Cause::kOpenParameters: return "open_parameters";
    case Cause::kTotalError: return "total_error";
    case Cause::kUncertainty: return "uncertainty";
    case Cause::kNoRay: return "no_ray";
    case Cause::kUnexplained: return "unexplained";
    case Cause::kFewFrames: return "few_frames";
    case Cause::kOutlyingFrames: return "outlying_frames";
    case Cause::kBias: return "bias";
  }
  return "unknown";
}

std::vector<std::string> outlying_frames(const Calibration& calibration, const Evaluation& evaluation) {
  std::vector<const FrameFit*> outlying;
  for (std::size_t j = 0; j < evaluation.frames.size(); ++j) {
    if (evaluation.frames[j].outlying) outlying.push_back(&calibration.frames[j]);
  }
  std::stable_sort(outlying.begin(), outlying.end(),
                   [](const FrameFit* a, const FrameFit* b) { return a->rmse > b->rmse; });
  std::vector<std::string> names;
  for (const FrameFit* frame : outlying) names.push_back(frame->name);
  return names;
}

std::vector<Finding> find_causes(const Calibration& calibration, const Evaluation& evaluation,
                                 const VerdictContext& context) {
  std::vector<Finding> findings;
  const auto add = [&](std::optional<Finding> finding) {
    if (finding) findings.push_back(std::move(*finding));
  };
  // In the order of what they cost, as far as that is known: a stable sort by judgement keeps it.
  add(fold_over(evaluation));
  constexpr double kMost = 0.5;  // of the image: an error of the rest matters less
  const bool mostly_blind = context.trust != nullptr && context.trust->without_ray > kMost;
  if (mostly_blind) add(no_ray(context));
  add(too_wrong(evaluation, context));
  if (!mostly_blind) add(no_ray(context));
  add(systematic(evaluation.bias, context));
  if (static_cast<double>(calibration.frames.size()) < context.thresholds.frames_good) {
    add(Finding{.cause = Cause::kFewFrames, .n_frames = calibration.frames.size()});
  }
  if (std::vector<std::string> outlying = outlying_frames(calibration, evaluation); !outlying.empty()) {
    add(Finding{.cause = Cause::kOutlyingFrames, .judgement = Judgement::kGood, .frames = std::move(outlying)});
  }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.judgement > b.judgement; });
  return findings;
}

}  // namespace fiducia
