#pragma once

#include <vector>

#include "fiducia/core/progress.h"
#include "fiducia/data/virtual_targets.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// Residuals whose root mean square is below this are what rounding leaves of coordinates in the thousands.
inline constexpr double kRounding_px = 1e-9;

/// u, v of a tile's four corners.
inline constexpr double kTileCoordinates = 8;

/// A virtual target in one frame, its own pose fitted with the intrinsics fixed (docs/method.md 3), from the frame's
/// pose, or from the mirrored one where that is better by more than noise explains. Plain squares, whatever the
/// calibration's loss.
struct TileFit {
  std::size_t frame = 0;  ///< in Calibration::frames
  int tile = 0;           ///< in virtual_targets()
  std::array<Corner, 4> corners{};
  /// u, v of its four corners, times their weights: what one pose for the whole frame leaves, and what the tile's own
  /// pose leaves.
  std::array<double, 8> frame_residuals{};
  std::array<double, 8> residuals{};
};

/// The residuals that the tile's own pose leaves, spread over the corners as they are where all have the same weight: a
/// pose follows the sharp corners and leaves the error to the blurred ones, so that most of the residuals would be far
/// below what noise there is, and their median with them. The sum of squares stays.
[[nodiscard]] std::array<double, 8> even_residuals(const TileFit& fit);

/// Every tile of the target in every frame that shows all four of its corners, frame after frame.
struct TileFits {
  std::vector<Tile> tiles;
  std::vector<TileFit> fits;
  std::size_t not_fitted = 0;  ///< tiles that were seen but whose pose could not be determined
};

[[nodiscard]] TileFits fit_tiles(const Calibration& calibration, int threads = 1, const Progress& progress = {});

}  // namespace fiducia
