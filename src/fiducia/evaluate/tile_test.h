#pragma once

#include "fiducia/evaluate/tile_fits.h"
#include "fiducia/evaluate/tile_freedom.h"

namespace fiducia {

struct TileTest {
  double f_statistic = 0;
  double p_value = 1;
};

/// The F-test on the corners that lie in tiles: one pose a frame against one pose a tile, both refitted, intrinsics
/// fixed in both. Without residuals (but for rounding), or with one tile a frame, there is nothing to test: the p-value
/// is 1.
[[nodiscard]] TileTest tile_test(const Calibration& calibration, const TileFits& tiles, const TileFreedom& freedom,
                                 int threads = 1);

}  // namespace fiducia
