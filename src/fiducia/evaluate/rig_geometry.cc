#include "fiducia/evaluate/rig_geometry.h"

#include <utility>

namespace fiducia {

RigGeometry rig_geometry(const RigCalibration& rig) {
  RigGeometry geometry;
  for (const RigCameraFit& camera : rig.cameras) {
    geometry.cameras.push_back(camera.camera);
    geometry.camera_from_rig.push_back(camera.camera_from_rig);
  }
  geometry.layout = rig.layout;
  return geometry;
}

RigGeometry rig_geometry(std::vector<Camera> cameras, std::vector<Pose> camera_from_rig) {
  std::vector<int> sizes;
  for (const Camera& camera : cameras) sizes.push_back(camera.model().size());
  return {std::move(cameras), std::move(camera_from_rig), RigLayout(std::move(sizes), 0)};
}

}  // namespace fiducia
