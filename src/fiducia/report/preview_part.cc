#include "fiducia/report/preview_part.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "fiducia/report/rounded.h"

namespace fiducia {
namespace {

constexpr double kSteps = 10;
constexpr int kCellsAlongTheWidth = 32;

/// The tangent of the angle between the rays of a pixel and of the middle, at most that of 60 degrees.
std::optional<double> half_width(const Camera& camera) {
  constexpr double kWidest = 60 * std::numbers::pi / 180;
  const ImageSize size = camera.image_size();
  const Vector2 middle(0.5 * (size.width - 1), 0.5 * (size.height - 1));
  const std::optional<Vector3> axis = camera.unproject(middle);
  if (!axis) return std::nullopt;
  // The border may lie beyond the model's domain.
  for (double part = 1; part > 0.1; part -= 0.05) {
    double widest = 0;
    bool known = true;
    for (const double side : {-0.5, 0.5}) {
      const std::optional<Vector3> ray = camera.unproject(middle + Vector2(part * side * size.width, 0));
      known = known && ray.has_value();
      if (ray) widest = std::max(widest, std::acos(std::clamp(ray->dot(*axis), -1.0, 1.0)));
    }
    if (known) return std::tan(std::min(widest, kWidest));
  }
  return std::nullopt;
}

/// The pinhole camera: looks along the z axis, its principal point in the middle.
struct Pinhole {
  double focal_px;
  Vector2 middle;

  [[nodiscard]] Vector3 ray(const Vector2& pixel) const {
    return Vector3((pixel.x() - middle.x()) / focal_px, (pixel.y() - middle.y()) / focal_px, 1).normalized();
  }
  [[nodiscard]] std::optional<Vector2> project(const Vector3& ray) const {
    if (!(ray.z() > 0)) return std::nullopt;
    return Vector2(middle.x() + focal_px * ray.x() / ray.z(), middle.y() + focal_px * ray.y() / ray.z());
  }
};

Json pixel_array(const std::optional<Vector2>& pixel) {
  if (!pixel || !pixel->allFinite()) return nullptr;
  return {rounded(pixel->x(), kSteps), rounded(pixel->y(), kSteps)};
}

/// Corners that lie in one row or column of the target, in its order.
std::vector<std::vector<const Corner*>> lines_through(const Target& target, const UsedFrame& frame) {
  constexpr double kSame = 1e-6;  // metres
  std::map<std::pair<int, long>, std::vector<const Corner*>> lines;
  for (const UsedCorner& corner : frame.corners) {
    const Vector3& point = target.points[static_cast<std::size_t>(corner.seen->id)];
    for (const int axis : {0, 1}) lines[{axis, std::lround(point[axis] / kSame)}].push_back(corner.seen);
  }
  std::vector<std::vector<const Corner*>> sorted;
  for (auto& [place, corners] : lines) {
    if (corners.size() < 3) continue;
    const int along = 1 - place.first;
    std::sort(corners.begin(), corners.end(), [&](const Corner* a, const Corner* b) {
      return target.points[static_cast<std::size_t>(a->id)][along] <
             target.points[static_cast<std::size_t>(b->id)][along];
    });
    sorted.push_back(std::move(corners));
  }
  return sorted;
}

}  // namespace

Json preview_part(const EvaluatedCalibration& calibration, const Target& target, const UsedFrame& frame) {
  const Camera& camera = calibration.camera;
  const ImageSize size = camera.image_size();
  const std::optional<double> half = half_width(camera);
  if (!half) return nullptr;
  const Pinhole pinhole{0.5 * size.width / *half, {0.5 * (size.width - 1), 0.5 * (size.height - 1)}};
  const int columns = kCellsAlongTheWidth;
  const int rows = std::max(4, static_cast<int>(std::lround(columns * static_cast<double>(size.height) / size.width)));
  Json nodes = Json::array();
  for (int row = 0; row <= rows; ++row) {
    for (int column = 0; column <= columns; ++column) {
      const Vector2 pixel(column * static_cast<double>(size.width) / columns - 0.5,
                          row * static_cast<double>(size.height) / rows - 0.5);
      nodes.push_back(pixel_array(camera.project(pinhole.ray(pixel))));
    }
  }
  Json lines = Json::array();
  for (const std::vector<const Corner*>& corners : lines_through(target, frame)) {
    Json before = Json::array();
    Json after = Json::array();
    for (const Corner* corner : corners) {
      const std::optional<Vector3> ray = camera.unproject(corner->pixel);
      before.push_back(pixel_array(corner->pixel));
      after.push_back(pixel_array(ray ? pinhole.project(*ray) : std::nullopt));
    }
    lines.push_back({{"before", std::move(before)}, {"after", std::move(after)}});
  }
  return {{"frame", frame.seen->name},
          {"columns", columns},
          {"rows", rows},
          {"nodes", std::move(nodes)},
          {"lines", std::move(lines)}};
}

}  // namespace fiducia
