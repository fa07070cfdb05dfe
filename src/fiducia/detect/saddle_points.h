#pragma once

#include <array>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "fiducia/core/pose.h"

namespace fiducia {

/// A point where two edges cross and the four sectors between them alternate between bright and dark.
struct SaddlePoint {
  Vector2 pixel = Vector2::Zero();
  std::array<Vector2, 2> edges;      ///< unit vectors along the edges; their signs mean nothing
  Vector2 bright = Vector2::Zero();  ///< unit vector into a bright sector; the opposite one is bright as well
  double strength = 0;               ///< -det of the Hessian
};

/// The saddles of the brightness, smoothed by a few pixels: where the determinant of the Hessian is most negative, and
/// a ring around it shows four sectors. The strongest ones first, at most `most`; weak ones are left out.
[[nodiscard]] std::vector<SaddlePoint> find_saddle_points(const cv::Mat& gray, std::size_t most);

}  // namespace fiducia
