#pragma once

#include <string>
#include <vector>

#include "fiducia/io/json.h"

namespace fiducia::bench {

/// What the whole job costs, with the search for what is wrong: the total error and its causes. On all cores, as the
/// program runs it.
struct AssessResult {
  std::string what;  ///< is wrong
  int frames = 0;
  int corners = 0;      ///< per frame
  double assess_s = 0;  ///< assess() with its defaults
  double cpu_s = 0;     ///< of all threads
};

[[nodiscard]] std::vector<AssessResult> run_assess_cases(bool quick);

[[nodiscard]] std::string assess_lines(const std::vector<AssessResult>& results);
[[nodiscard]] Json assess_object(const std::vector<AssessResult>& results);

}  // namespace fiducia::bench
