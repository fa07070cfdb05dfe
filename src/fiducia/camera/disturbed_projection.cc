#include "fiducia/camera/disturbed_projection.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "fiducia/camera/pupil.h"

namespace fiducia {

Vector2 readout_place(ImageSize size, const Vector2& pixel) {
  return {(pixel.x() - 0.5 * (size.width - 1)) / size.width, (pixel.y() - 0.5 * (size.height - 1)) / size.height};
}

Vector2 principal_point(const Model& model, const double* theta, ImageSize size) {
  const int cx = model.index_of("cx");
  const int cy = model.index_of("cy");
  if (cx < 0 || cy < 0) return {0.5 * (size.width - 1), 0.5 * (size.height - 1)};
  return {theta[cx], theta[cy]};
}

double pixels_per_radian(const Camera& camera) {
  const ImageSize size = camera.image_size();
  const Vector2 middle(0.5 * (size.width - 1), 0.5 * (size.height - 1));
  const auto a = camera.unproject(middle - Vector2(1, 0));
  const auto b = camera.unproject(middle + Vector2(1, 0));
  if (!a || !b) return 1;
  return 2 / std::atan2(a->cross(*b).norm(), a->dot(*b));
}

double largest_angle(const Camera& camera) {
  const ImageSize size = camera.image_size();
  double largest = 0;
  for (const double u : {0.0, 0.5, 1.0}) {
    for (const double v : {0.0, 0.5, 1.0}) {
      const auto ray = camera.unproject({u * (size.width - 1), v * (size.height - 1)});
      if (ray) largest = std::max(largest, std::atan2(std::hypot(ray->x(), ray->y()), ray->z()));
    }
  }
  return largest;
}

std::optional<Vector2> project_disturbed(const Camera& camera, const Disturbance& disturbance, const Vector3& x) {
  constexpr int kMostSteps = 50;
  constexpr double kEnough_px = 1e-10;
  const Vector2 centre = principal_point(camera.model(), camera.parameters().data(), camera.image_size());
  std::optional<Vector2> pixel = camera.project(x);
  for (int i = 0; pixel && i < kMostSteps; ++i) {
    const Vector2 place = readout_place(camera.image_size(), *pixel);
    const Vector3 seen =
        rotation_exp(place.y() * disturbance.turn_rows) * (rotation_exp(place.x() * disturbance.turn_columns) * x);
    std::optional<Vector2> next = project_through_pupil(camera, disturbance.pupil, seen);
    if (!next) return next;
    *next = centre + std::exp(disturbance.log_focal) * (*next - centre) + disturbance.shift;
    const double moved = (*next - *pixel).norm();
    pixel = next;
    if (moved < kEnough_px) break;
  }
  return pixel;
}

}  // namespace fiducia
