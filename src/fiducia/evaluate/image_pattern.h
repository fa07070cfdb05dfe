#pragma once

#include "fiducia/evaluate/mapping_grid.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// What of the residuals follows the place in the image: a mean for every cell, corners by their weights.
struct ImagePattern {
  double squares = 0;    ///< of all residuals, px^2
  double explained = 0;  ///< of them, by the means, px^2
  int numbers = 0;       ///< coordinates of means: of pure noise they explain so many times its variance

  /// How often noise of this variance (px^2 per coordinate) would follow the place so much or more (chi^2); 0 where
  /// nothing is known of the noise. On the large side: poses and intrinsics have taken much of what noise would leave.
  [[nodiscard]] double chance(double variance) const;
};

[[nodiscard]] ImagePattern image_pattern(const Calibration& calibration, const GridOptions& cells);

}  // namespace fiducia
