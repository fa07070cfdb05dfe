#pragma once

#include <optional>

#include "fiducia/camera/camera.h"

namespace fiducia {

// A lens whose entrance pupil lies elsewhere on the axis for rays of another angle: the rays of the image do not meet
// in one point. For a scene far away nothing of it is left, and the camera projects as it says; a near point is seen as
//
//     x2 = x + (0, 0, s(theta)),   s(theta) = a theta^2 + b theta^4,   theta: the angle of x2 to the axis
//
// so that the ray of a pixel is the straight line from (0, 0, -s(theta)) in the direction that the camera unprojects it
// to. A pupil is (a, b): m per rad^2, m per rad^4.

/// s(theta), m.
[[nodiscard]] double pupil_offset(const Vector2& pupil, double theta);

/// s for the direction of a ray.
[[nodiscard]] double pupil_offset(const Vector2& pupil, const Vector3& ray);

/// x2, with its derivatives.
struct ThroughPupil {
  Vector3 point;
  Eigen::RowVector3d z_by_point;  ///< d x2.z / d x
  Eigen::RowVector2d z_by_pupil;  ///< d x2.z / d pupil
};

/// Nothing for a point so near that no one ray goes through it.
[[nodiscard]] std::optional<ThroughPupil> through_pupil(const Vector2& pupil, const Vector3& x);

/// The pixel of a point at its place; nothing where the camera does not see it.
[[nodiscard]] std::optional<Vector2> project_through_pupil(const Camera& camera, const Vector2& pupil,
                                                           const Vector3& x);

/// The camera as it maps directions to points at one distance from the origin: project() takes directions, and
/// unproject() gives the unit direction in which the point at that distance lies. Infinite: the camera itself.
[[nodiscard]] Camera at_distance(const Camera& camera, const Vector2& pupil, double distance_m);

/// How far the pixels of points at a distance are from where the camera alone has them, at most over the image, px.
[[nodiscard]] double pupil_effect_px(const Camera& camera, const Vector2& pupil, double distance_m);

}  // namespace fiducia
