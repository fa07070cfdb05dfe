#pragma once

#include <opencv2/core/mat.hpp>

#include "fiducia/detect/light_grid.h"

namespace fiducia {

/// gray: 8 bits, one channel.
[[nodiscard]] LightGrid light_of(const cv::Mat& gray);

}  // namespace fiducia
