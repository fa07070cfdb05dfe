#include "fiducia/guide/rig_guide.h"

#include <algorithm>
#include <numeric>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/guide/placement_search.h"
#include "fiducia/guide/propose.h"
#include "fiducia/guide/seen_limits.h"

namespace fiducia {
namespace {

using Eigen::MatrixXd;

/// How each camera saw the board.
std::vector<std::vector<Pose>> poses_by_camera(const RigCalibration& rig) {
  std::vector<std::vector<Pose>> poses(rig.cameras.size());
  for (const InstantFit& instant : rig.instants) {
    for (const RigView& view : instant.views) {
      poses[view.camera].push_back(rig.cameras[view.camera].camera_from_rig * instant.rig_from_target);
    }
  }
  return poses;
}

PlannedRig planned_rig(const RigCalibration& rig, const ViewLimits& limits) {
  PlannedRig planned{rig_geometry(rig), board_of(rig.observations->target, target_points(rig)), {}};
  const std::vector<std::vector<Pose>> poses = poses_by_camera(rig);
  std::vector<Pose> all;
  for (const auto& one : poses) all.insert(all.end(), one.begin(), one.end());
  face_as_seen(all, &planned.board);
  for (const auto& one : poses) planned.limits.push_back(limits_as_seen(limits, one, planned.board));
  return planned;
}

/// The board anywhere before each of the cameras.
std::vector<PlannedInstant> draw_instants(const PlannedRig& rig, const RigGuideOptions& options) {
  std::vector<PlannedInstant> instants;
  const std::size_t cameras = rig.geometry.cameras.size();
  for (std::size_t c = 0; c < cameras; ++c) {
    ProposeOptions how;
    how.limits = rig.limits[c];
    how.candidates = std::max(1, options.candidates / static_cast<int>(cameras));
    how.seed = options.seed + c;
    how.threads = options.threads;
    how.progress = options.progress;
    const Pose rig_from_camera = rig.geometry.camera_from_rig[c].inverse();
    for (const CandidateView& view : draw_candidates(rig.geometry.cameras[c], rig.board, how)) {
      PlannedInstant instant = instant_at(rig_from_camera * view.view.camera_from_target, rig);
      if (!instant.views.empty()) instants.push_back(std::move(instant));
    }
  }
  parallel_for(instants.size(), options.threads, [&](std::size_t i) {
    if (auto s = instant_information(instants[i], rig.geometry, rig.board)) instants[i].S = std::move(*s);
  });
  std::erase_if(instants, [](const PlannedInstant& instant) { return instant.S.size() == 0; });
  return instants;
}

/// The greedy choice of the next instant.
class NextInstant {
 public:
  NextInstant(const PlannedRig& rig, const RigInformation& information, const RigOutlook& outlook,
              const RigGuideOptions& options)
      : rig_(rig), information_(information), outlook_(outlook), options_(options) {}

  /// The best of the candidates for what is weakest, refined; passes over those that are held as one of `taken`.
  [[nodiscard]] std::optional<PlannedInstant> after(const MatrixXd& a, const std::vector<PlannedInstant>& candidates,
                                                    const std::vector<PlannedInstant>& taken, int refined) const {
    const std::size_t aspect = RigOutlook::weakest(outlook_.expected(a));
    const auto score = [&](const PlannedInstant& instant) {
      return outlook_.expected(information_.with_instant(a, instant.S), aspect).total_px;
    };
    std::vector<double> scores(candidates.size());
    SharedProgress shared(options_.progress);
    parallel_for(candidates.size(), options_.threads, [&](std::size_t i) {
      shared.require_go_on();
      scores[i] = score(candidates[i]);
    });
    std::vector<std::size_t> order(candidates.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return scores[i] < scores[j]; });
    const auto is_taken = [&](const PlannedInstant& instant) {
      return std::any_of(taken.begin(), taken.end(),
                         [&](const PlannedInstant& other) { return held_alike(instant, other, rig_); });
    };
    std::erase_if(order, [&](std::size_t i) { return is_taken(candidates[i]); });
    if (order.empty()) return std::nullopt;
    if (refined < 1) return candidates[order.front()];
    order.resize(std::min(order.size(), static_cast<std::size_t>(refined)));
    std::vector<Scored> best(order.size());
    parallel_for(order.size(), options_.threads, [&](std::size_t k) {
      shared.require_go_on();
      const PlannedInstant& start = candidates[order[k]];
      const std::size_t camera = start.views.front().camera;
      const auto at = [&](const Placement& placement) -> std::optional<Scored> {
        std::optional<PlannedInstant> there = held_at(placement, camera);
        if (!there || is_taken(*there)) return std::nullopt;
        const double value = score(*there);
        return Scored{std::move(*there), value};
      };
      best[k] = searched(Scored{start, scores[order[k]]}, rig_.geometry.cameras[camera].image_size(), at);
    });
    return std::min_element(best.begin(), best.end(),
                            [](const Scored& x, const Scored& y) { return x.score < y.score; })
        ->instant;
  }

 private:
  struct Scored {
    PlannedInstant instant;
    double score = 0;
    [[nodiscard]] const Placement& placement() const { return instant.placement(); }
  };

