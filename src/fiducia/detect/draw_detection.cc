#include "fiducia/detect/draw_detection.h"

#include <algorithm>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "fiducia/core/error.h"
#include "fiducia/detect/quiet_opencv.h"
#include "fiducia/detect/read_picture.h"
#include "fiducia/io/file.h"
#include "fiducia/io/image_codecs.h"

namespace fiducia {
namespace {

constexpr int kFractionBits = 4;  // OpenCV draws in sixteenths of a pixel

cv::Point fine(const Vector2& pixel) {
  constexpr double kScale = 1 << kFractionBits;
  return {static_cast<int>(std::lround(pixel.x() * kScale)), static_cast<int>(std::lround(pixel.y() * kScale))};
}

cv::Scalar colour(double share) {  // from red over green to blue, as the ids rise
  const cv::Mat hue(1, 1, CV_8UC3, cv::Scalar(120 * share, 255, 255));
  cv::Mat bgr;
  cv::cvtColor(hue, bgr, cv::COLOR_HSV2BGR);
  const cv::Vec3b c = bgr.at<cv::Vec3b>(0, 0);
  return {static_cast<double>(c[0]), static_cast<double>(c[1]), static_cast<double>(c[2])};
}

void write_text(cv::Mat& canvas, const std::string& text, cv::Point at, double size, const cv::Scalar& ink) {
  const int thin = std::max(1, static_cast<int>(std::lround(2 * size)));
  cv::putText(canvas, text, at, cv::FONT_HERSHEY_SIMPLEX, size, {0, 0, 0}, 3 * thin, cv::LINE_AA);
  cv::putText(canvas, text, at, cv::FONT_HERSHEY_SIMPLEX, size, ink, thin, cv::LINE_AA);
}

void draw_corners(cv::Mat& canvas, const Target& target, const Frame& frame, double unit) {
  const double arm = 6 * unit;
  const int width = std::max(1, static_cast<int>(std::lround(unit)));
  for (const Corner& corner : frame.corners) {
    const cv::Scalar ink = colour(corner.id / static_cast<double>(target.points.size()));
    cv::circle(canvas, fine(corner.pixel), fine({arm, 0}).x, ink, width, cv::LINE_AA, kFractionBits);
    cv::line(canvas, fine(corner.pixel - Vector2(arm, 0)), fine(corner.pixel + Vector2(arm, 0)), ink, 1, cv::LINE_AA,
             kFractionBits);
    cv::line(canvas, fine(corner.pixel - Vector2(0, arm)), fine(corner.pixel + Vector2(0, arm)), ink, 1, cv::LINE_AA,
             kFractionBits);
  }
  constexpr std::size_t kNumbered = 4;
  for (std::size_t i = 0; i < std::min(kNumbered, frame.corners.size()); ++i) {
    const Corner& corner = frame.corners[i];
    const cv::Point at(static_cast<int>(corner.pixel.x() + arm), static_cast<int>(corner.pixel.y() - arm));
    write_text(canvas, std::to_string(corner.id), at, 0.5 * unit, {255, 255, 255});
  }
  if (frame.corners.size() > 1) {
    cv::arrowedLine(canvas, fine(frame.corners[0].pixel), fine(frame.corners[1].pixel), {0, 0, 255}, 2 * width,
                    cv::LINE_AA, kFractionBits, 0.2);
  }
}

}  // namespace

std::string draw_detection(const std::filesystem::path& file, const Target& target, const Frame* frame,
                           const std::string& reason) {
  const QuietOpencv quiet;
  Picture picture;
  try {
    picture = read_picture(read_file(file));
  } catch (const Error&) {
    return {};
  }
  if (!picture.problem.empty()) return {};
  cv::Mat canvas;
  cv::cvtColor(picture.gray, canvas, cv::COLOR_GRAY2BGR);
  const double unit = std::max(1.0, std::max(canvas.cols, canvas.rows) / 1200.0);
  if (frame != nullptr) {
    draw_corners(canvas, target, *frame, unit);
  } else {
    const cv::Size measured = cv::getTextSize(reason, cv::FONT_HERSHEY_SIMPLEX, 1, 1, nullptr);
    const double size = std::clamp(0.95 * canvas.cols / std::max(1, measured.width), 0.2, 0.8 * unit);
    write_text(canvas, reason, {static_cast<int>(8 * unit), static_cast<int>(40 * size + 8)}, size, {0, 0, 255});
  }
  std::vector<std::uint8_t> bytes;
  if (!encode_image(".jpg", canvas, &bytes, {cv::IMWRITE_JPEG_QUALITY, 90})) return {};
  return {bytes.begin(), bytes.end()};
}

}  // namespace fiducia
