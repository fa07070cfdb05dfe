#pragma once

#include <opencv2/core/mat.hpp>

#include "fiducia/detect/found_corners.h"

namespace fiducia {

/// The corners of a ChArUco board, as many as are in view: those next to a marker that was read. `gray` (8 bits) is
/// searched, `image` (the same image, as deep as it came) measured.
///
/// OpenCV's markers are read, but not its corners: those are interpolated from the outlines of the markers, which lie
/// on whole pixels inside the black. The markers only say where to look; each corner is then measured by itself.
/// Of the two layouts (charuco_layout.h) the one is taken that the markers agree with.
[[nodiscard]] FoundCorners detect_charuco(const cv::Mat& gray, const cv::Mat& image, const Target& target);

}  // namespace fiducia
