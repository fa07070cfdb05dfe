#include "fiducia/detect/read_picture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <opencv2/imgcodecs.hpp>
#include <vector>

#include "fiducia/detect/picture_header.h"
#include "fiducia/io/image_codecs.h"

namespace fiducia {
namespace {

constexpr double kMostPixels = 3e8;  // 300 megapixels: more is no camera, and several at once would fill the memory

/// From a sample of the pixels: what nearly all of them lie between.
std::pair<double, double> range_used(const cv::Mat& image) {
  const int stride = std::max(1, static_cast<int>(std::sqrt(static_cast<double>(image.total()) / 1e5)));
  std::vector<float> values;
  for (int row = 0; row < image.rows; row += stride) {
    for (int column = 0; column < image.cols; column += stride) {
      const float value = image.at<float>(row, column);
      if (std::isfinite(value)) values.push_back(value);
    }
  }
  if (values.empty()) return {0, 1};
  const auto at = [&](double share) {
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), place, values.end());
    return static_cast<double>(*place);
  };
  const double low = at(0.005);
  const double high = at(0.995);
  return high > low ? std::pair{low, high} : std::pair{low, low + 1};
}

cv::Mat to_8_bits(const cv::Mat& image) {
  cv::Mat values;
  image.convertTo(values, CV_32F);
  const auto [low, high] = range_used(values);
  cv::Mat gray;
  values.convertTo(gray, CV_8U, 255 / (high - low), -low * 255 / (high - low));
  return gray;
}

}  // namespace

Picture read_picture(std::string_view bytes) {
  Picture picture;
  const std::optional<ImageSize> size = picture_size(bytes);
  if (size && static_cast<double>(size->width) * size->height > kMostPixels) {
    picture.problem = "an image of " + to_string(*size) + " pixels is too large";
    return picture;
  }
  picture.problem = damage(bytes);
  if (!picture.problem.empty()) return picture;
  picture.problem = "not an image that can be read";
  if (bytes.empty() || bytes.size() > std::numeric_limits<int>::max()) return picture;
  const cv::Mat buffer(1, static_cast<int>(bytes.size()), CV_8U, const_cast<char*>(bytes.data()));
  try {
    constexpr int kFlags = cv::IMREAD_GRAYSCALE | cv::IMREAD_ANYDEPTH | cv::IMREAD_IGNORE_ORIENTATION;
    picture.image = decode_image(buffer, kFlags);
  } catch (const cv::Exception&) {  // a size beyond OpenCV's limits, a corrupt header
    return picture;
  } catch (const std::bad_alloc&) {
    picture.problem = "there is not enough memory for it";
    return picture;
  }
  if (picture.image.empty() || picture.image.channels() != 1) return picture;
  if (picture.image.depth() == CV_64F) picture.image.convertTo(picture.image, CV_32F);
  if (picture.image.depth() == CV_32F) cv::patchNaNs(picture.image, 0);
  picture.gray = picture.image.depth() == CV_8U ? picture.image : to_8_bits(picture.image);
  picture.problem.clear();
  return picture;
}

}  // namespace fiducia
