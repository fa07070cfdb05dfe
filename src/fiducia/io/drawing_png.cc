#include <cmath>
#include <opencv2/imgproc.hpp>
#include <stdexcept>

#include "fiducia/io/drawing.h"
#include "fiducia/io/image_codecs.h"
#include "fiducia/io/plain_letters.h"

namespace fiducia {
namespace {

cv::Scalar in_bgr(const Colour& colour) { return {255 * colour.rgb[2], 255 * colour.rgb[1], 255 * colour.rgb[0]}; }

void draw(const DrawnRect& rect, double scale, cv::Mat* image) {
  const auto at = [scale](double x) { return static_cast<int>(std::lround(scale * x)); };
  const cv::Point first(at(rect.x), at(rect.y));
  const cv::Point beyond(at(rect.x + rect.width), at(rect.y + rect.height));
  if (beyond.x > first.x && beyond.y > first.y) cv::rectangle(*image, cv::Rect(first, beyond), in_bgr(rect.fill), -1);
}

void draw(const DrawnText& text, double scale, cv::Mat* image) {
  constexpr double kHersheyHeight = 30;  // px of a letter's box at scale 1
  const double size = scale * text.size / kHersheyHeight;
  const int thickness = std::max(1, static_cast<int>(std::lround((text.bold ? 2.1 : 1.4) * size)));
  cv::putText(*image, plain_letters(text.text), cv::Point2d(scale * text.x, scale * text.y), cv::FONT_HERSHEY_DUPLEX,
              size, in_bgr(text.fill), thickness, cv::LINE_AA);
}

}  // namespace

std::string drawing_png(const Drawing& drawing, double scale) {
  cv::Mat image(static_cast<int>(std::lround(scale * drawing.height)),
                static_cast<int>(std::lround(scale * drawing.width)), CV_8UC3, cv::Scalar::all(255));
  for (const auto& mark : drawing.marks) {
    std::visit([&](const auto& one) { draw(one, scale, &image); }, mark);
  }
  std::vector<unsigned char> png;
  if (!encode_image(".png", image, &png)) throw std::runtime_error("OpenCV could not write a PNG");
  return {png.begin(), png.end()};
}

}  // namespace fiducia
