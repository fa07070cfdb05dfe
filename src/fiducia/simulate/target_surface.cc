#include "fiducia/simulate/target_surface.h"

#include <Eigen/Geometry>

namespace fiducia {

int front_direction(const Target& target) { return target.kind == TargetKind::kTagGrid ? 1 : -1; }

TargetSurface::TargetSurface(const Target& target, double bend_m) : bend_(bend_m), front_(front_direction(target)) {
  Eigen::AlignedBox2d box;
  for (const Vector3& p : target.points) box.extend(Vector2(p.head<2>()));
  centre_ = box.center();
  scale_ = (0.5 * box.sizes()).cwiseMax(1e-12).cwiseInverse();
}

Vector3 TargetSurface::front_normal(double x, double y) const {
  const double slope_x = -bend_ * (x - centre_.x()) * scale_.x() * scale_.x();
  const double slope_y = -bend_ * (y - centre_.y()) * scale_.y() * scale_.y();
  return front_ * Vector3(-slope_x, -slope_y, 1).normalized();
}

std::vector<Vector3> bent_points(const Target& target, double bend_m) {
  const TargetSurface surface(target, bend_m);
  std::vector<Vector3> points = target.points;
  for (Vector3& p : points) p.z() += surface.height(p.x(), p.y());
  return points;
}

}  // namespace fiducia
