#include "fiducia/detect/scaled_search.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace fiducia {

Vector2 ScaledPicture::in_original(const Vector2& pixel) const {
  // Pixel centres are whole numbers: the edge of the first pixel is at -0.5 in both.
  return {(pixel.x() + 0.5) * scale_x - 0.5, (pixel.y() + 0.5) * scale_y - 0.5};
}

cv::Point2f ScaledPicture::in_original(const cv::Point2f& pixel) const {
  const Vector2 original = in_original(Vector2(pixel.x, pixel.y));
  return {static_cast<float>(original.x()), static_cast<float>(original.y())};
}

ScaledPicture scaled_to(const cv::Mat& gray, double most_pixels) {
  const double pixels = static_cast<double>(gray.total());
  if (pixels <= most_pixels) return {gray};
  const double scale = std::sqrt(pixels / most_pixels);
  const auto reduced = [&](int length) { return std::max(1, static_cast<int>(std::lround(length / scale))); };
  ScaledPicture picture;
  cv::resize(gray, picture.gray, {reduced(gray.cols), reduced(gray.rows)}, 0, 0, cv::INTER_AREA);
  picture.scale_x = static_cast<double>(gray.cols) / picture.gray.cols;  // a whole number of pixels is left each way
  picture.scale_y = static_cast<double>(gray.rows) / picture.gray.rows;
  return picture;
}

}  // namespace fiducia
