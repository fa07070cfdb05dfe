#include "fiducia/guide/guide.h"

#include "fiducia/assess/verdict_thresholds.h"
#include "fiducia/core/error.h"
#include "fiducia/guide/seen_limits.h"
#include "fiducia/guide/view_in_words.h"

namespace fiducia {
namespace {

/// Squares of half a metre are given in another unit than metres, and so would distances be.
constexpr double kLargestSquare_m = 0.5;

std::vector<Suggestion> suggestions_of(const std::vector<CandidateView>& views, const PlanningCamera& plan,
                                       const Board& board, Outlook outlook) {
  std::vector<Suggestion> suggestions;
  for (const CandidateView& view : views) {
    Suggestion suggestion{view.placement, view.view.camera_from_target, view.view.corners, {}, {}, {}};
    suggestion.outline = outline_of(suggestion.camera_from_target, plan.camera, board);
    suggestion.words = view_in_words(view.placement, plan.camera, board,
                                     {.distance_known = plan.lens_known && board.spacing_m < kLargestSquare_m});
    outlook.take(view);
    if (!plan.guessed) suggestion.expected = outlook.expected();
    suggestions.push_back(std::move(suggestion));
  }
  return suggestions;
}

/// Nothing where no frame shows a whole tile.
std::optional<BiasRatio> judged_bias_ratio(const Calibration& calibration, const GuideOptions& options) {
  try {
    return bias_ratio(calibration, {.resamples = 0, .threads = options.threads, .progress = options.progress});
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    return std::nullopt;
  }
}

}  // namespace

Guidance guide(const Calibration& calibration, const GuideOptions& options) {
  Guidance guidance;
  guidance.criterion = options.criterion;
  guidance.image_size = calibration.observations->image_size;
  guidance.progress.frames =
      static_cast<int>(calibration.converged() ? calibration.frames.size() : calibration.observations->frames.size());
  InformationStateOptions state_options = options.information_state;
  state_options.progress = options.progress;
  const PlanningCamera plan = planning_camera(calibration, state_options);
  Board board = board_of(calibration.observations->target, calibration.target.points);
  face_as_seen(plan.poses, &board);
  const std::optional<KnownTotal> known = options.assessed ? std::optional(options.assessed->total) : std::nullopt;
  if (calibration.converged()) {
    const InformationState own =
        plan.guessed ? information_state_of(calibration, state_options) : plan.information_state;
    guidance.progress.expected = Outlook(own, *calibration.camera, board, known).expected();
    if (options.judge_bias) guidance.bias = judged_bias_ratio(calibration, options);
  } else {
    guidance.progress.problem = calibration.message;
  }
  const bool comparable = static_cast<std::size_t>(guidance.progress.frames) >= kFewestFrames;
  if (!comparable) guidance.progress.expected.reset();  // nothing tells how much images disagree
  constexpr int kFewestForBias = 5;                     // below, the first thing to do is to take more
  if (guidance.bias && guidance.progress.frames >= kFewestForBias) {
    guidance.progress.biased = is_biased(*guidance.bias);
    guidance.progress.eps_px = guidance.bias->headline().eps_px;
  }
  if (options.assessed) {
    guidance.progress.sound = options.assessed->sound;
    guidance.progress.systematic_px = options.assessed->total.systematic_px;
    guidance.action = options.assessed->action;
    guidance.progress.has_remedy = guidance.action.has_value();
    guidance.progress.is_lower_bound = options.assessed->total.is_lower_bound;
  }
  ProposeOptions propose{options.criterion, options.limits,  options.candidates, options.refined,
                         options.seed,      options.threads, options.progress};
  if (plan.lens_known) propose.limits = limits_as_seen(options.limits, plan.poses, board);
  const std::vector<CandidateView> candidates = draw_candidates(plan.camera, board, propose);
  const Outlook outlook(plan.information_state, plan.camera, board, plan.guessed ? std::nullopt : known);
  const std::vector<CandidateView> proposed =
      propose_views(plan.information_state, plan.camera, board, options.suggestions, propose, candidates);
  guidance.suggestions = suggestions_of(proposed, plan, board, outlook);
  if (!comparable) {
    for (Suggestion& suggestion : guidance.suggestions) suggestion.expected.reset();
  }
  if (options.forecast_most > 0 && !plan.guessed && comparable) {
    guidance.forecast = forecast(plan.information_state, outlook, proposed, candidates, options.goal, options.criterion,
                                 options.forecast_most, options.progress);
  }
  guidance.advice = advise(guidance.progress, options.goal, guidance.forecast);
  return guidance;
}

void add_remedy(std::string remedy, const Goal& goal, Guidance* guidance) {
  guidance->progress.has_remedy = !remedy.empty();
  guidance->progress.remedy = std::move(remedy);
  guidance->advice = advise(guidance->progress, goal, guidance->forecast);
}

}  // namespace fiducia
