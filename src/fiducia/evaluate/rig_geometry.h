#pragma once

#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/core/pose.h"
#include "fiducia/solve/calibrate_rig.h"

namespace fiducia {

/// Cameras as they stand to each other, and where their numbers are in an error x of all of them.
struct RigGeometry {
  std::vector<Camera> cameras;
  std::vector<Pose> camera_from_rig;
  RigLayout layout;

  [[nodiscard]] Pose b_from_a(std::size_t a, std::size_t b) const {
    return camera_from_rig[b] * camera_from_rig[a].inverse();
  }
};

[[nodiscard]] RigGeometry rig_geometry(const RigCalibration& rig);
/// Of cameras that were given: poses as they are, the first one's too.
[[nodiscard]] RigGeometry rig_geometry(std::vector<Camera> cameras, std::vector<Pose> camera_from_rig);

}  // namespace fiducia
