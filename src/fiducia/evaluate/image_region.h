#pragma once

#include <functional>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/data/observations.h"

namespace fiducia {

/// How much a place in the image matters, 0 or more; empty: everywhere the same.
using RegionWeight = std::function<double(const Vector2& pixel)>;

/// 1 inside, 0 outside.
[[nodiscard]] RegionWeight disc_region(const Vector2& centre, double radius_px);
[[nodiscard]] RegionWeight rectangle_region(const Vector2& corner, const Vector2& opposite_corner);

/// A weight per pixel, row by row.
struct WeightImage {
  ImageSize size;
  std::vector<float> weights;
};
[[nodiscard]] RegionWeight mask_region(WeightImage mask);

/// The larger of the two weights.
[[nodiscard]] RegionWeight either_region(RegionWeight a, RegionWeight b);

/// The region that was asked for; without one, the image circle, where there is one.
[[nodiscard]] RegionWeight lit_region(RegionWeight asked, const Observations& observations);

}  // namespace fiducia
