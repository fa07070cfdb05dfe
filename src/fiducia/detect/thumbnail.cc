#include "fiducia/detect/thumbnail.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "fiducia/core/error.h"
#include "fiducia/detect/quiet_opencv.h"
#include "fiducia/detect/read_picture.h"
#include "fiducia/io/file.h"

namespace fiducia {

std::string thumbnail(const std::filesystem::path& picture, int longer_side) {
  constexpr int kQuality = 70;
  const QuietOpencv quiet;
  std::string bytes;
  try {
    bytes = read_file(picture);
  } catch (const Error&) {
    return {};
  }
  const Picture read = read_picture(bytes);
  if (!read.problem.empty()) return {};
  const double scale = std::min(1.0, longer_side / static_cast<double>(std::max(read.gray.cols, read.gray.rows)));
  const auto scaled = [scale](int length) { return std::max(1, static_cast<int>(std::lround(scale * length))); };
  cv::Mat small;
  cv::resize(read.gray, small, {scaled(read.gray.cols), scaled(read.gray.rows)}, 0, 0, cv::INTER_AREA);
  std::vector<unsigned char> jpeg;
  if (!cv::imencode(".jpg", small, jpeg, {cv::IMWRITE_JPEG_QUALITY, kQuality})) return {};
  return {jpeg.begin(), jpeg.end()};
}

}  // namespace fiducia
