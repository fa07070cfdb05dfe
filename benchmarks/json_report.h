#pragma once

#include <vector>

#include "benchmarks/machine.h"
#include "benchmarks/run_case.h"
#include "fiducia/io/json.h"

namespace fiducia::bench {

/// {"machine": {...}, "cases": [{"frames", "corners", "model", "seconds": {solver: s}, ...}], "evaluate": {}}; solvers
/// that were left out have no key.
[[nodiscard]] Json json_report(const Machine& machine, const std::vector<CaseResult>& results);

}  // namespace fiducia::bench
