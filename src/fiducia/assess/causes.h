#pragma once

#include <vector>

#include "fiducia/assess/error_cause.h"
#include "fiducia/evaluate/find_explanation.h"

namespace fiducia {

/// All causes, those that are present first and the most expensive ones before. lean: the
/// calibration that is judged; found: what find_explanations() gave for it.
[[nodiscard]] std::vector<ErrorCause> causes_of(const Explanation& lean, const FoundExplanations& found,
                                                const ExplanationOptions& options = {});

/// Those that are present first, the most expensive ones before.
void sort_by_cost(std::vector<ErrorCause>* causes);

}  // namespace fiducia
