#pragma once

#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/core/pose.h"
#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/solve/calibrate_rig.h"

namespace fiducia {

/// Cameras as they stand to each other, and where their numbers are in an error x of all of them.
struct RigGeometry {
  std::vector<Camera> cameras;
  std::vector<Pose> camera_from_rig;
  RigLayout layout;
  /// Per camera, where light reaches its image; empty: everywhere, in all of them.
  std::vector<RegionWeight> lit = {};

  [[nodiscard]] Pose b_from_a(std::size_t a, std::size_t b) const {
    return camera_from_rig[b] * camera_from_rig[a].inverse();
  }
  /// Where the mapping of a camera is looked at: the dark border of a fisheye's image does not count.
  [[nodiscard]] MappingErrorOptions mapping_of(std::size_t camera) const;
  /// Whether light reaches a pixel.
  [[nodiscard]] bool is_lit(std::size_t camera, const Vector2& pixel) const;
};

[[nodiscard]] RigGeometry rig_geometry(const RigCalibration& rig);
/// Of cameras that were given: poses as they are, the first one's too. `lit` is for the caller to say.
[[nodiscard]] RigGeometry rig_geometry(std::vector<Camera> cameras, std::vector<Pose> camera_from_rig);
/// The same of a rig that was given and held against views: these say where light reaches.
[[nodiscard]] RigGeometry given_geometry(const RigCalibration& rig);

}  // namespace fiducia
