#include "fiducia/assess/rig_verdict.h"

#include <algorithm>
#include <cmath>

#include "fiducia/assess/rig_assessment.h"

namespace fiducia {
namespace {

Judgement judged(const RigError& error, double tolerance_px) {
  if (error.bound95 <= tolerance_px) return Judgement::kGood;
  return error.total <= tolerance_px ? Judgement::kUsable : Judgement::kBad;
}

RigVerdictFinding about(RigCause cause, std::vector<std::size_t> cameras, const RigError& error, double tolerance_px) {
  return {.cause = cause,
          .judgement = judged(error, tolerance_px),
          .cameras = std::move(cameras),
          .px = error.bound95,
          .total_px = error.total,
          .systematic_px = error.systematic};
}

/// The consistency that counts: where a better explanation makes one rig of the instants, what it costs to do without
/// is in the errors.
const RigConsistency& consistency_that_counts(const RigAssessment& rig) {
  // What is wrong in single instants, or from one on, effects that differ from instant to instant would take for
  // theirs.
  const bool many = rig.consistency.finding == RigFinding::kManyInstants;
  return many && rig.best_consistency && rig.best_consistency->is_one_rig() ? *rig.best_consistency : rig.consistency;
}

std::vector<RigVerdictFinding> find_all(const RigAssessment& rig, double tolerance_px,
                                        const VerdictThresholds& thresholds) {
  std::vector<RigVerdictFinding> findings;
  const RigConsistency& consistency = consistency_that_counts(rig);
  if (!consistency.is_one_rig()) {
    const bool some_only = consistency.finding == RigFinding::kFewInstants;
    findings.push_back({.cause = RigCause::kNotOneRig,
                        .judgement = some_only ? Judgement::kUsable : Judgement::kBad,
                        .px = consistency.misfit_px});
  }
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
    const RigCameraAssessment& camera = rig.cameras[c];
    findings.push_back(about(RigCause::kCamera, {c}, camera.error, tolerance_px));
    if (camera.without_ray > thresholds.without_ray_good) {
      findings.push_back(
          {.cause = RigCause::kNoRay,
           .judgement = camera.without_ray > thresholds.without_ray_bad ? Judgement::kBad : Judgement::kUsable,
           .cameras = {c},
           .without_ray = camera.without_ray});
    }
    const bool open =
        camera.left_ratio > thresholds.bias_ratio_open && camera.left_eps_px > thresholds.bias_px_negligible;
    if (camera.is_lower_bound || open) {
      findings.push_back({.cause = RigCause::kUnexplained,
                          .judgement = Judgement::kUsable,
                          .cameras = {c},
                          .px = camera.left_eps_px,
                          .ratio = camera.left_ratio});
    }
  }
  for (const RigPair& pair : rig.pairs) {
    if (pair.row_points > 0) findings.push_back(about(RigCause::kRows, {pair.a, pair.b}, pair.rows, tolerance_px));
  }
  if (static_cast<double>(rig.calibration.instants.size()) < thresholds.frames_good) {
    findings.push_back({.cause = RigCause::kFewInstants, .judgement = Judgement::kUsable});
  }
  return findings;
}

/// What the best explanation would make of a camera or a pair.
double best_total_px(const RigAssessment& rig, const RigVerdictFinding& finding) {
  if (finding.cause == RigCause::kCamera) return rig.cameras[finding.cameras.front()].best_total_px;
  for (const RigPair& pair : rig.best_pairs) {
    if (pair.a == finding.cameras[0] && pair.b == finding.cameras[1]) return pair.rows.total;
  }
  return finding.total_px;
}

RigAction take_best(const RigAssessment& rig, const RigVerdictFinding& worst) {
  RigAction action{.code = RigActionCode::kTakeParts};
  const RigParts parts = rig.best->parts();
  const RigCalibration& now = rig.calibration;
  bool other_lens = false;
  for (std::size_t c = 0; c < parts.models.size(); ++c) {
    other_lens = other_lens || !same_model(*parts.models[c], now.cameras[c].camera.model());
  }
  if (other_lens) {
    for (const auto& model : parts.models) action.models.emplace_back(model->info().name);
  }
  if (parts.shape != now.target.basis.shape()) action.target_shape = parts.shape;
  action.effects = parts.effects;
  action.expected_total_px = best_total_px(rig, worst);
  return action;
}

/// More of what there is lowers what chance makes of it.
RigAction take_views(const RigAssessment& rig, const RigVerdictFinding& worst, double tolerance_px) {
  RigAction action{.code = RigActionCode::kTakeViews, .cameras = worst.cameras};
  const double random =
      std::sqrt(std::max(0.0, worst.total_px * worst.total_px - worst.systematic_px * worst.systematic_px));
  const double factor = worst.px / tolerance_px;
  const auto now = static_cast<double>(rig.calibration.instants.size());
  const double more = std::min(now * (factor * factor - 1), 3 * now);
  action.instants_more = std::max(5, static_cast<int>(std::ceil(more)));
  const double then = now / (now + action.instants_more);
  action.expected_total_px = std::sqrt(then * random * random + worst.systematic_px * worst.systematic_px);
  return action;
}

RigAction choose_rig_action(const RigAssessment& rig, const RigVerdict& verdict, double tolerance_px,
                            const VerdictThresholds& thresholds) {
  const RigConsistency& consistency = consistency_that_counts(rig);
  switch (consistency.finding) {
    case RigFinding::kShiftedFrames: return {.code = RigActionCode::kPairFrames};
    case RigFinding::kMovedMount: return {.code = RigActionCode::kFixMount};
    case RigFinding::kFewInstants:
      return {.code = RigActionCode::kLeaveOutInstants, .instants = consistency.deviating()};
    case RigFinding::kManyInstants: return {.code = RigActionCode::kTriggerTogether};
    case RigFinding::kOneRig:
    case RigFinding::kSmallMisfit: break;
  }
  const RigVerdictFinding* worst = weakest(verdict.findings);
  if (worst == nullptr) return {.code = RigActionCode::kNothingHelps};
  constexpr double kWorthIt = 0.95;
  const bool better = rig.best && best_total_px(rig, *worst) < kWorthIt * worst->total_px;
  if (better && verdict.judgement != Judgement::kGood) {
    if (!rig.is_given) return take_best(rig, *worst);
    return {.code = RigActionCode::kRecalibrate, .expected_total_px = best_total_px(rig, *worst)};
  }
  const auto instants = static_cast<double>(rig.calibration.instants.size());
  if (worst->judgement == Judgement::kGood && instants < thresholds.frames_good) {
    return {.code = RigActionCode::kTakeViews,
            .cameras = worst->cameras,
            .expected_total_px = worst->total_px,
            .instants_more = static_cast<int>(std::ceil(thresholds.frames_good - instants))};
  }
  for (const RigVerdictFinding& finding : verdict.findings) {
    if (worst->judgement != Judgement::kGood || finding.cause != RigCause::kNoRay) continue;
    constexpr int kSome = 5;
    return {.code = RigActionCode::kTakeViews,
            .cameras = finding.cameras,
            .expected_total_px = worst->total_px,
            .instants_more = kSome};
  }
  if (worst->judgement == Judgement::kGood) {
    return {.code = verdict.judgement == Judgement::kGood ? RigActionCode::kNone : RigActionCode::kNothingHelps};
  }
  return take_views(rig, *worst, tolerance_px);
}

}  // namespace

