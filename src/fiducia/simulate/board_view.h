#pragma once

#include <optional>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/camera/disturbed_projection.h"
#include "fiducia/core/pose.h"
#include "fiducia/simulate/target_surface.h"

namespace fiducia {

// Whether a camera has a board wholly in view, and where.

/// A camera as one frame has it.
struct FrameCamera {
  const Camera& camera;
  const Disturbance& disturbance;
  bool disturbed;

  [[nodiscard]] std::optional<Vector2> project(const Vector3& x) const {
    return disturbed ? project_disturbed(camera, disturbance, x) : camera.project(x);
  }
};

/// The pixels of all points, or nothing where one of them is not in the image.
[[nodiscard]] std::optional<std::vector<Vector2>> project_all(const FrameCamera& seen_by, const Pose& pose,
                                                              const std::vector<Vector3>& points);

struct SurfacePoint {
  Vector3 position;
  Vector3 front_normal;
};

/// Points along the edge of the board: close enough together that a lens cannot hide what is between them.
[[nodiscard]] std::vector<SurfacePoint> board_outline(const Target& target, const TargetSurface& surface,
                                                      double margin);

[[nodiscard]] bool seen_from_the_front(const FrameCamera& camera, const Pose& pose,
                                       const std::vector<SurfacePoint>& points);

}  // namespace fiducia
