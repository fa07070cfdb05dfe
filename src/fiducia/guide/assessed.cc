#include "fiducia/guide/assessed.h"

namespace fiducia {
namespace {

/// Whether an action is about something else than views.
bool is_about_more_than_views(ActionCode code) {
  return code != ActionCode::kNone && code != ActionCode::kNothingHelps && code != ActionCode::kTakeImages &&
         code != ActionCode::kTakeVariedImages;
}

}  // namespace

std::optional<Assessed> assessed_for(const Goal& goal, const Assessment& assessment) {
  if (!assessment.trust || !assessment.verdict) return std::nullopt;
  const Trust& trust = *assessment.trust;
  const Verdict& verdict = *assessment.verdict;
  Assessed assessed{
      {trust.random_px, trust.systematic_px, trust.bound95_px, trust.is_lower_bound, assessment.explanation},
      false,
      {}};
  assessed.sound = goal.is_at_95() ? verdict.judgement == Judgement::kGood : verdict.judgement != Judgement::kBad;
  if (is_about_more_than_views(verdict.action.code)) assessed.action = verdict.action;
  return assessed;
}

}  // namespace fiducia
