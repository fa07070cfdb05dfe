#pragma once

#include <optional>
#include <string>

#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/evaluate/select.h"

namespace fiducia {

// What comparing models, or cameras, says in a few lines for people.

[[nodiscard]] std::string selection_table(const Selection& selection);
[[nodiscard]] std::string difference_summary(const MappingDifference& difference, const Camera& reference,
                                             const Camera& other);
/// Whether that is more than the two calibrations' 95% bounds allow, px, a length; empty where these are not known.
[[nodiscard]] std::string significance_summary(const MappingDifference& difference, std::optional<double> expected_px);

}  // namespace fiducia
