#include "fiducia/solve/start/base_lens.h"

#include <cmath>

#include "fiducia/camera/registry.h"

namespace fiducia {
namespace {

constexpr double kWidestAngle = 2.4;  // rad from the axis; no lens sees 275 degrees

}  // namespace

std::optional<Vector3> BaseLens::unproject(const Vector2& u) const {
  const Vector2 a = (u - centre) / f;
  if (family == LensFamily::kRectilinear) return Vector3(a.x(), a.y(), 1).normalized();
  const double angle = a.norm();
  if (angle > kWidestAngle) return std::nullopt;
  const double sinc = angle > 1e-9 ? std::sin(angle) / angle : 1;
  return Vector3(sinc * a.x(), sinc * a.y(), std::cos(angle));
}

Camera BaseLens::camera(ImageSize size) const {
  const std::shared_ptr<const Model> model = make_model(family == LensFamily::kRectilinear ? "pinhole" : "fisheye");
  return {model, model->initial_parameters(f, centre.x(), centre.y()), size};
}

}  // namespace fiducia
