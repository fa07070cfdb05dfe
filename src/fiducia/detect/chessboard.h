#pragma once

#include <opencv2/core/mat.hpp>

#include "fiducia/detect/found_corners.h"

namespace fiducia {

/// The inner corners of a chessboard, all of which must be in view. `gray` (8 bits) is searched, `image` (the same
/// image, as deep as it came) measured.
///
/// Order of the corners: as the board is seen, never mirrored, and turned such that the square beyond corner 0 (the one
/// that only touches it, outside of the corners) is black. Where that leaves a choice (a board with both numbers even
/// or both odd looks the same upside down) the rows run as much to the right as they can: a guess, which is wrong only
/// where the camera was turned by more than a quarter between the images.
[[nodiscard]] FoundCorners detect_chessboard(const cv::Mat& gray, const cv::Mat& image, const Target& target);

/// The size of the chessboard in the image, whatever it is, in words such as "8x6"; empty where there is none.
[[nodiscard]] std::string chessboard_size_seen(const cv::Mat& gray);

}  // namespace fiducia
