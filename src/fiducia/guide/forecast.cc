#include "fiducia/guide/forecast.h"

namespace fiducia {
namespace {

/// The candidate that, with `a`, makes the criterion least; null where there is none.
const CandidateView* best_of(const std::vector<CandidateView>& candidates, const InformationState& information_state,
                             const Eigen::MatrixXd& a, Criterion criterion) {
  const CandidateView* best = nullptr;
  double least = 0;
  for (const CandidateView& candidate : candidates) {
    const double value = information_state.criterion(information_state.with_view(a, candidate.S), criterion);
    if (best == nullptr || value < least) {
      best = &candidate;
      least = value;
    }
  }
  return best;
}

}  // namespace

Forecast forecast(const InformationState& information_state, Outlook outlook,
                  const std::vector<CandidateView>& proposed, const std::vector<CandidateView>& candidates,
                  const Goal& goal, Criterion criterion, int most, const Progress& progress) {
  Forecast result;
  result.most = most;
  result.expected = outlook.expected();
  for (int taken = 0;; ++taken) {
    if (goal.met_by(result.expected)) {
      result.images = taken;
      return result;
    }
    if (taken == most) return result;
    require_go_on(progress);
    const auto next = static_cast<std::size_t>(taken);
    const CandidateView* view =
        next < proposed.size() ? &proposed[next] : best_of(candidates, information_state, outlook.a(), criterion);
    if (view == nullptr) return result;  // there is nothing to take
    outlook.take(*view);
    result.expected = outlook.expected();
  }
}

}  // namespace fiducia
