#pragma once

#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/evaluate/mapping_grid.h"

namespace fiducia {

/// Where one camera sees what another sees at a pixel of the grid.
struct MappingArrow {
  Vector2 pixel = Vector2::Zero();       ///< in the reference
  bool comparable = false;               ///< false where one of the two has no ray or no projection
  Vector2 difference = Vector2::Zero();  ///< the other's pixel minus this one, px
};

/// How far two cameras map apart.
struct MappingOffset {
  double k = 0;     ///< the mean squared difference per coordinate, px^2
  double k_px = 0;  ///< its root
  double largest_px = 0;
  Vector2 largest_at = Vector2::Zero();  ///< a pixel of the reference
  std::vector<MappingArrow> map;         ///< row by row
};

struct MappingDifference {
  MappingOffset compensated;               ///< with the rotation that brings the two closest
  MappingOffset plain;                     ///< as they are
  Matrix3 rotation = Matrix3::Identity();  ///< rays of the reference -> rays of the other
  int columns = 0;
  int rows = 0;
  int points = 0;       ///< compared
  int without_ray = 0;  ///< points of the grid where the reference has no ray or the other no projection
};

/// The mapping error K(camera, reference) between any two cameras (docs/method.md 5): rays of the reference's grid,
/// projected by `camera`, minimised over a rotation of the rays (Gauss-Newton); px^2 per coordinate. Rays outside the
/// domain of either are left out and counted, so that two cameras can look closer than they are. Throws an Error where
/// the images differ in size or no ray is common.
[[nodiscard]] MappingDifference mapping_difference(const Camera& camera, const Camera& reference,
                                                   const GridOptions& grid = {});

}  // namespace fiducia
