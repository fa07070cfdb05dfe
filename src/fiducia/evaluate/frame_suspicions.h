#pragma once

#include <string>
#include <vector>

#include "fiducia/evaluate/tile_fits.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// What speaks against a frame, as far as its residuals and its corners tell.
struct FrameSuspicion {
  /// Its corners scatter more than others': the noise that its tiles show, over the median frame's. 0: it has no tiles.
  double noise_ratio = 0;
  double rmse_ratio = 0;  ///< of its RMSE to the median frame's
  bool blurred = false;   ///< noisy corner by corner: out of focus, motion blur, glare
  bool moved = false;     ///< no noisier than others, yet no rigid target: it moved while the shutter was open, or bent
  std::string near_duplicate;  ///< an earlier frame that shows nearly the same view; empty: none
};

/// One entry per used frame. A ratio must exceed `ratio`, and by more than chance does with as many corners.
[[nodiscard]] std::vector<FrameSuspicion> frame_suspicions(const Calibration& calibration, const TileFits& tiles,
                                                           double ratio = 2);

/// What a person should know about suspicious frames, a sentence per kind.
[[nodiscard]] std::vector<std::string> suspicions_in_words(const Calibration& calibration,
                                                           const std::vector<FrameSuspicion>& suspicions);

}  // namespace fiducia
