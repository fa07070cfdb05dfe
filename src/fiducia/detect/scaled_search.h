#pragma once

#include <opencv2/core/mat.hpp>

#include "fiducia/core/pose.h"

namespace fiducia {

/// An image to search in, smaller or larger than the original, and the way back.
struct ScaledPicture {
  cv::Mat gray;
  double scale_x = 1;  ///< pixels of the original for one of this
  double scale_y = 1;

  [[nodiscard]] Vector2 in_original(const Vector2& pixel) const;
  [[nodiscard]] cv::Point2f in_original(const cv::Point2f& pixel) const;
};

/// With at most so many pixels; the image itself where it has no more.
[[nodiscard]] ScaledPicture scaled_to(const cv::Mat& gray, double most_pixels);

}  // namespace fiducia
