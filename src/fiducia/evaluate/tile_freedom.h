#pragma once

#include "fiducia/evaluate/tile_fits.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// Degrees of freedom of the residuals of the corners that lie in tiles.
struct TileFreedom {
  double within = 0;   ///< left when every tile has a pose of its own
  double between = 0;  ///< what a frame's one pose leaves more than that
};

/// With a known target, 8 coordinates less 6 of a pose per tile (docs/method.md 3), the few intrinsics neglected:
/// within = 2 n and between = 6 (n - F') for n tiles in F' frames. A shape that was estimated from the same corners, or
/// the knots of a splined lens, have explained part of both: where A is the information on the global parameters and T
/// the part of it that is left when every tile has its own pose, trace(A^-1 T) of what is within.
[[nodiscard]] TileFreedom tile_freedom(const Calibration& calibration, const TileFits& tiles);

}  // namespace fiducia
