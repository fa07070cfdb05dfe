#include "fiducia/io/region_mask.h"

#include <algorithm>
#include <opencv2/imgcodecs.hpp>
#include <string>

#include "fiducia/core/error.h"
#include "fiducia/io/file.h"
#include "fiducia/io/image_codecs.h"

namespace fiducia {
namespace {

cv::Mat decode(const std::filesystem::path& path) {
  const std::string bytes = read_file(path);
  const cv::Mat buffer(1, static_cast<int>(bytes.size()), CV_8U, const_cast<char*>(bytes.data()));
  try {
    return bytes.empty() ? cv::Mat() : decode_image(buffer, cv::IMREAD_GRAYSCALE | cv::IMREAD_ANYDEPTH);
  } catch (const cv::Exception&) {
    return {};
  }
}

}  // namespace

WeightImage read_region_mask(const std::filesystem::path& path, ImageSize expected) {
  const cv::Mat image = decode(path);
  if (image.empty()) {
    throw Error(ErrorCode::kBadFile, path.string() + ": not an image that can be read; a mask is a grey PGM or PNG");
  }
  const ImageSize size{image.cols, image.rows};
  if (size != expected) {
    throw Error(ErrorCode::kBadFile, path.string() + ": the mask has " + to_string(size) + " pixels, the camera " +
                                         to_string(expected) + "; a mask must cover the image");
  }
  if (image.depth() != CV_8U && image.depth() != CV_16U) {
    throw Error(ErrorCode::kBadFile, path.string() + ": a mask must have 8 or 16 bits per pixel");
  }
  cv::Mat weights;
  image.convertTo(weights, CV_32F, image.depth() == CV_8U ? 1.0 / 255 : 1.0 / 65535);
  WeightImage mask{size, {}};
  for (int row = 0; row < weights.rows; ++row) {
    mask.weights.insert(mask.weights.end(), weights.ptr<float>(row), weights.ptr<float>(row) + weights.cols);
  }
  if (std::none_of(mask.weights.begin(), mask.weights.end(), [](float w) { return w > 0; })) {
    throw Error(ErrorCode::kBadFile, path.string() + ": the mask is black all over; white is what counts");
  }
  return mask;
}

}  // namespace fiducia
