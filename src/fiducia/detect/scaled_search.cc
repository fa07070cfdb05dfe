#include "fiducia/detect/scaled_search.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace fiducia {

cv::Point2f ScaledPicture::in_original(const cv::Point2f& pixel) const {
  // Pixel centres are whole numbers: the edge of the first pixel is at -0.5 in both.
  const auto original = [&](float x) { return static_cast<float>((x + 0.5) * scale - 0.5); };
  return {original(pixel.x), original(pixel.y)};
}

ScaledPicture scaled_to(const cv::Mat& gray, double most_pixels) {
  const double pixels = static_cast<double>(gray.total());
  if (pixels <= most_pixels) return {gray, 1};
  ScaledPicture picture;
  picture.scale = std::sqrt(pixels / most_pixels);
  const auto reduced = [&](int length) { return std::max(1, static_cast<int>(std::lround(length / picture.scale))); };
  cv::resize(gray, picture.gray, {reduced(gray.cols), reduced(gray.rows)}, 0, 0, cv::INTER_AREA);
  return picture;
}

}  // namespace fiducia
