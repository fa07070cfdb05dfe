#pragma once

#include <array>
#include <optional>

#include "fiducia/simulate/pattern_grid.h"
#include "fiducia/simulate/point_spread.h"

namespace fiducia {

/// The target's coordinates at a pixel and at its eight neighbours `step` pixels away, row after row.
struct BoardStencil {
  std::array<Vector2, 9> at;
  double step_px = 1;
};

/// The reflectance that a pixel sees through the point-spread function, the mapping from the image to the target being
/// the quadratic polynomial that the stencil gives. Nothing where that mapping is degenerate: the target seen edge-on.
[[nodiscard]] std::optional<double> pixel_reflectance(const BoardStencil& stencil, const PatternGrid& pattern,
                                                      const PointSpread& spread, double psf_px);

}  // namespace fiducia
