#include "fiducia/detect/thumbnail.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "fiducia/core/error.h"
#include "fiducia/detect/quiet_opencv.h"
#include "fiducia/detect/read_picture.h"
#include "fiducia/io/file.h"
#include "fiducia/io/image_codecs.h"

namespace fiducia {
namespace {

std::string as_jpeg(const cv::Mat& gray, int quality) {
  std::vector<unsigned char> jpeg;
  if (!encode_image(".jpg", gray, &jpeg, {cv::IMWRITE_JPEG_QUALITY, quality})) return {};
  return {jpeg.begin(), jpeg.end()};
}

cv::Mat reduced(const cv::Mat& gray, int longer_side) {
  const double scale = std::min(1.0, longer_side / static_cast<double>(std::max(gray.cols, gray.rows)));
  const auto scaled = [scale](int length) { return std::max(1, static_cast<int>(std::lround(scale * length))); };
  cv::Mat small;
  cv::resize(gray, small, {scaled(gray.cols), scaled(gray.rows)}, 0, 0, cv::INTER_AREA);
  return small;
}

}  // namespace

PictureCopies picture_copies(const std::filesystem::path& picture, const PictureCopyOptions& options) {
  constexpr int kQuality = 70;
  constexpr int kFineQuality = 85;
  const QuietOpencv quiet;
  std::string bytes;
  try {
    bytes = read_file(picture);
  } catch (const Error&) {
    return {};
  }
  const Picture read = read_picture(bytes);
  if (!read.problem.empty()) return {};
  PictureCopies copies{.small = as_jpeg(reduced(read.gray, options.small_side), kQuality), .large = {}, .squares = {}};
  if (options.large_side > 0) copies.large = as_jpeg(reduced(read.gray, options.large_side), kFineQuality);
  const cv::Rect whole(0, 0, read.gray.cols, read.gray.rows);
  for (const PictureSquare& square : options.squares) {
    const cv::Rect place(square.left, square.top, square.side, square.side);
    copies.squares.push_back(place.area() > 0 && (place & whole) == place ? as_jpeg(read.gray(place), kFineQuality)
                                                                          : std::string());
  }
  return copies;
}

}  // namespace fiducia
