#pragma once

#include <vector>

#include "benchmarks/assess_case.h"
#include "benchmarks/evaluate_case.h"
#include "benchmarks/free_target_case.h"
#include "benchmarks/guide_case.h"
#include "benchmarks/machine.h"
#include "benchmarks/rig_case.h"
#include "benchmarks/run_case.h"
#include "benchmarks/spline_case.h"
#include "fiducia/io/json.h"

namespace fiducia::bench {

/// {"machine": {...}, "cases": [{"frames", "corners", "model", "seconds": {solver: s}, ...}], "evaluate":
/// {model: {"calibrate_s", "evaluate_s", ...}}, "guide": {"update_s", ...}, "free_targets": [...], "assess": [...],
/// "splines": [...]}; solvers that were left out have no key.
[[nodiscard]] Json json_report(const Machine& machine, const std::vector<CaseResult>& results,
                               const std::vector<EvaluateResult>& evaluations, const GuideResult& guided,
                               const std::vector<FreeTargetResult>& free_targets,
                               const std::vector<AssessResult>& assessments, const std::vector<SplineResult>& splines,
                               const std::vector<RigResult>& rigs);

}  // namespace fiducia::bench
