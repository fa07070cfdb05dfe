#include "benchmarks/detectors/wide_lens.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>
#include <vector>

#include "fiducia/core/random.h"
#include "fiducia/detect/detect_corners.h"
#include "fiducia/detect/target_markers.h"
#include "fiducia/simulate/render.h"
#include "fiducia/simulate/target_pattern.h"

namespace fiducia::bench {
namespace {

constexpr double kRadian = std::numbers::pi / 180;
constexpr int kPatch_px = 70;

Camera lens(const WideLensCase& conditions) {
  const double half = 0.5 * conditions.field_deg * kRadian;
  const double k1 = -0.01;
  const double focal_px = 0.5 * conditions.width_px / (half * (1 + k1 * half * half));
  return {"fisheye",
          {{"fx", focal_px},
           {"fy", focal_px},
           {"cx", 0.5 * conditions.width_px - 0.3},
           {"cy", 0.5 * conditions.height_px + 0.2},
           {"k1", k1},
           {"k2", 0},
           {"k3", 0},
           {"k4", 0}},
          {conditions.width_px, conditions.height_px}};
}

struct Extent {
  Vector3 centre;
  Vector2 half;
};

Extent extent_of(const Target& target) {
  Vector3 low = target.points.front();
  Vector3 high = low;
  for (const Vector3& point : target.points) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  return {0.5 * (low + high), 0.5 * (high - low).head<2>()};
}

/// So near that its sides are where the image ends, or, as a plane never reaches 90 degrees, 66 degrees off the axis;
/// then tilted and shifted, which takes one side further out, beyond the plane of the camera if need be.
Pose near_pose(const WideLensCase& conditions, RandomStream& random) {
  const Extent extent = extent_of(conditions.target);
  const double share = conditions.whole_board ? 0.7 : 1;
  const double aspect = static_cast<double>(conditions.height_px) / conditions.width_px;
  const double most = (conditions.whole_board ? 52 : 66) * kRadian;
  const double across = std::min(0.5 * conditions.field_deg * kRadian * share, most);
  const double down = std::min(0.5 * conditions.field_deg * kRadian * share * aspect, most);
  const double distance = std::max(extent.half.x() / std::tan(across), extent.half.y() / std::tan(down));
  const double tilt = (conditions.whole_board ? 8 : 20) * kRadian * random.uniform();
  const double axis = 2 * std::numbers::pi * random.uniform();
  const double roll = (2 * random.uniform() - 1) * (conditions.whole_board ? 4 : 15) * kRadian;
  const double shift = conditions.whole_board ? 0.05 : 0.3;
  Eigen::Matrix3d rotation =
      (Eigen::AngleAxisd(tilt, Vector3(std::cos(axis), std::sin(axis), 0)) * Eigen::AngleAxisd(roll, Vector3::UnitZ()))
          .toRotationMatrix();
  if (front_direction(conditions.target) > 0) rotation = rotation * Vector3(1, -1, -1).asDiagonal();
  const Vector3 place{(2 * random.uniform() - 1) * shift * distance, (2 * random.uniform() - 1) * shift * distance,
                      distance};
  Pose pose;
  pose.rotation = rotation;
  pose.translation = place - rotation * extent.centre;
  return pose;
}

/// Where a corner comes to lie, if it can be seen there.
std::optional<Vector2> visible(const Camera& camera, const Pose& pose, const Target& target, const Vector3& point) {
  const auto project = [&](double x, double y) -> std::optional<Vector2> {
    const Vector3 at = pose * (point + target.spacing_m * Vector3(x, y, 0));
    const auto pixel = camera.project(at);
    return pixel ? std::optional<Vector2>(*pixel) : std::nullopt;
  };
  const auto here = project(0, 0);
  const auto right = project(0.25, 0);
  const auto left = project(-0.25, 0);
  const auto down = project(0, 0.25);
  const auto up = project(0, -0.25);
  if (!here || !right || !left || !down || !up) return std::nullopt;
  constexpr double kMargin_px = 8;
  const ImageSize size = camera.image_size();
  if (here->x() < kMargin_px || here->y() < kMargin_px || here->x() > size.width - 1 - kMargin_px ||
      here->y() > size.height - 1 - kMargin_px) {
    return std::nullopt;
  }
  const Vector2 u = 2 * (*right - *left);
  const Vector2 v = 2 * (*down - *up);
  const double area = std::abs(u.x() * v.y() - u.y() * v.x());
  const double least_px = target.kind == TargetKind::kTagGrid ? 20 : 8;
  return area / std::max(u.norm(), v.norm()) >= least_px ? here : std::nullopt;
}

struct Patch {
  int left, top;
  [[nodiscard]] bool hides(const Vector2& pixel) const {
    constexpr double kMargin_px = 16;  // what a corner is measured in
    return pixel.x() > left - kMargin_px && pixel.x() < left + kPatch_px + kMargin_px && pixel.y() > top - kMargin_px &&
           pixel.y() < top + kPatch_px + kMargin_px;
  }
};

/// Markers of the board on white paper, somewhere.
std::vector<Patch> paste_markers(std::vector<std::uint8_t>& bytes, const WideLensCase& conditions,
                                 const std::vector<Marker>& markers, RandomStream& random) {
  std::vector<Patch> patches;
  for (int i = 0; i < conditions.false_markers; ++i) {
    const Patch patch{static_cast<int>(random.uniform() * (conditions.width_px - kPatch_px)),
                      static_cast<int>(random.uniform() * (conditions.height_px - kPatch_px))};
    const Marker& marker = markers[static_cast<std::size_t>(random.uniform() * static_cast<double>(markers.size()))];
    const int cell_px = (kPatch_px - 14) / marker.side;
    const int border_px = (kPatch_px - cell_px * marker.side) / 2;
    for (int y = 0; y < kPatch_px; ++y) {
      for (int x = 0; x < kPatch_px; ++x) {
        const int column = x - border_px >= 0 ? (x - border_px) / cell_px : -1;
        const int row = y - border_px >= 0 ? (y - border_px) / cell_px : -1;
        const bool inside = column >= 0 && row >= 0 && column < marker.side && row < marker.side;
        bytes[static_cast<std::size_t>((patch.top + y) * conditions.width_px + patch.left + x)] =
            inside && !marker.is_white(column, row) ? 30 : 220;
      }
    }
    patches.push_back(patch);
  }
  return patches;
}

/// A tag is known by its code, all of which must be in view.
void keep_whole_tags(std::set<int>& corners) {
  const std::set<int> all = corners;
  std::erase_if(corners, [&](int id) {
    const int first = id / 4 * 4;
    return !all.contains(first) || !all.contains(first + 1) || !all.contains(first + 2) || !all.contains(first + 3);
  });
}

}  // namespace

DetectorAccuracy wide_lens_accuracy(const WideLensCase& conditions) {
  const Target& target = conditions.target;
  const Camera camera = lens(conditions);
  RenderOptions options;
  options.sensor.read_noise = 0.01;
  options.seed = conditions.seed;
  const RayTable rays(camera, ray_border_px(options), 0);
  const std::vector<Marker> markers = target_markers(target);
  const PatternGrid pattern = target_pattern(target, markers, default_margin_m(target));
  const TargetSurface surface(target, 0);
  DetectorAccuracy result;
  double squares_sum = 0;
  for (int i = 0; i < conditions.pictures; ++i) {
    RandomStream random(conditions.seed, static_cast<std::uint64_t>(i));
    const Pose pose = near_pose(conditions, random);
    const GrayImage image = render(rays, pattern, surface, pose, options, static_cast<std::uint64_t>(i));
    std::vector<std::uint8_t> bytes(image.pixels.begin(), image.pixels.end());
    const std::vector<Patch> patches = paste_markers(bytes, conditions, markers, random);
    const FoundCorners found = detect_corners({bytes.data(), image.width, image.height}, target);
    ++result.pictures;
    result.found_pictures += found.corners.empty() ? 0 : 1;
    std::set<int> to_be_seen;
    for (std::size_t id = 0; id < target.points.size(); ++id) {
      const std::optional<Vector2> pixel = visible(camera, pose, target, target.points[id]);
      if (!pixel || std::any_of(patches.begin(), patches.end(), [&](const Patch& p) { return p.hides(*pixel); }))
        continue;
      to_be_seen.insert(static_cast<int>(id));
    }
    if (target.kind == TargetKind::kTagGrid) keep_whole_tags(to_be_seen);
    result.corners += static_cast<int>(to_be_seen.size());
    for (const Corner& seen : found.corners) {
      const auto truth = camera.project(pose * target.points[static_cast<std::size_t>(seen.id)]);
      const Vector2 off = seen.pixel - truth.value_or(Vector2::Constant(-1e3));
      squares_sum += off.squaredNorm();
      result.mean_x_px += off.x();
      result.mean_y_px += off.y();
      result.worst_px = std::max(result.worst_px, off.norm());
      result.found_corners += to_be_seen.contains(seen.id) ? 1 : 0;
      ++result.all_corners;
    }
  }
  const double count = std::max(1, result.all_corners);
  result.rms_px = std::sqrt(squares_sum / (2 * count));
  result.mean_x_px /= count;
  result.mean_y_px /= count;
  return result;
}

}  // namespace fiducia::bench
