#pragma once

#include <vector>

#include "fiducia/evaluate/tile_fits.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// The systematic residual in one place: a tile of the target, or a cell of the image.
struct BiasCell {
  Vector2 place = Vector2::Zero();  ///< the cell's centre: metres on the target, pixels in the image
  int coordinates = 0;              ///< how many residual coordinates it stands on
  Vector2 mean_px = Vector2::Zero();
  double eps_px = 0;  ///< NaN where no residual lies
};

/// What is systematic in a mean squared residual: its excess over the noise, sqrt(max(mean_square / (1 - N_P/N) -
/// sigma_d^2, 0)), px per coordinate (docs/method.md 3). Of a place with few residuals it is mostly chance.
struct ExcessOverNoise {
  double freedom_ratio;  ///< 1 - N_P/N
  double sigma_d_px;

  [[nodiscard]] double eps_px(double mean_square) const;
};

/// A cell per tile: the target's fault shows here.
[[nodiscard]] std::vector<BiasCell> bias_over_target(const TileFits& tiles, const Target& target,
                                                     const ExcessOverNoise& excess);

/// Cells row by row: the lens model's fault shows here.
[[nodiscard]] std::vector<BiasCell> bias_over_image(const Calibration& calibration, int columns, int rows,
                                                    const ExcessOverNoise& excess);

}  // namespace fiducia
