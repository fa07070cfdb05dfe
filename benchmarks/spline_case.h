#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/spline_job.h"
#include "benchmarks/stopwatch.h"
#include "fiducia/io/json.h"

namespace fiducia::bench {

/// A splined lens, calibrated by us and by mrcal: the same corners, the same place to begin, the same prior (mrcal's
/// own), one thread.
struct SplineResult {
  std::string model;
  int frames = 0;
  int corners = 0;  ///< per frame
  int iterations = 0;
  Elapsed ours;
  double peak_memory_mb = 0;      ///< of this process while ours ran
  std::optional<Elapsed> mrcal;   ///< nothing: it is not installed
  double mrcal_cost_ratio = 0;    ///< mrcal's cost over ours, prior included
  double rms_difference_px = 0;   ///< of the corners' projections
  double most_difference_px = 0;  ///< likewise, the largest
  SplineJob job;                  ///< the whole of it, each in its own way
};

[[nodiscard]] std::vector<SplineResult> run_spline_cases(bool quick);
/// Whether mrcal and we came to the same camera.
[[nodiscard]] bool agree(const SplineResult& result);

[[nodiscard]] std::string spline_lines(const std::vector<SplineResult>& results);
[[nodiscard]] Json spline_object(const std::vector<SplineResult>& results);

}  // namespace fiducia::bench
