#include "fiducia/report/rig_rectified.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "fiducia/core/rectify_pair.h"
#include "fiducia/evaluate/rig_pair_geometry.h"
#include "fiducia/report/rounded.h"

namespace fiducia {
namespace {

constexpr double kTenths = 10;

const RigViewCorners* view_at(const std::vector<RigViewCorners>& views, std::size_t instant) {
  const auto found =
      std::find_if(views.begin(), views.end(), [&](const RigViewCorners& view) { return view.instant == instant; });
  return found == views.end() ? nullptr : &*found;
}

/// Of the rectangle around a view's corners, as a part of the image.
double part_of_image(const RigViewCorners& view, ImageSize size) {
  Eigen::AlignedBox2d box;
  for (const RigCorner& corner : view.corners) box.extend(corner.pixel);
  return view.corners.empty() ? 0 : box.volume() / (static_cast<double>(size.width) * size.height);
}

/// One of the two rectified cameras.
struct RectifiedCamera {
  const Camera& camera;
  Matrix3 rectified_from_camera;
  double focal_px;

  /// On the plane that both share, px from the axis.
  [[nodiscard]] std::optional<Vector2> on_plane(const Vector2& pixel) const {
    const auto ray = camera.unproject(pixel);
    if (!ray) return std::nullopt;
    const Vector3 turned = rectified_from_camera * *ray;
    if (turned.z() < std::cos(kRectifiedField_rad)) return std::nullopt;
    return Vector2(focal_px * turned.head<2>() / turned.z());
  }
  [[nodiscard]] std::optional<Vector2> in_image(const Vector2& on_plane) const {
    const Vector3 ray = rectified_from_camera.transpose() * Vector3(on_plane.x(), on_plane.y(), focal_px);
    const auto pixel = camera.project(ray.normalized());
    const ImageSize size = camera.image_size();
    // Nodes beyond the border are needed too: the image ends inside their cells.
    const Vector2 border = 0.15 * Vector2(size.width, size.height);
    const bool inside = pixel && pixel->x() >= -border.x() && pixel->y() >= -border.y() &&
                        pixel->x() <= size.width + border.x() && pixel->y() <= size.height + border.y();
    return inside ? pixel : std::nullopt;
  }
  /// Where the whole image lies on the plane.
  [[nodiscard]] Eigen::AlignedBox2d extent() const {
    constexpr int kSteps = 24;
    Eigen::AlignedBox2d box;
    const ImageSize size = camera.image_size();
    for (int i = 0; i <= kSteps; ++i) {
      for (int j = 0; j <= kSteps; ++j) {
        const auto point = on_plane(
            {i * static_cast<double>(size.width) / kSteps - 0.5, j * static_cast<double>(size.height) / kSteps - 0.5});
        if (point) box.extend(*point);
      }
    }
    return box;
  }
};

Json image_part(const RectifiedCamera& camera, const std::string& name, const Eigen::AlignedBox2d& box,
                const std::vector<Vector2>& corners) {
  constexpr int kColumns = 32;
  const int rows = std::clamp(static_cast<int>(std::lround(kColumns * box.sizes().y() / box.sizes().x())), 4, 64);
  Json nodes = Json::array();
  for (int row = 0; row <= rows; ++row) {
    for (int column = 0; column <= kColumns; ++column) {
      const Vector2 at =
          box.min() + Vector2(box.sizes().x() * column / kColumns, box.sizes().y() * row / static_cast<double>(rows));
      const auto pixel = camera.in_image(at);
      nodes.push_back(pixel ? Json{rounded(pixel->x(), kTenths), rounded(pixel->y(), kTenths)} : Json(nullptr));
    }
  }
  Json places = Json::array();
  for (const Vector2& corner : corners) {
    const Vector2 place = corner - box.min();
    places.push_back({rounded(place.x(), kTenths), rounded(place.y(), kTenths)});
  }
  return {{"camera", name},
          {"width", rounded(box.sizes().x(), 1)},
          {"columns", kColumns},
          {"rows", rows},
          {"nodes", std::move(nodes)},
          {"corners", std::move(places)}};
}

}  // namespace

std::vector<RectifiedWish> rectified_wishes(const RigCalibration& rig,
                                            const std::vector<std::vector<RigViewCorners>>& views) {
  std::vector<double> worth(rig.instants.size());
  for (std::size_t c = 0; c < views.size(); ++c) {
    for (const RigViewCorners& view : views[c]) {
      worth[view.instant] +=
          1 + part_of_image(view, rig.cameras[c].camera.image_size()) / static_cast<double>(views.size());
    }
  }
  std::vector<std::size_t> order(worth.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return worth[i] > worth[j]; });
  std::vector<RectifiedWish> wishes;
  for (std::size_t a = 0; a < views.size(); ++a) {
    for (std::size_t b = a + 1; b < views.size(); ++b) {
      const auto found = std::find_if(order.begin(), order.end(), [&](std::size_t i) {
        return view_at(views[a], i) != nullptr && view_at(views[b], i) != nullptr;
      });
      if (found != order.end()) wishes.push_back({a, b, *found});
    }
  }
  return wishes;
}

Json rectified_part(const RigCalibration& rig, const RectifiedWish& wish,
                    const std::vector<std::vector<RigViewCorners>>& views) {
  const RigCameraFit& a = rig.cameras[wish.a];
  const RigCameraFit& b = rig.cameras[wish.b];
  const RectifiedPair pair = rectify_pair(b.camera_from_rig * a.camera_from_rig.inverse());
  const double focal = rectified_focal_px(a.camera, b.camera);
  const RectifiedCamera of_a{a.camera, pair.rectified_from_a, focal};
  const RectifiedCamera of_b{b.camera, pair.rectified_from_b, focal};
  Eigen::AlignedBox2d box_a = of_a.extent();
  Eigen::AlignedBox2d box_b = of_b.extent();
  const double top = std::max(box_a.min().y(), box_b.min().y());
  const double bottom = std::min(box_a.max().y(), box_b.max().y());
  const RigViewCorners* view_a = view_at(views[wish.a], wish.instant);
  const RigViewCorners* view_b = view_at(views[wish.b], wish.instant);
  if (box_a.isEmpty() || box_b.isEmpty() || !(bottom - top > 1) || view_a == nullptr || view_b == nullptr) {
    return nullptr;
  }
  for (Eigen::AlignedBox2d* box : {&box_a, &box_b}) {
    box->min().y() = top;
    box->max().y() = bottom;
  }
  std::map<int, Vector2> in_b;
  for (const RigCorner& corner : view_b->corners) in_b[corner.id] = corner.undisturbed;
  std::vector<Vector2> corners_a;
  std::vector<Vector2> corners_b;
  for (const RigCorner& corner : view_a->corners) {
    const auto other = in_b.find(corner.id);
    if (other == in_b.end()) continue;
    const auto place_a = of_a.on_plane(corner.undisturbed);
    const auto place_b = of_b.on_plane(other->second);
    if (!place_a || !place_b) continue;
    corners_a.push_back(*place_a);
    corners_b.push_back(*place_b);
  }
  return {{"instant", wish.instant},
          {"height", rounded(bottom - top, 1)},
          {"images", {image_part(of_a, a.name, box_a, corners_a), image_part(of_b, b.name, box_b, corners_b)}}};
}

}  // namespace fiducia
