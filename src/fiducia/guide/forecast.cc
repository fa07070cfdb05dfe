#include "fiducia/guide/forecast.h"

namespace fiducia {

Forecast forecast(const InformationState& information_state, Eigen::MatrixXd a,
                  const std::vector<CandidateView>& candidates, const Goal& goal, Criterion criterion, int most,
                  const Progress& progress) {
  Forecast result;
  result.most = most;
  result.expected = information_state.expected(a);
  for (int taken = 0;; ++taken) {
    if (goal.met_by(result.expected)) {
      result.images = taken;
      return result;
    }
    if (taken == most) return result;
    require_go_on(progress);
    const CandidateView* best = nullptr;
    double least = 0;
    for (const CandidateView& candidate : candidates) {
      const double value = information_state.criterion(a + candidate.S, criterion);
      if (best == nullptr || value < least) {
        best = &candidate;
        least = value;
      }
    }
    if (best == nullptr) return result;  // there is nothing to take
    a += best->S;
    result.expected = information_state.expected(a);
  }
}

}  // namespace fiducia
