#pragma once

#include <vector>

#include "fiducia/assess/select_rig.h"

namespace fiducia {

/// A row of the table with what it is compared by; null where it has a problem.
struct TriedRig {
  RigSelectEntry entry;
  RigExplanationPtr explanation = {};
};

/// Holds the rows of the table against each other and recommends one, see select_rig(); the reason is left open. own:
/// the assessment with each camera's own choice.
[[nodiscard]] RigSelection compare_rigs(std::vector<TriedRig> tried, const RigAssessment& own,
                                        const RigSelectOptions& options);

/// How the rig with each camera's own choice is assessed.
[[nodiscard]] RigAssessOptions own_choice_options(const RigSelectOptions& options);

}  // namespace fiducia
