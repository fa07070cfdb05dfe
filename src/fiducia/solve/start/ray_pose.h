#pragma once

#include <optional>
#include <span>

#include "fiducia/core/pose.h"
#include "fiducia/solve/start/board_plane.h"

namespace fiducia {

/// A target point and the direction (unit) in which the camera saw it.
struct RayMatch {
  Vector3 point;
  Vector3 ray;
};

/// H with H (X, Y, 1) along the rays, for the points' coordinates (X, Y) in the plane, centred and scaled to unit size;
/// up to its scale, with the sign that puts the points on their rays' side.
[[nodiscard]] std::optional<Matrix3> homography_from_rays(std::span<const RayMatch> matches, const BoardPlane& plane);

/// The pose of a flat target from the rays to its points: a homography from the plane to the sphere of directions,
/// linear, so that it needs no initial values and works beyond 90 degrees from the axis as well. Nothing where there
/// are fewer than four points, the points are collinear, or no pose has them all on their rays' side.
[[nodiscard]] std::optional<Pose> pose_from_rays(std::span<const RayMatch> matches, const BoardPlane& plane);

/// Whether the points lie (nearly) on one line, so that no pose follows from them.
[[nodiscard]] bool collinear(std::span<const Vector3> points);

}  // namespace fiducia
