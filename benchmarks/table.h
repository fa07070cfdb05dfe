#pragma once

#include <string>
#include <vector>

#include "benchmarks/machine.h"
#include "benchmarks/run_case.h"

namespace fiducia::bench {

[[nodiscard]] std::string machine_lines(const Machine& machine);

/// One case: who took how long, how much longer than we did (CPU time; every solver has one thread, so that on an idle
/// machine this is the wall's too), where everyone ended.
[[nodiscard]] std::string case_table(const CaseResult& result);

/// How our time grows with the frames; empty where there is nothing to compare.
[[nodiscard]] std::string growth_lines(const std::vector<CaseResult>& results);

/// A warning where other programs took the processors away; empty where not.
[[nodiscard]] std::string load_lines(const std::vector<CaseResult>& results);

}  // namespace fiducia::bench
