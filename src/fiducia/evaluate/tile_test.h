#pragma once

#include "fiducia/core/progress.h"
#include "fiducia/evaluate/tile_fits.h"
#include "fiducia/evaluate/tile_freedom.h"

namespace fiducia {

struct TileTest {
  double f_statistic = 0;
  double p_value = 1;
};

/// The F-test on the corners that lie in tiles (docs/method.md 3): one pose per frame (RSS_1) against one pose per tile
/// (RSS_2), both refitted, intrinsics fixed in both,
///
///     F = ((RSS_1 - RSS_2) / between) / (RSS_2 / within),    degrees of freedom of tile_freedom.h.
///
/// Assumes Gaussian noise, so that outliers mislead it. Without residuals (but for rounding), or with one tile per
/// frame, there is nothing to test: the p-value is 1.
[[nodiscard]] TileTest tile_test(const Calibration& calibration, const TileFits& tiles, const TileFreedom& freedom,
                                 int threads = 1, const Progress& progress = {});

}  // namespace fiducia
