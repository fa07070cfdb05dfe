#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "fiducia/evaluate/frame_influences.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// What one frame does to the result (docs/method.md 4): leverage trace(M_j)/|g|, shift sqrt(d' H d) with the step d =
/// (A - S_j)^-1 s_j. To first order: of a frame with a leverage near 1 the shift is only an order of magnitude.
struct FrameInfluence {
  double leverage = 0;    ///< its part of all the information on the parameters, 0 to 1; all frames together: 1
  double shift_px = 0;    ///< how far the mapping moves (px RMS, rotation taken out) when the frame is left out
  bool outlying = false;  ///< its RMSE is several times that of the median frame
  /// Without it the mapping moves by more than the 95% bound of its error: how certain the rest is hangs on it.
  bool influential = false;
};

/// One entry per used frame. H: of mapping_sensitivity().
[[nodiscard]] std::vector<FrameInfluence> frame_influence(const Calibration& calibration,
                                                          const FrameInfluences& influences, const Eigen::MatrixXd& H,
                                                          double outlier_ratio = 3);

}  // namespace fiducia
