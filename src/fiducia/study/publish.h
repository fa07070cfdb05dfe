#pragma once

#include <string>
#include <vector>

#include "fiducia/io/json.h"
#include "fiducia/study/study.h"

namespace fiducia {

/// A study that was run.
struct FinishedStudy {
  const Study* study = nullptr;
  StudyResult result;
  std::uint64_t seed = 0;
  int datasets = 0;
  double seconds = 0;
};

/// With its 95% interval where the data sets tell one.
[[nodiscard]] std::string value_words(const Claim& claim);

/// holds, does not hold, undecided, too few data sets, or not measured.
[[nodiscard]] std::string outcome_of(const Claim& claim);

/// Claims, values, intervals, and whether they hold (null: the interval reaches over the limit).
[[nodiscard]] Json study_object(const FinishedStudy& finished);

/// What the paper says and what was measured, side by side; figures are linked as FIGURES/NAME.svg.
[[nodiscard]] std::string studies_markdown(const std::vector<FinishedStudy>& finished, const std::string& figures);

/// The same as one HTML file with the figures in it.
[[nodiscard]] std::string studies_html(const std::vector<FinishedStudy>& finished);

}  // namespace fiducia
