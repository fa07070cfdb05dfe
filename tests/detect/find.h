#pragma once

#include <gmock/gmock.h>

#include <algorithm>

#include "fiducia/detect/detect_corners.h"
#include "tests/detect/draw_board.h"

namespace fiducia::testing {

inline FoundCorners find(const cv::Mat& gray, const Target& target) {
  return detect_corners({gray.ptr<std::uint8_t>(), gray.cols, gray.rows, gray.step}, target);
}

/// Distance of the worst corner from where it was drawn.
inline double worst_error(const FoundCorners& found, const Target& target, const Eigen::Matrix3d& pixel_from_board) {
  double worst = 0;
  for (const Corner& corner : found.corners) {
    const Vector2 truth = project(pixel_from_board, target.points[static_cast<std::size_t>(corner.id)]);
    worst = std::max(worst, (corner.pixel - truth).norm());
  }
  return worst;
}

}  // namespace fiducia::testing
