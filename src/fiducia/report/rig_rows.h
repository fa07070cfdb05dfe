#pragma once

#include "fiducia/io/json.h"
#include "fiducia/report/rig_views.h"

namespace fiducia {

/// By how many rows the two images of a corner differ once the pair is rectified, for every corner that both cameras
/// detected at an instant:
///
///     {"corners": [[u, v, difference_px, instant], ...], "rms_px", "noise_px"}
///
/// u, v: where the first camera detected it. noise_px: what the noise of the corners alone would give, RMS. Null where
/// the two have no corner in common.
[[nodiscard]] Json rig_rows_part(const RigCalibration& rig, std::size_t a, std::size_t b,
                                 const std::vector<std::vector<RigViewCorners>>& views,
                                 const std::vector<double>& noise_px);

}  // namespace fiducia
