#include "fiducia/detect/seen_quads.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace fiducia {
namespace {

Vector2 centre(const std::array<Vector2, 4>& quad) { return 0.25 * (quad[0] + quad[1] + quad[2] + quad[3]); }

double mean_side(const std::array<Vector2, 4>& quad) {
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i) sum += (quad[(i + 1) % 4] - quad[i]).norm();
  return sum / 4;
}

/// Whether what one says of the other's place holds, within what perspective and lens add over the distance.
bool agree(const SeenQuad& a, const SeenQuad& b) {
  const double sides_apart = (centre(b.board) - centre(a.board)).norm() / mean_side(a.board);
  constexpr double kMostSidesApart = 4;
  if (sides_apart > kMostSidesApart || sides_apart < 0.5) return false;
  const double tolerance_px = (0.25 + 0.1 * sides_apart) * std::max(mean_side(a.pixel), mean_side(b.pixel));
  return (a.predict(centre(b.board)) - centre(b.pixel)).norm() < tolerance_px &&
         (b.predict(centre(a.board)) - centre(a.pixel)).norm() < tolerance_px;
}

}  // namespace

Vector2 SeenQuad::predict(const Vector2& on_board) const {
  // Eight equations for the eight free entries of the homography; about the centre, so that the numbers stay small.
  const Vector2 origin = centre(board);
  const double unit = mean_side(board);
  Eigen::Matrix<double, 8, 8> equations;
  Eigen::Matrix<double, 8, 1> right;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vector2 p = (board[i] - origin) / unit;
    const auto r = static_cast<Eigen::Index>(2 * i);
    equations.row(r) << p.x(), p.y(), 1, 0, 0, 0, -p.x() * pixel[i].x(), -p.y() * pixel[i].x();
    equations.row(r + 1) << 0, 0, 0, p.x(), p.y(), 1, -p.x() * pixel[i].y(), -p.y() * pixel[i].y();
    right.segment<2>(r) = pixel[i];
  }
  const Eigen::Matrix<double, 8, 1> h = equations.partialPivLu().solve(right);
  const Vector2 p = (on_board - origin) / unit;
  const double w = h[6] * p.x() + h[7] * p.y() + 1;
  return {(h[0] * p.x() + h[1] * p.y() + h[2]) / w, (h[3] * p.x() + h[4] * p.y() + h[5]) / w};
}

std::vector<SeenQuad> consistent_quads(const std::vector<SeenQuad>& quads) {
  std::vector<std::size_t> group(quads.size());
  for (std::size_t i = 0; i < quads.size(); ++i) group[i] = i;
  for (std::size_t i = 0; i < quads.size(); ++i) {
    for (std::size_t j = i + 1; j < quads.size(); ++j) {
      if (group[i] == group[j] || !agree(quads[i], quads[j])) continue;
      const std::size_t from = group[j];
      std::replace(group.begin(), group.end(), from, group[i]);
    }
  }
  std::map<std::size_t, int> sizes;
  for (const std::size_t g : group) ++sizes[g];
  const auto largest =
      std::max_element(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  std::map<int, SeenQuad> kept;
  std::set<int> in_two_places;
  for (std::size_t i = 0; i < quads.size(); ++i) {
    if (group[i] != largest->first) continue;
    const auto [known, is_new] = kept.try_emplace(quads[i].id, quads[i]);
    if (is_new) continue;
    const double apart = (centre(known->second.pixel) - centre(quads[i].pixel)).norm();
    if (apart > 0.3 * mean_side(quads[i].pixel)) in_two_places.insert(quads[i].id);
    // The same outline, found twice: the outer one is the marker's.
    if (mean_side(quads[i].pixel) > mean_side(known->second.pixel)) known->second = quads[i];
  }
  std::vector<SeenQuad> result;
  for (const auto& [id, quad] : kept) {
    if (!in_two_places.contains(id)) result.push_back(quad);
  }
  return result;
}

}  // namespace fiducia
