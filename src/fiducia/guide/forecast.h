#pragma once

#include <optional>
#include <vector>

#include "fiducia/guide/goal.h"
#include "fiducia/guide/outlook.h"

namespace fiducia {

/// How many more images a goal takes.
struct Forecast {
  std::optional<int> images;  ///< nothing: not within `most`
  int most = 0;
  ExpectedMapping expected;  ///< after that many, or after `most`
};

/// Takes the views that are proposed and then the best of the candidates one after another, on paper, until the goal is
/// met. Optimistic: it assumes that every view is taken exactly where it is proposed and that every corner is found; a
/// person who follows roughly will need some more. `outlook`: of what is known before the first of them.
[[nodiscard]] Forecast forecast(const InformationState& information_state, Outlook outlook,
                                const std::vector<CandidateView>& proposed,
                                const std::vector<CandidateView>& candidates, const Goal& goal, Criterion criterion,
                                int most = 50, const Progress& progress = {});

}  // namespace fiducia
