#pragma once

#include <opencv2/core/mat.hpp>

#include "fiducia/detect/found_corners.h"

namespace fiducia {

/// The centres of a grid of dots, all of which must be in view; black dots on white or white ones on black. `gray`
/// (8 bits) is searched, `image` (the same image, as deep as it came) measured.
///
/// A dot is measured by the centroid of its darkness. In perspective and through a lens the centroid of its image is
/// not the image of its centre; the difference, which grows with the square of the dot's size, is taken off: it follows
/// from the homography between the target and the image that the dots round it show (see docs/detect.md).
///
/// Order: as the board is seen, never mirrored; where that leaves a choice, the rows run as much to the right as they
/// can, as those of a chessboard do.
[[nodiscard]] FoundCorners detect_circle_grid(const cv::Mat& gray, const cv::Mat& image, const Target& target);

}  // namespace fiducia
