#pragma once

#include <vector>

#include "fiducia/report/report.h"
#include "fiducia/report/used_frames.h"

namespace fiducia {

/// What was detected in every used frame: [id, u, v, du, dv] per corner, detected minus reprojected, px; corners that
/// the calibration left out are not among them. And the frame's image, where there is one.
[[nodiscard]] Json frames_part(const std::vector<UsedFrame>& frames, const std::vector<ReportPicture>& pictures);

/// A data: URL.
[[nodiscard]] std::string jpeg_address(const std::string& jpeg);

}  // namespace fiducia
