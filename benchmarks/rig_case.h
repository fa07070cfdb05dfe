#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/stopwatch.h"
#include "fiducia/io/json.h"

namespace fiducia::bench {

/// A peer that calibrated the same pair.
struct RigPeer {
  Elapsed elapsed;
  double baseline_m = 0;
  double angle_rad = 0;  ///< between its rotation and ours
  double rmse_px = 0;    ///< per coordinate
};

/// A pair of cameras from its corners alone, by us, by OpenCV's stereoCalibrate (both calibrate each camera first) and
/// by mrcal, which begins where each camera by itself ended. One thread.
struct RigResult {
  int instants = 0;
  int corners = 0;  ///< per view
  Elapsed ours;
  double baseline_m = 0;
  double rmse_px = 0;
  RigPeer opencv;
  RigPeer joint;                 ///< our joint step alone, from where mrcal begins; the quickest of five runs
  std::optional<RigPeer> mrcal;  ///< likewise; nothing: it is not installed
};

[[nodiscard]] std::vector<RigResult> run_rig_cases(bool quick);
/// Whether the peers came to the same pair.
[[nodiscard]] bool agree(const RigResult& result);

[[nodiscard]] std::string rig_lines(const std::vector<RigResult>& results);
[[nodiscard]] Json rig_results_object(const std::vector<RigResult>& results);

}  // namespace fiducia::bench
