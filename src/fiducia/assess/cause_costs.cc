#include "fiducia/assess/cause_costs.h"

#include <algorithm>
#include <cmath>

#include "fiducia/camera/model.h"

namespace fiducia {
namespace {

/// By how much less the camera is wrong without frames that do not belong to the others.
double gained_without_frames(const Trust& trust) {
  if (trust.without_frames.empty() || !(trust.explanation_px < trust.total_px)) return 0;
  return std::sqrt(trust.total_px * trust.total_px - trust.explanation_px * trust.explanation_px);
}

}  // namespace

void hold_costs_against(const Trust& trust, const Calibration& calibration, std::vector<ErrorCause>* causes) {
  const auto is_in_explanation = [&](CauseCode code) {
    switch (code) {
      case CauseCode::kLens: return !same_model(*trust.model, *calibration.model);
      case CauseCode::kTarget:
      case CauseCode::kTargetSize: return trust.target_shape != calibration.target.basis.shape();
      case CauseCode::kPupil: return trust.effects != calibration.effects.layout.effects();
      default: return true;
    }
  };
  std::vector<ErrorCause*> constant;  // the same in all frames
  for (ErrorCause& cause : *causes) {
    if (acts_in_frames(cause.code)) {
      cause.costs_px = std::min(cause.costs_px, trust.without_frames.empty() ? trust.total_px : trust.random_px);
    } else if (cause.code == CauseCode::kFrames) {
      cause.costs_px = std::min(cause.costs_px, trust.total_px);
    } else if (!cause.frames.empty()) {
      cause.costs_px = std::max(std::min(cause.costs_px, trust.systematic_px), gained_without_frames(trust));
    } else {
      cause.costs_px = is_in_explanation(cause.code) ? std::min(cause.costs_px, trust.systematic_px) : 0;
      if (cause.present && is_in_explanation(cause.code)) constant.push_back(&cause);
    }
  }
  // Step by step each may be lost in chance; all of them together are what the systematic part is.
  const auto costs = [](const ErrorCause* cause) { return cause->costs_px > 0; };
  if (constant.empty() || std::any_of(constant.begin(), constant.end(), costs)) return;
  (*std::max_element(constant.begin(), constant.end(), [](const ErrorCause* a, const ErrorCause* b) {
    return a->share < b->share;
  }))->costs_px = trust.systematic_px;
}

void hold_against_given(const Trust& trust, std::vector<ErrorCause>* causes) {
  double rest = 1;
  for (ErrorCause& cause : *causes) {
    if (cause.code != CauseCode::kGivenCamera || !cause.present) continue;
    cause.costs_px = std::min(cause.costs_px, trust.total_px);
    rest = 1 - cause.share;
  }
  for (ErrorCause& cause : *causes) {
    cause.costs_px = std::min(cause.costs_px, acts_in_frames(cause.code) ? trust.random_px : trust.total_px);
    if (cause.code == CauseCode::kGivenCamera) continue;
    cause.share *= rest;
    for (double& end : cause.share_ci95) end *= rest;
  }
}

}  // namespace fiducia
