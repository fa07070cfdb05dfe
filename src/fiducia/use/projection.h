#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fiducia/camera/camera.h"

namespace fiducia {

/// How an image without lens distortion is laid out. Each maps a ray to a plane at focal length 1 on which a small
/// patch round the axis keeps its size; x right, y down, z forward.
enum class Projection {
  kPinhole,          ///< (x/z, y/z): straight lines stay straight; less than 180 degrees
  kEquirectangular,  ///< (longitude, latitude): the whole sphere
  kCylindrical,      ///< (longitude, tan latitude): vertical lines stay straight; all round, but not up and down
  kStereographic,    ///< 2 tan(theta/2) from the axis: angles stay, circles stay circles
};

[[nodiscard]] std::string_view name_of(Projection projection);
[[nodiscard]] std::string_view formula_of(Projection projection);
/// Throws an Error that lists the names.
[[nodiscard]] Projection projection_named(std::string_view name);
[[nodiscard]] std::string projection_names();  ///< "pinhole, equirectangular, ..."

/// Where a ray of any length falls on the plane; nothing where the projection does not reach.
[[nodiscard]] std::optional<Vector2> onto_plane(Projection projection, const Vector3& ray);
/// The unit ray of a place on the plane; nothing where there is none, beyond +-180 degrees of longitude for example.
[[nodiscard]] std::optional<Vector3> from_plane(Projection projection, const Vector2& place);

/// A camera without distortion: the pixel of a ray is focal_px times its place on the plane, beside the centre. Rays
/// are those of the source, which it may be turned against.
struct OutputCamera {
  Projection projection = Projection::kPinhole;
  ImageSize image_size = {};
  double focal_px = 0;  ///< pixels per radian on the axis
  Vector2 centre = Vector2::Zero();
  Matrix3 output_from_source = Matrix3::Identity();

  [[nodiscard]] std::optional<Vector2> project(const Vector3& ray) const;
  [[nodiscard]] std::optional<Vector3> unproject(const Vector2& pixel) const;
};

/// Whether a pixel lies on an image of this size, borders of the outer pixels included.
[[nodiscard]] bool in_image(ImageSize size, const Vector2& pixel);

}  // namespace fiducia
