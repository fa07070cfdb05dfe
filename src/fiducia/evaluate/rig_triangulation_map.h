#pragma once

#include <vector>

#include "fiducia/evaluate/rig_pair.h"

namespace fiducia {

/// The error of triangulated points over the first camera's image: per cell, in mm; NaN where the second camera does
/// not see the point. The root mean square over the cells is what TriangulationError tells of the whole.
struct TriangulationMap {
  double distance_m = 0;
  int columns = 0;
  int rows = 0;
  std::vector<double> calibration_mm = {};  ///< after removing the rotation that fits best; row by row
  std::vector<double> noise_mm = {};
};

/// error: what the pair has at that distance, in its two parts; the random one is spread over the image as instants
/// pull at it, the systematic one as the best explanation (null: none) sees the points elsewhere. noise_px: of a
/// coordinate of either camera.
[[nodiscard]] TriangulationMap triangulation_map(const InfluencedRig& rig, const RigGeometry* best, std::size_t a,
                                                 std::size_t b, const TriangulationError& error, double noise_a_px,
                                                 double noise_b_px, int columns = RigPairOptions().columns,
                                                 int rows = RigPairOptions().rows);

}  // namespace fiducia
