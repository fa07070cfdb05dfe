#include "fiducia/report/domain_edge.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace fiducia {
namespace {

/// How far it is from `from` to the image's border in a direction.
double distance_to_border(ImageSize size, const Vector2& from, const Vector2& direction) {
  double nearest = std::numeric_limits<double>::infinity();
  const double limits[2] = {size.width - 0.5, size.height - 0.5};
  for (const int axis : {0, 1}) {
    if (direction[axis] > 0) nearest = std::min(nearest, (limits[axis] - from[axis]) / direction[axis]);
    if (direction[axis] < 0) nearest = std::min(nearest, (-0.5 - from[axis]) / direction[axis]);
  }
  return nearest;
}

}  // namespace

std::vector<Vector2> domain_edge(const Camera& camera) {
  constexpr int kDirections = 180;
  constexpr double kFine_px = 0.25;
  constexpr double kCoarse = 32;  // steps to the border; an edge between two of them is then halved
  const ImageSize size = camera.image_size();
  const Vector2 middle(0.5 * (size.width - 1), 0.5 * (size.height - 1));
  if (!camera.unproject(middle)) return {};
  std::vector<Vector2> edge;
  bool inside_image = false;
  for (int i = 0; i < kDirections; ++i) {
    const double angle = 2 * std::numbers::pi * i / kDirections;
    const Vector2 direction(std::cos(angle), std::sin(angle));
    const double border = distance_to_border(size, middle, direction);
    const auto has_ray = [&](double distance) { return camera.unproject(middle + distance * direction).has_value(); };
    double with = 0;
    double without = border;
    bool crossed = false;
    for (double step = 1; step <= kCoarse && !crossed; ++step) {
      const double distance = border * step / kCoarse;
      crossed = !has_ray(distance);
      (crossed ? without : with) = distance;
    }
    while (crossed && without - with > kFine_px) {
      const double half = 0.5 * (with + without);
      (has_ray(half) ? with : without) = half;
    }
    inside_image = inside_image || crossed;
    edge.push_back(middle + with * direction);
  }
  return inside_image ? edge : std::vector<Vector2>();
}

}  // namespace fiducia
