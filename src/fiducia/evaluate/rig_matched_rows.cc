#include "fiducia/evaluate/rig_matched_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "fiducia/core/rectify_pair.h"
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
  const RigGeometry geometry = rig_geometry(rig);
  const Pose b_from_a = geometry.b_from_a(a, b);
  const RectifiedPair rectified = rectify_pair(b_from_a);
  const double focal = rectified_focal_px(geometry.cameras[a], geometry.cameras[b]);
  const double field = std::cos(kRectifiedField_rad);
  for (const InstantFit& instant : rig.instants) {
    const auto& frames = rig.observations->instants[instant.index].frames;
    if (!frames[a] || !frames[b]) continue;
    std::map<int, Vector2> in_a;
    for (const Corner& corner : frames[a]->corners) in_a[corner.id] = corner.pixel;
    for (const Corner& corner : frames[b]->corners) {
      const auto found = in_a.find(corner.id);
      if (found == in_a.end()) continue;
      const auto ray_a = geometry.cameras[a].unproject(found->second);
      const auto ray_b = geometry.cameras[b].unproject(corner.pixel);
      if (!ray_a || !ray_b) continue;
      if ((rectified.rectified_from_a * *ray_a).normalized().z() < field) continue;
      if ((rectified.rectified_from_b * *ray_b).normalized().z() < field) continue;
      const double apart = row_difference(*ray_a, *ray_b, b_from_a, focal);
      sums->squares += apart * apart;
      ++sums->count;
      const ImageSize size = geometry.cameras[a].image_size();
      auto& [sum, count] =
          sums->places[{a, b, place_along(found->second.x(), size.width), place_along(found->second.y(), size.height)}];
      sum += apart;
      ++count;
    }
  }
}

}  // namespace

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
