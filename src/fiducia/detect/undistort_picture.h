#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <string_view>

#include "fiducia/detect/interpolation.h"
#include "fiducia/use/lookup_map.h"

namespace fiducia {

/// The image that the map takes from a source: cv::remap, with the border repeated where the interpolation reaches
/// beyond it, and black where the map leads nowhere. Of any depth and number of channels.
[[nodiscard]] cv::Mat undistort_picture(const cv::Mat& source, const LookupMap& map, Interpolation interpolation);

/// The image of a file as it is: colours, depth, transparency; not turned as its EXIF data may say. Throws an Error
/// that names the file where it is no image, is damaged or has another size than expected.
[[nodiscard]] cv::Mat read_whole_picture(std::string_view bytes, const std::string& file_name, ImageSize expected);

/// The bytes of a file with this name.
[[nodiscard]] std::string encode_picture(const cv::Mat& picture, const std::string& name);

}  // namespace fiducia
