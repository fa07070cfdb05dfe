#include "fiducia/evaluate/rig_matched_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "fiducia/evaluate/rig_pair_geometry.h"

namespace fiducia {
namespace {

constexpr int kPlaces = 5;  // along either side of the first camera's image

struct RowSums {
  double squares = 0;
  int count = 0;
  std::map<std::tuple<std::size_t, std::size_t, int, int>, std::pair<double, int>> places = {};  // sum, count

  [[nodiscard]] MatchedRows mean() const {
    if (count == 0) return {};
    double common = 0;
    for (const auto& [place, sum] : places) common += sum.first * sum.first / sum.second;
    return {std::sqrt(squares / count), std::sqrt(common / count), count};
  }
};

int place_along(double pixel, int length) {
  return std::clamp(static_cast<int>(kPlaces * (pixel + 0.5) / length), 0, kPlaces - 1);
}

void add_rows(const RigCalibration& rig, std::size_t a, std::size_t b, RowSums* sums) {
  const RowsOfPair rows(rig, a, b);
  const ImageSize size = rig.cameras[a].camera.image_size();
  for (const InstantFit& instant : rig.instants) {
    const auto& frames = rig.observations->instants[instant.index].frames;
    if (!frames[a] || !frames[b]) continue;
    std::map<int, Vector2> in_a;
    for (const Corner& corner : frames[a]->corners) in_a[corner.id] = corner.pixel;
    for (const Corner& corner : frames[b]->corners) {
      const auto found = in_a.find(corner.id);
      if (found == in_a.end()) continue;
      const std::optional<double> apart = rows.difference(found->second, corner.pixel);
      if (!apart) continue;
      sums->squares += *apart * *apart;
      ++sums->count;
      auto& [sum, count] =
          sums->places[{a, b, place_along(found->second.x(), size.width), place_along(found->second.y(), size.height)}];
      sum += *apart;
      ++count;
    }
  }
}

}  // namespace

RowsOfPair::RowsOfPair(const RigCalibration& rig, std::size_t a, std::size_t b)
    : camera_a_(rig.cameras[a].camera),
      camera_b_(rig.cameras[b].camera),
      b_from_a_(rig.cameras[b].camera_from_rig * rig.cameras[a].camera_from_rig.inverse()),
      rectified_(rectify_pair(b_from_a_)),
      focal_px_(rectified_focal_px(camera_a_, camera_b_)) {}

std::optional<double> RowsOfPair::difference(const Vector2& pixel_a, const Vector2& pixel_b) const {
  const auto ray_a = camera_a_.unproject(pixel_a);
  const auto ray_b = camera_b_.unproject(pixel_b);
  const double field = std::cos(kRectifiedField_rad);
  if (!ray_a || !ray_b || (rectified_.rectified_from_a * *ray_a).normalized().z() < field ||
      (rectified_.rectified_from_b * *ray_b).normalized().z() < field) {
    return std::nullopt;
  }
  return row_difference(*ray_a, *ray_b, b_from_a_, focal_px_);
}

MatchedRows matched_rows(const RigCalibration& rig, std::size_t a, std::size_t b) {
  RowSums sums;
  add_rows(rig, a, b, &sums);
  return sums.mean();
}

MatchedRows matched_rows(const RigCalibration& rig) {
  RowSums sums;
  for (std::size_t a = 0; a < rig.cameras.size(); ++a) {
    for (std::size_t b = a + 1; b < rig.cameras.size(); ++b) add_rows(rig, a, b, &sums);
  }
  return sums.mean();
}

}  // namespace fiducia
