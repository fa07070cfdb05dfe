#include "fiducia/io/image_png.h"

#include <opencv2/core/mat.hpp>
#include <vector>

#include "fiducia/core/error.h"
#include "fiducia/io/image_codecs.h"

namespace fiducia {

std::string png_bytes(const GrayImage& image) {
  // A header over our own pixels; OpenCV does not write to what it encodes.
  const cv::Mat wide(image.height, image.width, CV_16U, const_cast<std::uint16_t*>(image.pixels.data()));
  cv::Mat pixels = wide;
  if (image.bits == 8) wide.convertTo(pixels, CV_8U);
  std::vector<unsigned char> bytes;
  if (!encode_image(".png", pixels, &bytes)) {
    throw Error(ErrorCode::kBadData, "an image of " + std::to_string(image.width) + "x" + std::to_string(image.height) +
                                         " pixels cannot be written as PNG");
  }
  return {bytes.begin(), bytes.end()};
}

}  // namespace fiducia
