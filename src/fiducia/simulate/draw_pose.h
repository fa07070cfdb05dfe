#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "fiducia/core/random.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia {

[[nodiscard]] Eigen::AlignedBox3d bounding_box(const std::vector<Vector3>& points);

/// Turns an upright target so that its front looks at the camera.
[[nodiscard]] Matrix3 facing_the_camera(const Target& target);

/// One draw of camera_from_target, in view or not. facing: facing_the_camera(); centre: of the target.
[[nodiscard]] Pose draw_pose(RandomStream& random, const PoseSampling& sampling, const Matrix3& facing,
                             const Vector3& centre);

}  // namespace fiducia
