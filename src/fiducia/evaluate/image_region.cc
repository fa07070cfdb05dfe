#include "fiducia/evaluate/image_region.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "fiducia/core/error.h"

namespace fiducia {

RegionWeight disc_region(const Vector2& centre, double radius_px) {
  if (!(radius_px > 0)) throw Error(ErrorCode::kBadOption, "the radius of a region must be above 0 pixels");
  return [=](const Vector2& pixel) { return (pixel - centre).norm() <= radius_px ? 1.0 : 0.0; };
}

RegionWeight rectangle_region(const Vector2& corner, const Vector2& opposite_corner) {
  const Vector2 low = corner.cwiseMin(opposite_corner);
  const Vector2 high = corner.cwiseMax(opposite_corner);
  return [=](const Vector2& pixel) {
    return (pixel.array() >= low.array()).all() && (pixel.array() <= high.array()).all() ? 1.0 : 0.0;
  };
}

RegionWeight mask_region(WeightImage mask) {
  if (mask.size.width < 1 || mask.size.height < 1 ||
      mask.weights.size() != static_cast<std::size_t>(mask.size.width) * static_cast<std::size_t>(mask.size.height)) {
    throw Error(ErrorCode::kBadOption, "a mask needs one weight per pixel");
  }
  const auto shared = std::make_shared<const WeightImage>(std::move(mask));
  return [shared](const Vector2& pixel) {
    const ImageSize size = shared->size;
    const auto x = std::clamp<long>(std::lround(pixel.x()), 0, size.width - 1);
    const auto y = std::clamp<long>(std::lround(pixel.y()), 0, size.height - 1);
    return static_cast<double>(shared->weights[static_cast<std::size_t>(y * size.width + x)]);
  };
}

RegionWeight either_region(RegionWeight a, RegionWeight b) {
  if (!a) return b;
  if (!b) return a;
  return [a = std::move(a), b = std::move(b)](const Vector2& pixel) { return std::max(a(pixel), b(pixel)); };
}

RegionWeight lit_region(RegionWeight asked, const Observations& observations) {
  if (asked || !observations.image_circle) return asked;
  return disc_region(observations.image_circle->centre, observations.image_circle->radius_px);
}

}  // namespace fiducia
