#include "fiducia/simulate/target_surface.h"

#include <Eigen/Geometry>

namespace fiducia {

int front_direction(const Target& target) { return target.kind == TargetKind::kTagGrid ? 1 : -1; }

TargetSurface::TargetSurface(const Target& target, double bend_m, const Vector3& more)
    : middle_(bend_m),
      xx_(more[0] - 0.5 * bend_m),
      xy_(more[1]),
      yy_(more[2] - 0.5 * bend_m),
      front_(front_direction(target)) {
  Eigen::AlignedBox2d box;
  for (const Vector3& p : target.points) box.extend(Vector2(p.head<2>()));
  centre_ = box.center();
  scale_ = (0.5 * box.sizes()).cwiseMax(1e-12).cwiseInverse();
}

Vector3 TargetSurface::front_normal(double x, double y) const {
  const double ux = (x - centre_.x()) * scale_.x();
  const double uy = (y - centre_.y()) * scale_.y();
  const double slope_x = scale_.x() * (2 * xx_ * ux + xy_ * uy);
  const double slope_y = scale_.y() * (xy_ * ux + 2 * yy_ * uy);
  return front_ * Vector3(-slope_x, -slope_y, 1).normalized();
}

std::vector<Vector3> bent_points(const Target& target, double bend_m, const Vector3& more) {
  const TargetSurface surface(target, bend_m, more);
  std::vector<Vector3> points = target.points;
  for (Vector3& p : points) p.z() += surface.height(p.x(), p.y());
  return points;
}

}  // namespace fiducia
