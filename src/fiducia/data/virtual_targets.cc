#include "fiducia/data/virtual_targets.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace fiducia {
namespace {

std::vector<Tile> board_tiles(int corner_columns, int corner_rows) {
  std::vector<Tile> tiles;
  for (int row = 0; row + 1 < corner_rows; row += 2) {
    for (int column = 0; column + 1 < corner_columns; column += 2) {
      const int first = row * corner_columns + column;
      tiles.push_back({first, first + 1, first + corner_columns, first + corner_columns + 1});
    }
  }
  return tiles;
}

std::vector<Tile> tag_tiles(int tags) {
  std::vector<Tile> tiles;
  for (int tag = 0; tag < tags; ++tag) tiles.push_back({4 * tag, 4 * tag + 1, 4 * tag + 2, 4 * tag + 3});
  return tiles;
}

/// Values that differ by less than this part of the target's extent are the same line of the lattice.
constexpr double kSameLine = 1e-4;
/// How far from a whole multiple of the spacing a line of an even lattice may lie.
constexpr double kEven = 0.05;
/// So many lines of an even lattice may be missing, for each that is there. (The lines of a tag grid can be whole
/// multiples of its gap: there, most would be.)
constexpr double kMostMissing = 0.25;

/// The lines of a lattice along one axis.
class LatticeLines {
 public:
  explicit LatticeLines(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const double tolerance = kSameLine * (values.back() - values.front());
    for (const double value : values) {
      if (lines_.empty() || value - lines_.back() > tolerance) lines_.push_back(value);
    }
    numbers_.resize(lines_.size());
    std::iota(numbers_.begin(), numbers_.end(), 0);
    number_evenly();
  }

  /// The number of the line that the value lies on.
  [[nodiscard]] int number(double value) const {
    const auto above = std::lower_bound(lines_.begin(), lines_.end(), value);
    auto nearest = above == lines_.end() ? above - 1 : above;
    if (nearest != lines_.begin() && value - *(nearest - 1) < std::abs(*nearest - value)) --nearest;
    return numbers_[static_cast<std::size_t>(nearest - lines_.begin())];
  }

 private:
  /// Where the lines are evenly spaced, a line that was never seen keeps its number.
  void number_evenly() {
    double spacing = lines_.back() - lines_.front();
    for (std::size_t i = 1; i < lines_.size(); ++i) spacing = std::min(spacing, lines_[i] - lines_[i - 1]);
    if (!(spacing > 0)) return;
    std::vector<int> even;
    for (const double line : lines_) {
      const double steps = (line - lines_.front()) / spacing;
      if (std::abs(steps - std::round(steps)) > kEven) return;
      even.push_back(static_cast<int>(std::lround(steps)));
    }
    if (even.back() + 1 <= (1 + kMostMissing) * static_cast<double>(lines_.size())) numbers_ = std::move(even);
  }

  std::vector<double> lines_;
  std::vector<int> numbers_;
};

/// The two coordinates in which the points spread most, in their order.
std::array<int, 2> spread_axes(const std::vector<Vector3>& points) {
  Vector3 low = points.front();
  Vector3 high = points.front();
  for (const Vector3& point : points) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  int thinnest = 0;
  (high - low).minCoeff(&thinnest);
  if ((high - low)[2] <= (high - low)[thinnest]) thinnest = 2;
  return {thinnest == 0 ? 1 : 0, thinnest == 2 ? 1 : 2};
}

std::vector<Tile> lattice_tiles(const std::vector<Vector3>& points) {
  std::vector<Vector3> known;
  for (const Vector3& point : points) {
    if (point.allFinite()) known.push_back(point);
  }
  if (known.size() < 4) return {};
  const std::array<int, 2> axes = spread_axes(known);
  const auto lines_along = [&](int axis) {
    std::vector<double> values;
    for (const Vector3& point : known) values.push_back(point[axis]);
    return LatticeLines(std::move(values));
  };
  const LatticeLines columns = lines_along(axes[0]);
  const LatticeLines rows = lines_along(axes[1]);
  std::map<std::pair<int, int>, int> ids;  // by (row, column)
  for (std::size_t id = 0; id < points.size(); ++id) {
    if (!points[id].allFinite()) continue;
    const std::pair<int, int> place(rows.number(points[id][axes[1]]), columns.number(points[id][axes[0]]));
    if (!ids.emplace(place, static_cast<int>(id)).second) return {};  // two points in one place: no lattice
  }
  std::vector<Tile> tiles;
  for (const auto& [place, id] : ids) {
    const auto [row, column] = place;
    if (row % 2 != 0 || column % 2 != 0) continue;
    const auto right = ids.find({row, column + 1});
    const auto below = ids.find({row + 1, column});
    const auto across = ids.find({row + 1, column + 1});
    if (right == ids.end() || below == ids.end() || across == ids.end()) continue;
    tiles.push_back({id, right->second, below->second, across->second});
  }
  return tiles;
}

/// Rows of one kind and rows of the other are a lattice each.
std::vector<Tile> staggered_tiles(int columns, int rows) {
  std::vector<Tile> tiles;
  for (const int first : {0, 1}) {
    for (Tile tile : board_tiles(columns, (rows + 1 - first) / 2)) {
      for (int& id : tile) id = (2 * (id / columns) + first) * columns + id % columns;
      tiles.push_back(tile);
    }
  }
  return tiles;
}

}  // namespace

std::vector<Tile> virtual_targets(const Target& target) {
  switch (target.kind) {
    case TargetKind::kChessboard: return board_tiles(target.columns, target.rows);
    case TargetKind::kCharuco: return board_tiles(target.columns - 1, target.rows - 1);
    case TargetKind::kTagGrid: return tag_tiles(target.columns * target.rows);
    case TargetKind::kCircles: return board_tiles(target.columns, target.rows);
    case TargetKind::kStaggered: return staggered_tiles(target.columns, target.rows);
    case TargetKind::kPoints: return lattice_tiles(target.points);
  }
  return {};
}

}  // namespace fiducia
