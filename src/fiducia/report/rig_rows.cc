#include "fiducia/report/rig_rows.h"

#include <cmath>
#include <map>

#include "fiducia/evaluate/rig_matched_rows.h"
#include "fiducia/report/rounded.h"

namespace fiducia {
namespace {

/// The row difference of two pixels, and its standard deviation by their noise.
struct RowOfCorner {
  double difference_px = 0;
  double sigma_px = 0;
};

/// Nothing beyond the rectified images.
std::optional<RowOfCorner> row_of_corner(const RowsOfPair& rows, const Vector2& pixel_a, const Vector2& pixel_b,
                                         double noise_a, double noise_b) {
  constexpr double kStep = 0.5;  // px
  const std::optional<double> middle = rows.difference(pixel_a, pixel_b);
  if (!middle) return std::nullopt;
  double variance = 0;
  for (int i = 0; i < 4; ++i) {
    const Vector2 step = kStep * Vector2::Unit(i % 2);
    const Vector2 none = Vector2::Zero();
    const auto up = rows.difference(pixel_a + (i < 2 ? step : none), pixel_b + (i < 2 ? none : step));
    const auto down = rows.difference(pixel_a - (i < 2 ? step : none), pixel_b - (i < 2 ? none : step));
    if (!up || !down) return std::nullopt;
    variance += std::pow((i < 2 ? noise_a : noise_b) * (*up - *down) / (2 * kStep), 2);
  }
  return RowOfCorner{*middle, std::sqrt(variance)};
}

}  // namespace

Json rig_rows_part(const RigCalibration& rig, std::size_t a, std::size_t b,
                   const std::vector<std::vector<RigViewCorners>>& views, const std::vector<double>& noise_px) {
  constexpr double kPixelSteps = 10;
  constexpr double kRowSteps = 1e4;
  const RowsOfPair rows(rig, a, b);
  std::map<std::size_t, std::map<int, const RigCorner*>> of_b;
  for (const RigViewCorners& view : views[b]) {
    for (const RigCorner& corner : view.corners) of_b[view.instant][corner.id] = &corner;
  }
  Json corners = Json::array();
  double squares = 0;
  double variances = 0;
  for (const RigViewCorners& view : views[a]) {
    const auto others = of_b.find(view.instant);
    if (others == of_b.end()) continue;
    for (const RigCorner& corner : view.corners) {
      const auto other = others->second.find(corner.id);
      if (other == others->second.end()) continue;
      const std::optional<RowOfCorner> row =
          row_of_corner(rows, corner.undisturbed, other->second->undisturbed, noise_px[a], noise_px[b]);
      if (!row || !std::isfinite(row->difference_px)) continue;
      squares += row->difference_px * row->difference_px;
      variances += row->sigma_px * row->sigma_px;
      corners.push_back({rounded(corner.pixel.x(), kPixelSteps), rounded(corner.pixel.y(), kPixelSteps),
                         rounded(row->difference_px, kRowSteps), view.instant});
    }
  }
  if (corners.empty()) return nullptr;
  const auto count = static_cast<double>(corners.size());
  return {{"corners", std::move(corners)},
          {"rms_px", std::sqrt(squares / count)},
          {"noise_px", std::sqrt(variances / count)}};
}

}  // namespace fiducia
