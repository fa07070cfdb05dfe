#include "fiducia/detect/saddle_lattice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <utility>

namespace fiducia {
namespace {

using Place = std::pair<int, int>;  // column, row
constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

double turn_between(const Vector2& a, const Vector2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Whether ahead, in the direction of an edge, the bright sector is the one on the side of growing angles.
bool bright_ahead(const SaddlePoint& point, const Vector2& direction) {
  return turn_between(direction, point.bright) * direction.dot(point.bright) > 0;
}

/// For each point, the next one along each of its four half edges: 2 edge + (0 with, 1 against the edge's vector).
class Links {
 public:
  explicit Links(const std::vector<SaddlePoint>& points) : points_(points), next_(points.size()) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (std::size_t half = 0; half < 4; ++half) next_[i][half] = nearest(i, direction(i, half));
    }
  }

  [[nodiscard]] Vector2 direction(std::size_t point, std::size_t half) const {
    return (half % 2 == 0 ? 1.0 : -1.0) * points_[point].edges[half / 2];
  }

  /// The half edge of a point that runs most in a direction.
  [[nodiscard]] std::size_t half_along(std::size_t point, const Vector2& wanted) const {
    std::size_t best = 0;
    for (std::size_t half = 1; half < 4; ++half) {
      if (direction(point, half).dot(wanted) > direction(point, best).dot(wanted)) best = half;
    }
    return best;
  }

  /// The neighbour, where it says the same of this one.
  [[nodiscard]] std::size_t mutual(std::size_t point, std::size_t half) const {
    const std::size_t other = next_[point][half];
    if (other == kNone) return kNone;
    const Vector2 back = points_[point].pixel - points_[other].pixel;
    return next_[other][half_along(other, back)] == point ? other : kNone;
  }

 private:
  [[nodiscard]] std::size_t nearest(std::size_t from, const Vector2& along) const {
    constexpr double kMostOff = 0.32;     // sine of the angle to the edge
    constexpr double kLeastAlong = 0.86;  // cosine of the angle of the other's edge
    const SaddlePoint& here = points_[from];
    const bool bright = bright_ahead(here, along);
    std::size_t best = kNone;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const Vector2 step = points_[i].pixel - here.pixel;
      const double ahead = step.dot(along);
      if (ahead <= 0 || ahead >= least) continue;
      const double aside = std::abs(turn_between(along, step));
      const double distance = ahead + 2 * aside;
      if (aside > kMostOff * ahead || distance >= least) continue;
      const Vector2 direction = step.normalized();
      const SaddlePoint& other = points_[i];
      const double runs = std::max(std::abs(other.edges[0].dot(direction)), std::abs(other.edges[1].dot(direction)));
      if (runs < kLeastAlong || bright_ahead(other, direction) == bright) continue;
      constexpr double kMostRatio = 12;  // neighbours are about as sharp and as bright
      if (std::max(other.strength, here.strength) > kMostRatio * std::min(other.strength, here.strength)) continue;
      least = distance;
      best = i;
    }
    return best;
  }

  const std::vector<SaddlePoint>& points_;
  std::vector<std::array<std::size_t, 4>> next_;
};

/// The points that are linked to a seed, by their place.
std::map<Place, std::size_t> grown_from(std::size_t seed, const Links& links, const std::vector<SaddlePoint>& points,
                                        std::vector<bool>& used) {
  struct Node {
    std::size_t point;
    Place place;
    std::array<std::size_t, 2> axes;  // half edges along +columns and +rows
  };
  std::map<Place, std::size_t> lattice;
  std::deque<Node> open;
  const bool turns_right = turn_between(links.direction(seed, 0), links.direction(seed, 2)) > 0;
  open.push_back({seed, {0, 0}, {0, turns_right ? 2U : 3U}});
  lattice[{0, 0}] = seed;
  used[seed] = true;
  while (!open.empty()) {
    const Node node = open.front();
    open.pop_front();
    for (const std::size_t axis : {0U, 1U}) {
      for (const int sign : {1, -1}) {
        const std::size_t half = sign > 0 ? node.axes[axis] : node.axes[axis] ^ 1U;
        const std::size_t other = links.mutual(node.point, half);
        if (other == kNone || used[other]) continue;
        const Place place = axis == 0 ? Place{node.place.first + sign, node.place.second}
                                      : Place{node.place.first, node.place.second + sign};
        if (lattice.contains(place)) continue;
        const Vector2 step = sign * (points[other].pixel - points[node.point].pixel);
        const auto before = lattice.find({2 * node.place.first - place.first, 2 * node.place.second - place.second});
        if (before != lattice.end()) {
          const Vector2 last = sign * (points[node.point].pixel - points[before->second].pixel);
          constexpr double kMostChange = 0.45;  // from one step to the next
          if ((step - last).norm() > kMostChange * std::max(step.norm(), last.norm())) continue;
        }
        std::array<std::size_t, 2> axes{};
        axes[axis] = links.half_along(other, step);
        const std::size_t across = axes[axis] < 2 ? 2 : 0;  // the other edge, with its vector
        const double turn = turn_between(links.direction(other, axes[axis]), links.direction(other, across));
        const bool with = (turn > 0) == (axis == 0);  // rows follow columns clockwise in the image: never mirrored
        axes[1 - axis] = with ? across : across + 1;
        lattice[place] = other;
        used[other] = true;
        open.push_back({other, place, axes});
      }
    }
  }
  return lattice;
}

