#pragma once

#include "fiducia/camera/camera.h"

namespace fiducia {

/// What the effects do to one frame, but for the target's bend, which moves the points before they come here:
///
///     x1 = exp(s_v turn_rows) exp(s_u turn_columns) x,     s_v = (v - (H-1)/2) / H,  s_u = (u - (W-1)/2) / W
///     x2 = x1 + (0, 0, pupil_0 theta^2 + pupil_1 theta^4),  theta: the angle of x2 to the axis (pupil.h)
///     p  = c + exp(log_focal) (project(x2) - c) + shift,    c: the principal point
struct Disturbance {
  Vector3 turn_rows = Vector3::Zero();     ///< rad per image height
  Vector3 turn_columns = Vector3::Zero();  ///< rad per image width
  double log_focal = 0;
  Vector2 shift = Vector2::Zero();  ///< px
  Vector2 pupil = Vector2::Zero();  ///< m per rad^2, m per rad^4
};

/// s_u and s_v of a pixel.
[[nodiscard]] Vector2 readout_place(ImageSize size, const Vector2& pixel);

/// Where a lens of this model has its principal point: its cx and cy, or the middle of the image.
[[nodiscard]] Vector2 principal_point(const Model& model, const double* theta, ImageSize size);

/// Pixels per radian at the middle of the image; 1 where there is no ray.
[[nodiscard]] double pixels_per_radian(const Camera& camera);

/// The largest angle to the axis of a ray in the image's corners and at the middles of its sides, rad.
[[nodiscard]] double largest_angle(const Camera& camera);

/// The pixel at which a point in the camera frame is seen: where it is read out decides how far the camera has turned,
/// so that this is found by iteration. Nothing where the lens does not see it.
[[nodiscard]] std::optional<Vector2> project_disturbed(const Camera& camera, const Disturbance& disturbance,
                                                       const Vector3& x);

}  // namespace fiducia
