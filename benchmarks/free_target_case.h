#pragma once

#include <string>
#include <vector>

#include "fiducia/io/json.h"

namespace fiducia::bench {

/// What a target of free shape costs, with its evaluation, and what the whole job costs with many views. On all cores,
/// as the program runs it.
struct FreeTargetResult {
  std::string what;
  std::string model;
  int frames = 0;
  int corners = 0;            ///< per frame
  int unknowns = 0;           ///< in the global block
  double calibrate_s = 0;     ///< calibrate_cleaned(): the search for outliers included
  double evaluate_s = 0;      ///< evaluate() with its defaults
  double assess_s = 0;        ///< assess(): both, and the search for a better explanation
  double peak_memory_mb = 0;  ///< of this process so far
};

[[nodiscard]] std::vector<FreeTargetResult> run_free_target_cases(bool quick);

[[nodiscard]] std::string free_target_lines(const std::vector<FreeTargetResult>& results);
[[nodiscard]] Json free_target_object(const std::vector<FreeTargetResult>& results);

}  // namespace fiducia::bench
