#pragma once

#include <string>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/core/pose.h"

namespace fiducia {

/// A camera of a rig, and where it is.
struct MountedCamera {
  std::string name;
  Camera camera;
  Pose camera_from_rig = {};
};

/// Cameras that are fixed to each other, as one uses them: without what was found out about them.
struct Rig {
  std::vector<MountedCamera> cameras;

  /// From one camera to another, by their indices.
  [[nodiscard]] Pose pose_between(std::size_t to, std::size_t from) const {
    return cameras[to].camera_from_rig * cameras[from].camera_from_rig.inverse();
  }
};

}  // namespace fiducia
