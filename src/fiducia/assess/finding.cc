#include "fiducia/assess/finding.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "fiducia/evaluate/image_length.h"

namespace fiducia {
namespace {

std::optional<Finding> difference(const OptimumCheck& optimum, const VerdictThresholds& thresholds) {
  if (optimum.at_minimum) return std::nullopt;
  if (!optimum.problem.empty()) return Finding{.cause = Cause::kOptimumUnknown, .problem = optimum.problem};
  if (optimum.difference_px <= std::max(optimum.expected_px, thresholds.bias_px_negligible)) return std::nullopt;
  const bool bad = optimum.difference_px > thresholds.error_px_bad;
  return Finding{.cause = Cause::kOtherCamera,
                 .judgement = bad ? Judgement::kBad : Judgement::kQuestionable,
                 .px = optimum.difference_px,
                 .limit_px = optimum.expected_px};
}

/// Whether the difference is the first thing to correct. A camera that is not theirs leaves systematic residuals too,
/// makes frames stand out and may fold over, and all of that goes with it: unless the best fit is biased as well, and
/// then still if most of the squared residual goes with the given camera.
bool comes_first(const Finding& difference, const OptimumCheck& optimum, const VerdictThresholds& thresholds) {
  constexpr double kLess = 0.5;
  return difference.cause == Cause::kOtherCamera &&
         (!is_biased(optimum.best_bias, thresholds) || optimum.best_cost < kLess * optimum.cost);
}

std::optional<Finding> fold_over(const Evaluation& evaluation) {
  if (evaluation.corners_outside_domain == 0) return std::nullopt;
  return Finding{.cause = Cause::kFoldOver, .judgement = Judgement::kBad, .corners = evaluation.corners_outside_domain};
}

std::optional<Finding> systematic(const BiasRatio& bias, const VerdictThresholds& thresholds) {
  if (!is_biased(bias, thresholds)) return std::nullopt;
  const BiasEstimate& estimate = bias.headline();
  const bool bad =
      estimate.ratio_ci95[0] > thresholds.bias_ratio_bad || estimate.eps_px_ci95[0] > thresholds.bias_px_bad;
  return Finding{.cause = Cause::kBias,
                 .judgement = bad ? Judgement::kBad : Judgement::kQuestionable,
                 .px = estimate.eps_px,
                 .limit_px = thresholds.bias_px_negligible,
                 .ratio = estimate.ratio,
                 .noise_px = estimate.sigma_d_px};
}

/// Where something systematic is in it, the total error; else what chance does.
std::optional<Finding> uncertain(const Evaluation& evaluation, const VerdictThresholds& thresholds,
                                 const Trust* trust) {
  if (trust != nullptr && trust->systematic_px > 0) {
    if (trust->bound95_px <= thresholds.error_px_good) return std::nullopt;
    return Finding{
        .cause = Cause::kTotalError,
        .judgement = trust->bound95_px <= thresholds.error_px_bad ? Judgement::kQuestionable : Judgement::kBad,
        .px = trust->bound95_px,
        .limit_px = thresholds.error_px_good,
        .total_px = trust->total_px,
        .systematic_px = trust->systematic_px};
  }
  const Uncertainty* cr2 = evaluation.find(Covariance::kCr2);
  if (cr2 == nullptr) return Finding{.cause = Cause::kOpenParameters};
  const double error_px = image_length(cr2->bound95);
  if (error_px <= thresholds.error_px_good) return std::nullopt;
  return Finding{.cause = Cause::kUncertainty,  // no number: bad
                 .judgement = error_px <= thresholds.error_px_bad ? Judgement::kQuestionable : Judgement::kBad,
                 .px = error_px,
                 .limit_px = thresholds.error_px_good};
}

}  // namespace

std::string_view to_string(Cause cause) {
  switch (cause) {
    case Cause::kOtherCamera: return "other_camera";
    case Cause::kOptimumUnknown: return "optimum_unknown";
    case Cause::kFoldOver: return "fold_over";
    case Cause::kBias: return "bias";
    case Cause::kOpenParameters: return "open_parameters";
    case Cause::kUncertainty: return "uncertainty";
    case Cause::kTotalError: return "total_error";
    case Cause::kOutlyingFrames: return "outlying_frames";
    case Cause::kFewFrames: return "few_frames";
  }
  return "unknown";
}

std::vector<std::string> outlying_frames(const Calibration& calibration, const Evaluation& evaluation) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < evaluation.frames.size(); ++j) {
    if (evaluation.frames[j].outlying) names.push_back(calibration.frames[j].name);
  }
  return names;
}

std::vector<Finding> find_causes(const Calibration& calibration, const Evaluation& evaluation,
                                 const VerdictThresholds& thresholds, const OptimumCheck* optimum, const Trust* trust) {
  std::vector<Finding> findings;
  const auto add = [&](std::optional<Finding> finding) {
    if (finding) findings.push_back(std::move(*finding));
  };
  std::optional<Finding> other;
  if (optimum != nullptr) other = difference(*optimum, thresholds);
  if (other && comes_first(*other, *optimum, thresholds)) add(std::exchange(other, std::nullopt));
  add(fold_over(evaluation));
  // What a bias costs comes before what it leaves in the residuals, unless that alone makes the judgement worse.
  std::optional<Finding> error = uncertain(evaluation, thresholds, trust);
  std::optional<Finding> bias = systematic(evaluation.bias, thresholds);
  const bool costs = error && error->cause == Cause::kTotalError;
  if (costs && (!bias || error->judgement >= bias->judgement)) add(std::exchange(error, std::nullopt));
  add(std::move(bias));
  add(std::move(other));
  add(std::move(error));
  if (std::vector<std::string> outlying = outlying_frames(calibration, evaluation); !outlying.empty()) {
    add(Finding{.cause = Cause::kOutlyingFrames, .frames = std::move(outlying)});
  }
  if (static_cast<double>(calibration.frames.size()) < thresholds.frames_good) {
    add(Finding{.cause = Cause::kFewFrames, .n_frames = calibration.frames.size()});
  }
  return findings;
}

}  // namespace fiducia
