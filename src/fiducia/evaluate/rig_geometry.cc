#include "fiducia/evaluate/rig_geometry.h"

#include <utility>

namespace fiducia {

MappingErrorOptions RigGeometry::mapping_of(std::size_t camera) const {
  MappingErrorOptions mapping;
  if (camera < lit.size()) mapping.grid.region = lit[camera];
  return mapping;
}

bool RigGeometry::is_lit(std::size_t camera, const Vector2& pixel) const {
  return camera >= lit.size() || !lit[camera] || lit[camera](pixel) > 0;
}

RigGeometry rig_geometry(const RigCalibration& rig) {
  RigGeometry geometry = given_geometry(rig);
  geometry.layout = rig.layout;
  return geometry;
}

RigGeometry given_geometry(const RigCalibration& rig) {
  std::vector<Camera> cameras;
  std::vector<Pose> poses;
  for (const RigCameraFit& camera : rig.cameras) {
    cameras.push_back(camera.camera);
    poses.push_back(camera.camera_from_rig);
  }
  RigGeometry geometry = rig_geometry(std::move(cameras), std::move(poses));
  for (const RigCamera& camera : rig.observations->cameras) {
    const auto& circle = camera.image_circle;
    geometry.lit.push_back(circle ? disc_region(circle->centre, circle->radius_px) : RegionWeight());
  }
  return geometry;
}

RigGeometry rig_geometry(std::vector<Camera> cameras, std::vector<Pose> camera_from_rig) {
  std::vector<int> sizes;
  for (const Camera& camera : cameras) sizes.push_back(camera.model().size());
  return {std::move(cameras), std::move(camera_from_rig), RigLayout(std::move(sizes), 0)};
}

}  // namespace fiducia
