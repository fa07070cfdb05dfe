#include "fiducia/solve/start/diverse_frames.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

namespace fiducia {
namespace {

using Feature = Eigen::Matrix<double, 5, 1>;

/// Centre and spread of the corners, in image widths.
Feature describe(const Frame& frame, ImageSize size) {
  Vector2 mean = Vector2::Zero();
  for (const Corner& corner : frame.corners) mean += corner.pixel;
  mean /= static_cast<double>(frame.corners.size());
  Eigen::Matrix2d spread = Eigen::Matrix2d::Zero();
  for (const Corner& corner : frame.corners) {
    spread += (corner.pixel - mean) * (corner.pixel - mean).transpose() / static_cast<double>(frame.corners.size());
  }
  // The square root of the spread is a length, and linear in the size of the view.
  const double det = std::sqrt(std::max(0.0, spread.determinant()));
  const double trace = std::sqrt(spread.trace() + 2 * det);
  Feature feature;
  feature << mean, 2 * (spread(0, 0) + det) / trace, 2 * (spread(1, 1) + det) / trace, 2 * spread(0, 1) / trace;
  return feature / std::max(size.width, size.height);
}

}  // namespace

std::vector<std::size_t> diverse_frames(const InitialValueData& data, std::size_t count) {
  const std::size_t n = data.frames.size();
  std::vector<Feature> features;
  std::size_t first = 0;
  for (std::size_t i = 0; i < n; ++i) {
    features.push_back(describe(*data.frames[i].frame, data.image_size));
    if (data.frames[i].frame->corners.size() > data.frames[first].frame->corners.size()) first = i;
  }
  std::vector<std::size_t> chosen;
  std::vector<double> distance(n, std::numeric_limits<double>::infinity());
  std::size_t next = first;
  while (chosen.size() < std::min(count, n)) {
    chosen.push_back(next);
    for (std::size_t i = 0; i < n; ++i) distance[i] = std::min(distance[i], (features[i] - features[next]).norm());
    distance[next] = -1;
    // Frames with more corners first among equals, so that a half-hidden board does not lead the search.
    double best = -1;
    for (std::size_t i = 0; i < n; ++i) {
      const double share = static_cast<double>(data.frames[i].frame->corners.size()) /
                           static_cast<double>(data.frames[first].frame->corners.size());
      if (distance[i] >= 0 && distance[i] * share > best) best = distance[i] * share, next = i;
    }
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace fiducia
