#include "fiducia/detect/dot_lattice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace fiducia {
namespace {

using Node = std::pair<int, int>;
using Lattice = std::map<Node, std::size_t>;  // blobs by their place

double cross(const Vector2& a, const Vector2& b) { return a.x() * b.y() - a.y() * b.x(); }

std::vector<std::size_t> by_distance(const std::vector<Vector2>& blobs, const Vector2& from) {
  std::vector<std::size_t> order(blobs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return (blobs[i] - from).squaredNorm() < (blobs[j] - from).squaredNorm();
  });
  return order;
}

/// The lattice that begins at `seed` with the steps to its nearest neighbour and to the nearest beside that.
class Growth {
 public:
  Growth(const std::vector<Vector2>& blobs, std::size_t seed) : blobs_(blobs), used_(blobs.size(), false) {
    const std::vector<std::size_t> near = by_distance(blobs, blobs[seed]);
    constexpr double kLeastSine = 0.35;
    const Vector2 u = blobs[near[1]] - blobs[seed];
    Vector2 v = Vector2::Zero();
    for (std::size_t k = 2; k < std::min<std::size_t>(near.size(), 9) && v.isZero(0); ++k) {
      const Vector2 step = blobs[near[k]] - blobs[seed];
      if (std::abs(cross(u, step)) > kLeastSine * u.norm() * step.norm()) v = step;
    }
    if (v.isZero(0)) return;
    place({0, 0}, seed, {u, v});
    while (!open_.empty()) {
      const Node node = open_.front();
      open_.pop_front();
      for (const int axis : {0, 1}) {
        for (const int sign : {-1, 1}) visit(node, axis, sign);
      }
    }
  }

  [[nodiscard]] const Lattice& lattice() const { return lattice_; }

 private:
  using Steps = std::array<Vector2, 2>;

  void place(const Node& node, std::size_t blob, const Steps& steps) {
    lattice_[node] = blob;
    used_[blob] = true;
    steps_[node] = steps;
    open_.push_back(node);
  }

  void visit(const Node& node, int axis, int sign) {
    const Node next = axis == 0 ? Node{node.first + sign, node.second} : Node{node.first, node.second + sign};
    if (lattice_.contains(next)) return;
    Steps steps = steps_[node];
    const Vector2& from = blobs_[lattice_[node]];
    const Vector2 step = sign * steps[static_cast<std::size_t>(axis)];
    const std::optional<std::size_t> blob = nearest_unused(from + step, step.norm());
    if (!blob) return;
    steps[static_cast<std::size_t>(axis)] = sign * (blobs_[*blob] - from);
    place(next, *blob, steps);
  }

  [[nodiscard]] std::optional<std::size_t> nearest_unused(const Vector2& at, double step_px) const {
    constexpr double kMostOff = 0.35;
    std::optional<std::size_t> best;
    double least = kMostOff * step_px;
    for (std::size_t i = 0; i < blobs_.size(); ++i) {
      const double distance = (blobs_[i] - at).norm();
      if (used_[i] || distance >= least) continue;
      least = distance;
      best = i;
    }
    return best;
  }

  const std::vector<Vector2>& blobs_;
  std::vector<bool> used_;
  Lattice lattice_;
  std::map<Node, Steps> steps_;
  std::deque<Node> open_;
};

std::vector<Node> nodes_of(const Target& target) {
  std::vector<Node> nodes;
  const bool staggered = target.kind == TargetKind::kStaggered;
  for (int row = 0; row < target.rows; ++row) {
    for (int column = 0; column < target.columns; ++column) {
      nodes.emplace_back(staggered ? 2 * column + row % 2 : column, row);
    }
  }
  return nodes;
}

/// The blobs of the nodes, all shifted; empty where one is missing.
std::vector<std::size_t> blobs_at(const std::vector<Node>& nodes, const Lattice& lattice, const Node& shift) {
  std::vector<std::size_t> blobs;
  for (const Node& node : nodes) {
    const auto found = lattice.find({node.first + shift.first, node.second + shift.second});
    if (found == lattice.end()) return {};
    blobs.push_back(found->second);
  }
  return blobs;
}

