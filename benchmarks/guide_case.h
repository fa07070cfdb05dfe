#pragma once

#include <string>

#include "benchmarks/problem.h"
#include "fiducia/io/json.h"

namespace fiducia::bench {

/// What one update of the guidance costs: an image more, and the next view to take. One thread.
struct GuideResult {
  CaseSize size;  ///< frames: those before the new one
  int candidates = 0;
  double add_s = 0;       ///< the frame joins and all unknowns move to the new minimum
  double propose_s = 0;   ///< the candidates are drawn and scored, the best improved
  double update_s = 0;    ///< both
  double bias_s = 0;      ///< what the bias ratio adds where a verdict is wanted too
  double forecast_s = 0;  ///< what a forecast of fifty views adds
};

[[nodiscard]] GuideResult run_guide_case(bool quick);

[[nodiscard]] std::string guide_lines(const GuideResult& result);
[[nodiscard]] Json guide_object(const GuideResult& result);

}  // namespace fiducia::bench
