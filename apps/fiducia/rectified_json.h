#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/fiducia/projection_arguments.h"
#include "fiducia/camera/rig.h"
#include "fiducia/io/json.h"
#include "fiducia/use/stereo_rectification.h"

namespace fiducia {

/// What rectified.json says about a pair: K, R1, R2, P1, P2 and Q as OpenCV calls them, the baseline, which lines are
/// shared, and what each camera's images lose.
[[nodiscard]] Json rectified_object(const Rig& pair, const StereoRectification& rectified,
                                    const std::vector<Coverage>& coverage);

/// The rectified pair as a rig of two cameras without distortion, the first its frame.
[[nodiscard]] Rig rectified_rig(const Rig& pair, const StereoRectification& rectified);

/// By how much the shared rows (or columns) of the two images differ, RMS over what both see.
struct PredictedRowError {
  double bound95_px = 0;   ///< with 95% confidence less than this
  bool is_one_rig = true;  ///< otherwise the calibration found that one rig does not explain its images
};

/// What the rig's own calibration.json says of the pair, brought to the scale of these images. Nothing where it does
/// not say it.
[[nodiscard]] std::optional<PredictedRowError> predicted_row_error(const std::string& calibration, const Rig& pair,
                                                                   const StereoRectification& rectified);

}  // namespace fiducia
