#include "fiducia/detect/light_of.h"

#include <opencv2/imgproc.hpp>

namespace fiducia {

LightGrid light_of(const cv::Mat& gray) {
  cv::Mat cells;
  cv::resize(gray, cells, {LightGrid::kColumns, LightGrid::kRows}, 0, 0, cv::INTER_AREA);
  return {std::vector<std::uint8_t>(cells.begin<std::uint8_t>(), cells.end<std::uint8_t>())};
}

}  // namespace fiducia
