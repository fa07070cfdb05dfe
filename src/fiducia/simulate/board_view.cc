#include "fiducia/simulate/board_view.h"

#include "fiducia/simulate/draw_pose.h"

namespace fiducia {

std::optional<std::vector<Vector2>> project_all(const FrameCamera& seen_by, const Pose& pose,
                                                const std::vector<Vector3>& points) {
  std::vector<Vector2> pixels;
  pixels.reserve(points.size());
  const ImageSize size = seen_by.camera.image_size();
  for (const Vector3& point : points) {
    const auto u = seen_by.project(pose * point);
    if (!u || u->x() < -0.5 || u->y() < -0.5 || u->x() > size.width - 0.5 || u->y() > size.height - 0.5) {
      return std::nullopt;
    }
    pixels.push_back(*u);
  }
  return pixels;
}

std::vector<SurfacePoint> board_outline(const Target& target, const TargetSurface& surface, double margin) {
  constexpr int kSteps = 16;
  const Eigen::AlignedBox3d box = bounding_box(target.points);
  const Vector3 low = box.min() - Vector3::Constant(margin);
  const Vector3 size = box.sizes() + Vector3::Constant(2 * margin);
  std::vector<SurfacePoint> points;
  const auto add = [&](double along_x, double along_y) {
    const double x = low.x() + along_x * size.x();
    const double y = low.y() + along_y * size.y();
    points.push_back({surface.at(x, y), surface.front_normal(x, y)});
  };
  for (int i = 0; i < kSteps; ++i) {
    const double t = static_cast<double>(i) / kSteps;
    add(t, 0);
    add(1, t);
    add(1 - t, 1);
    add(0, 1 - t);
  }
  return points;
}

bool seen_from_the_front(const FrameCamera& camera, const Pose& pose, const std::vector<SurfacePoint>& points) {
  for (const SurfacePoint& point : points) {
    const Vector3 position = pose * point.position;
    if (position.dot(pose.rotation * point.front_normal) >= 0) return false;
    if (!project_all(camera, pose, {point.position})) return false;
  }
  return true;
}

}  // namespace fiducia
