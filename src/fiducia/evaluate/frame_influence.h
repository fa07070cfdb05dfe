#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// What one frame does to the result.
struct FrameInfluence {
  double leverage = 0;    ///< its part of all the information on the parameters, 0 to 1; all frames together: 1
  double shift_px = 0;    ///< how far the mapping moves (px RMS, rotation taken out) when the frame is left out
  bool outlying = false;  ///< its RMSE is several times that of the median frame
};

/// One entry a used frame. H: of mapping_sensitivity().
[[nodiscard]] std::vector<FrameInfluence> frame_influence(const Calibration& calibration, const Eigen::MatrixXd& H,
                                                          double outlier_ratio = 3);

}  // namespace fiducia