const RigVerdictFinding* weakest(const std::vector<RigVerdictFinding>& findings) {
  const RigVerdictFinding* worst = nullptr;
  for (const RigVerdictFinding& finding : findings) {
    if (finding.cause != RigCause::kCamera && finding.cause != RigCause::kRows) continue;
    if (worst == nullptr || finding.px > worst->px) worst = &finding;
  }
  return worst;
}

std::string_view to_string(RigCause cause) {
  switch (cause) {
    case RigCause::kNotOneRig: return "not_one_rig";
    case RigCause::kCamera: return "camera";
    case RigCause::kRows: return "rows";
    case RigCause::kUnexplained: return "unexplained";
    case RigCause::kNoRay: return "no_ray";
    case RigCause::kFewInstants: return "few_instants";
  }
  return "unknown";
}

std::string_view to_string(RigActionCode code) {
  switch (code) {
    case RigActionCode::kNone: return "none";
    case RigActionCode::kNothingHelps: return "nothing_helps";
    case RigActionCode::kPairFrames: return "pair_frames";
    case RigActionCode::kFixMount: return "fix_mount";
    case RigActionCode::kLeaveOutInstants: return "leave_out_instants";
    case RigActionCode::kTriggerTogether: return "trigger_together";
    case RigActionCode::kTakeParts: return "take_parts";
    case RigActionCode::kRecalibrate: return "recalibrate";
    case RigActionCode::kTakeViews: return "take_views";
  }
  return "unknown";
}

RigVerdict rig_verdict(const RigAssessment& rig, double tolerance_px, const VerdictThresholds& thresholds) {
  RigVerdict verdict;
  verdict.findings = find_all(rig, tolerance_px, thresholds);
  std::stable_sort(verdict.findings.begin(), verdict.findings.end(), [](const auto& a, const auto& b) {
    const auto size = [](const RigVerdictFinding& one) { return std::isnan(one.px) ? 0 : one.px; };
    const auto apart = [](const RigVerdictFinding& one) { return one.cause == RigCause::kNotOneRig; };
    if (a.judgement != b.judgement) return a.judgement > b.judgement;
    return apart(a) != apart(b) ? apart(a) : size(a) > size(b);
  });
  if (!verdict.findings.empty()) verdict.judgement = verdict.findings.front().judgement;
  verdict.action = choose_rig_action(rig, verdict, tolerance_px, thresholds);
  return verdict;
}

}  // namespace fiducia
