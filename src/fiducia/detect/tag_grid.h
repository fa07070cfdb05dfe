#pragma once

#include <opencv2/core/mat.hpp>

#include "fiducia/detect/found_corners.h"

namespace fiducia {

/// The corners of an AprilTag grid (36h11) in Kalibr's layout, of as many tags as are in view. Kalibr prints its tags
/// with a black border of two cells; a border of one is accepted too. `gray` (8 bits) is searched, `image` (the same
/// image, as deep as it came) measured.
[[nodiscard]] FoundCorners detect_tag_grid(const cv::Mat& gray, const cv::Mat& image, const Target& target);

}  // namespace fiducia