/// Every way in which the target lies in the lattice.
std::vector<std::vector<std::size_t>> ways_in(const Lattice& lattice, const Target& target) {
  constexpr int kLargest = 2;  // a tilt makes a diagonal the nearest neighbour
  const std::vector<Node> nodes = nodes_of(target);
  const int determinant = target.kind == TargetKind::kStaggered ? 2 : 1;
  std::vector<std::vector<std::size_t>> ways;
  for (int a = -kLargest; a <= kLargest; ++a) {
    for (int b = -kLargest; b <= kLargest; ++b) {
      for (int c = -kLargest; c <= kLargest; ++c) {
        for (int d = -kLargest; d <= kLargest; ++d) {
          if (std::abs(a * d - b * c) != determinant) continue;
          Lattice turned;
          for (const auto& [node, blob] : lattice) {
            turned[{a * node.first + b * node.second, c * node.first + d * node.second}] = blob;
          }
          for (const auto& [node, blob] : turned) {
            std::vector<std::size_t> found =
                blobs_at(nodes, turned, {node.first - nodes.front().first, node.second - nodes.front().second});
            if (!found.empty()) ways.push_back(std::move(found));
          }
        }
      }
    }
  }
  return ways;
}

/// From the first to the last of each row, and from the first row to the last of its kind, summed up.
std::array<Vector2, 2> directions(const std::vector<std::size_t>& way, const std::vector<Vector2>& blobs,
                                  const Target& target) {
  const auto at = [&](int column, int row) -> const Vector2& {
    return blobs[way[static_cast<std::size_t>(row * target.columns + column)]];
  };
  const int last = target.kind == TargetKind::kStaggered ? (target.rows - 1) / 2 * 2 : target.rows - 1;
  std::array<Vector2, 2> sums = {Vector2::Zero(), Vector2::Zero()};
  for (int row = 0; row < target.rows; ++row) sums[0] += at(target.columns - 1, row) - at(0, row);
  for (int column = 0; column < target.columns; ++column) sums[1] += at(column, last) - at(column, 0);
  return sums;
}

}  // namespace

std::optional<std::vector<std::size_t>> dots_among(const std::vector<Vector2>& blobs, const Target& target) {
  if (blobs.size() < target.points.size() || blobs.size() < 4) return std::nullopt;
  constexpr std::size_t kMostSeeds = 12;
  Vector2 middle = Vector2::Zero();
  for (const Vector2& blob : blobs) middle += blob / static_cast<double>(blobs.size());
  const std::vector<std::size_t> seeds = by_distance(blobs, middle);
  for (std::size_t s = 0; s < std::min(seeds.size(), kMostSeeds); ++s) {
    // Spread over all: where there is clutter in the middle, the board is elsewhere.
    const std::size_t seed = seeds[s * seeds.size() / std::min(seeds.size(), kMostSeeds)];
    const Growth growth(blobs, seed);
    const Lattice& lattice = growth.lattice();
    if (lattice.size() < target.points.size()) continue;
    std::optional<std::vector<std::size_t>> best;
    double most_right = 0;
    std::set<std::vector<std::size_t>> places;
    for (std::vector<std::size_t>& way : ways_in(lattice, target)) {
      const std::array<Vector2, 2> along = directions(way, blobs, target);
      if (cross(along[0], along[1]) <= 0) continue;  // mirrored
      std::vector<std::size_t> members = way;
      std::sort(members.begin(), members.end());
      places.insert(std::move(members));
      const double right = along[0].normalized().x();
      if (best && right <= most_right) continue;
      most_right = right;
      best = std::move(way);
    }
    if (places.size() == 1) return best;  // of a larger pattern, which part it is is chance
  }
  return std::nullopt;
}

}  // namespace fiducia
