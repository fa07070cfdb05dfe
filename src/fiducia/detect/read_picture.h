#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <string_view>

namespace fiducia {

/// An image as light alone: to search in, and to measure in.
struct Picture {
  cv::Mat gray;         ///< 8 bits
  cv::Mat image;        ///< one channel, as deep as the file has it: 8 or 16 bits or float
  std::string problem;  ///< why there is none; empty: there is one
};

/// Decodes any file that OpenCV reads, colours to grey, without turning it as its EXIF data may say: lens and sensor do
/// not turn with the image. More than 8 bits are brought to 8 by the range that the image uses.
[[nodiscard]] Picture read_picture(std::string_view bytes);

}  // namespace fiducia
