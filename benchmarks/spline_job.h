#pragma once

#include <memory>
#include <optional>
#include <string>

#include "benchmarks/stopwatch.h"
#include "fiducia/data/observations.h"

namespace fiducia::bench {

/// From corners to a splined lens with the target's warp, outliers left out: what one waits for, initial values and
/// all.
struct SplineJob {
  Elapsed ours;
  std::optional<double> mrcal_cpu_s;  ///< of mrcal-calibrate-cameras; nothing: it is not installed
  double difference_px = 0;           ///< between the two cameras, RMS over the image per coordinate
};

/// model: with its field of view, spline:20x14:150. Throws a std::runtime_error where either fails.
[[nodiscard]] SplineJob run_spline_job(const std::shared_ptr<const Observations>& observations,
                                       const std::string& model);

}  // namespace fiducia::bench
