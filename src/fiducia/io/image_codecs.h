#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

namespace fiducia {

/// cv::imdecode() and cv::imencode(). Their library is loaded at the first call: with what it needs itself (GDAL and
/// 110 others) that takes longer than most commands do, and many commands see no image. Both throw an Error where it
/// cannot be loaded, and what OpenCV throws.
[[nodiscard]] cv::Mat decode_image(const cv::Mat& bytes, int flags);
[[nodiscard]] bool encode_image(const std::string& extension, const cv::Mat& image, std::vector<unsigned char>* bytes,
                                const std::vector<int>& parameters = {});

}  // namespace fiducia