  /// The first camera that sees the board stays the same: its image is what the words are about.
  [[nodiscard]] std::optional<PlannedInstant> held_at(const Placement& placement, std::size_t camera) const {
    const std::optional<Pose> pose = pose_of(placement, rig_.geometry.cameras[camera], rig_.board);
    if (!pose) return std::nullopt;
    PlannedInstant instant = instant_at(rig_.geometry.camera_from_rig[camera].inverse() * *pose, rig_);
    if (instant.views.empty() || instant.views.front().camera != camera) return std::nullopt;
    auto s = instant_information(instant, rig_.geometry, rig_.board);
    if (!s) return std::nullopt;
    instant.S = std::move(*s);
    return instant;
  }

  const PlannedRig& rig_;
  const RigInformation& information_;
  const RigOutlook& outlook_;
  const RigGuideOptions& options_;
};

RigSuggestion suggestion_of(const PlannedInstant& instant, const PlannedRig& rig,
                            const std::vector<std::string>& names) {
  RigSuggestion suggestion{instant.rig_from_target, instant_in_words(instant, rig, names), {}, {}, {}};
  for (const PlannedView& view : instant.views) {
    Suggestion seen{view.placement, view.view.camera_from_target, view.view.corners, {}, {}, {}};
    seen.outline = outline_of(seen.camera_from_target, rig.geometry.cameras[view.camera], rig.board);
    suggestion.cameras.push_back(view.camera);
    suggestion.views.push_back(std::move(seen));
  }
  return suggestion;
}

bool all_within(const std::vector<RigExpected>& expected, const Goal& goal) {
  return std::all_of(expected.begin(), expected.end(), [&](const RigExpected& one) {
    return (goal.is_at_95() ? one.bound95_px : one.total_px) <= goal.px;
  });
}

RigForecast forecast_of(MatrixXd a, const std::vector<PlannedInstant>& proposed,
                        const std::vector<PlannedInstant>& candidates, const NextInstant& next,
                        const RigInformation& information, const RigOutlook& outlook, const RigGuideOptions& options) {
  RigForecast forecast;
  forecast.most = options.forecast_most;
  for (int taken = 0;; ++taken) {
    forecast.expected = outlook.expected(a);
    if (all_within(forecast.expected, options.goal)) forecast.instants = taken;
    if (forecast.instants || taken == forecast.most) return forecast;
    const auto k = static_cast<std::size_t>(taken);
    const std::optional<PlannedInstant> one =
        k < proposed.size() ? std::optional(proposed[k]) : next.after(a, candidates, {}, 0);
    if (!one) return forecast;
    a = information.with_instant(a, one->S);
  }
}

NextStep step_of(const RigAssessment& rig, const std::vector<RigExpected>& now, const Goal& goal) {
  const bool sound =
      goal.is_at_95() ? rig.verdict.judgement == Judgement::kGood : rig.verdict.judgement != Judgement::kBad;
  const bool enough = static_cast<int>(rig.calibration.instants.size()) >= kFewestToStop;
  if (all_within(now, goal) && sound && enough) return NextStep::kEnough;
  switch (rig.verdict.action.code) {
    case RigActionCode::kNone:
    case RigActionCode::kTakeViews:
    case RigActionCode::kNothingHelps: return NextStep::kMoreViews;
    default: return NextStep::kRemoveBias;
  }
}

void check_options(const RigGuideOptions& options) {
  if (!options.goal.is_about_total()) {
    throw Error(ErrorCode::kBadOption,
                "of a rig the goal is bound95_px=X or total_px=X, not " + to_string(options.goal));
  }
  if (options.suggestions < 0) throw Error(ErrorCode::kBadOption, "the number of suggestions must not be negative");
}

}  // namespace

RigGuidance guide_rig(const RigAssessment& rig, const RigGuideOptions& options) {
  check_options(options);
  require_converged(rig.calibration, "guidance");
  if (rig.is_given) {
    throw Error(ErrorCode::kBadOption,
                "guidance is for a rig that was calibrated from these views, not for a given one");
  }
  const PlannedRig planned = planned_rig(rig.calibration, options.limits);
  const RigInformation information = rig_information(rig.calibration, planned.board);
  const RigOutlook outlook(rig, information);
  std::vector<std::string> names;
  for (const RigCameraFit& camera : rig.calibration.cameras) names.push_back(camera.name);
  RigGuidance guidance;
  guidance.instants = static_cast<int>(rig.calibration.instants.size());
  guidance.aspects = outlook.aspects();
  std::vector<RigExpected> now;
  for (const RigAspect& aspect : guidance.aspects) now.push_back(aspect.now);
  guidance.weakest = RigOutlook::weakest(now);
  guidance.step = step_of(rig, now, options.goal);
  const std::vector<PlannedInstant> candidates = draw_instants(planned, options);
  const NextInstant next(planned, information, outlook, options);
  std::vector<PlannedInstant> proposed;
  MatrixXd a = information.A;
  for (int i = 0; i < options.suggestions; ++i) {
    std::optional<PlannedInstant> one = next.after(a, candidates, proposed, options.refined);
    if (!one) break;
    a = information.with_instant(a, one->S);
    guidance.suggestions.push_back(suggestion_of(*one, planned, names));
    guidance.suggestions.back().expected = outlook.expected(a);
    proposed.push_back(std::move(*one));
  }
  if (options.forecast_most > 0) {
    guidance.forecast = forecast_of(information.A, proposed, candidates, next, information, outlook, options);
  }
  return guidance;
}

}  // namespace fiducia
