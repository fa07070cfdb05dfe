#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "fiducia/core/progress.h"
#include "fiducia/data/observations.h"
#include "fiducia/evaluate/bias_map.h"
#include "fiducia/evaluate/tile_fits.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

struct BiasOptions {
  int resamples = 1000;  ///< of the frames, for the intervals; 0: no intervals
  bool plain = false;    ///< make the plain estimate the headline
  std::uint64_t seed = 0;
  int image_columns = 10;  ///< the cells of BiasRatio::image
  int image_rows = 8;
  int threads = 1;
  Progress progress = {};  ///< only asked whether to go on
};

/// How much of the residual is systematic, by one way of measuring a residual's size.
struct BiasEstimate {
  double ratio = 0;       ///< BR: the systematic part of the mean squared residual, 0 to 1
  double eps_px = 0;      ///< eps_bias: the systematic residual, px RMS per coordinate
  double sigma_d_px = 0;  ///< the noise of the corners that is left when each tile has a pose of its own
  /// By resampling the frames: what other frames of the same kind would have given. Not what a model that was fitted
  /// to far more frames would leave, which adapts to them differently.
  std::array<double, 2> ratio_ci95{};
  std::array<double, 2> eps_px_ci95{};
};

/// The bias ratio (docs/method.md 3): residuals with one pose per frame against residuals with one pose per 2x2 tile,
/// which absorbs the slowly varying errors of lens model and target and leaves the noise of the corners:
///
///     sigma_d^2  = 4 MAD(tile residuals)^2
///     eps_bias^2 = max(MAD(residuals)^2 / (1 - N_P/N) - sigma_d^2, 0)
///     BR         = eps_bias^2 (1 - N_P/N) / MAD(residuals)^2
///
/// (plain: mean squares in place of MAD^2; the 4 is larger where the target's shape was estimated, see tile_freedom.h).
/// Residuals are in pixels per coordinate times the corner's weight, here and in the maps.
///
/// Assumes that noise is independent from corner to corner and that systematic errors vary slowly over the target. Does
/// not see an error that bends no tile, such as a wrong scale of the board, and says nothing about how far a bias moves
/// the camera: a small eps_bias can belong to a large mapping error.
struct BiasRatio {
  BiasEstimate robust;  ///< sizes by median absolute deviation: the one to read
  BiasEstimate plain;   ///< sizes by mean square
  bool plain_asked_for = false;
  double f_statistic = 0;
  double p_value = 1;  ///< of a bias at least so large where there is none
  int n_tiles = 0;     ///< tiles in frames
  int tiles_not_fitted = 0;
  std::vector<BiasCell> target;  ///< one cell per tile: the target's fault shows here
  std::vector<BiasCell> image;   ///< row by row: the lens model's fault shows here
  int image_columns = 0;
  int image_rows = 0;

  /// The estimate that was asked for.
  [[nodiscard]] const BiasEstimate& headline() const { return plain_asked_for ? plain : robust; }
};

/// Throws an Error where no frame shows a whole tile, or the calibration did not converge.
[[nodiscard]] BiasRatio bias_ratio(const Calibration& calibration, const BiasOptions& options = {});

/// The same, of tiles that are fitted already.
[[nodiscard]] BiasRatio bias_ratio(const Calibration& calibration, const TileFits& tiles,
                                   const BiasOptions& options = {});

}  // namespace fiducia
