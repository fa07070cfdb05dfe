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
  std::vector<double> calibration_mm = {};  ///< by chance, after removing the rotation that fits best; row by row
  std::vector<double> noise_mm = {};
};

/// noise_px: of a coordinate of either camera.
[[nodiscard]] TriangulationMap triangulation_map(const RigCalibration& rig, const RigUncertainty& uncertainty,
                                                 std::size_t a, std::size_t b, double distance_m, double noise_a_px,
                                                 double noise_b_px, int columns = RigPairOptions().columns,
                                                 int rows = RigPairOptions().rows);

}  // namespace fiducia