/// A part of a lattice of the size of the board.
struct Window {
  int left, top, columns, rows;
};

int count_in(const std::map<Place, std::size_t>& lattice, const Window& window) {
  int points = 0;
  for (int row = window.top; row < window.top + window.rows; ++row) {
    for (int column = window.left; column < window.left + window.columns; ++column) {
      points += lattice.contains({column, row}) ? 1 : 0;
    }
  }
  return points;
}

/// Something beside the board may happen to continue it, but not along a whole side.
bool continues(const std::map<Place, std::size_t>& lattice, const Window& window) {
  const auto& [left, top, columns, rows] = window;
  return 2 * std::max(count_in(lattice, {left - 1, top, 1, rows}), count_in(lattice, {left + columns, top, 1, rows})) >=
             rows ||
         2 * std::max(count_in(lattice, {left, top - 1, columns, 1}),
                      count_in(lattice, {left, top + rows, columns, 1})) >=
             columns;
}

/// Where most of the board is, straight or turned by a quarter.
Window fullest_window(const std::map<Place, std::size_t>& lattice, int columns, int rows) {
  int left = 0;
  int right = 0;
  int top = 0;
  int bottom = 0;
  for (const auto& [place, point] : lattice) {
    left = std::min(left, place.first);
    right = std::max(right, place.first);
    top = std::min(top, place.second);
    bottom = std::max(bottom, place.second);
  }
  Window best{left, top, columns, rows};
  int most = -1;
  for (const auto& [width, height] : {Place{columns, rows}, Place{rows, columns}}) {
    for (int y = top; y + height <= bottom + 1; ++y) {
      for (int x = left; x + width <= right + 1; ++x) {
        const Window window{x, y, width, height};
        const int points = count_in(lattice, window);
        if (points <= most) continue;
        most = points;
        best = window;
      }
    }
  }
  return best;
}

}  // namespace

std::optional<CornerLattice> chessboard_among(const std::vector<SaddlePoint>& points, int columns, int rows) {
  const std::size_t wanted = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  const std::size_t least = wanted - wanted / 20;  // a few may be hidden by glare or dust
  if (points.size() < least) return std::nullopt;
  const Links links(points);
  std::vector<bool> used(points.size(), false);
  for (std::size_t seed = 0; seed < points.size(); ++seed) {
    if (used[seed]) continue;
    const std::map<Place, std::size_t> lattice = grown_from(seed, links, points, used);
    if (lattice.size() < least) continue;
    const Window window = fullest_window(lattice, columns, rows);
    CornerLattice board(window.columns, window.rows);
    for (const auto& [place, point] : lattice) {
      const int column = place.first - window.left;
      const int row = place.second - window.top;
      if (board.contains(column, row)) board.at(column, row) = points[point].pixel;
    }
    if (continues(lattice, window)) return std::nullopt;
    if (static_cast<std::size_t>(board.count()) < least) continue;
    const CornerLattice seen = board;
    for (int row = 0; row < board.rows(); ++row) {
      for (int column = 0; column < board.columns(); ++column) {
        if (!seen.at(column, row)) board.at(column, row) = seen.predict(column, row);
        if (!board.at(column, row)) return std::nullopt;
      }
    }
    return board;
  }
  return std::nullopt;
}

}  // namespace fiducia
