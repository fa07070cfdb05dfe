#include "fiducia/simulate/ray_table.h"

#include <array>
#include <limits>

#include "fiducia/core/parallel.h"

namespace fiducia {
namespace {

constexpr int kStep = 8;

const Vector3 kNoRay = Vector3::Constant(std::numeric_limits<double>::quiet_NaN());

/// Weights of the nodes at -1, 0, 1, 2 for a place t in [0, 1]: the cubic through all four.
std::array<double, 4> cubic_weights(double t) {
  return {-t * (t - 1) * (t - 2) / 6, (t + 1) * (t - 1) * (t - 2) / 2, -(t + 1) * t * (t - 2) / 2,
          (t + 1) * t * (t - 1) / 6};
}

/// The weights of a pixel by its place in a cell.
const std::array<std::array<double, 4>, kStep>& pixel_weights() {
  static const auto table = [] {
    std::array<std::array<double, 4>, kStep> weights{};
    for (int i = 0; i < kStep; ++i)
      weights[static_cast<std::size_t>(i)] = cubic_weights(static_cast<double>(i) / kStep);
    return weights;
  }();
  return table;
}

/// Nodes for a side of so many pixels: one cell before it and one behind it, for the cubic.
int node_count(int pixels) { return (pixels + kStep - 1) / kStep + 3; }

}  // namespace

RayTable::RayTable(const Camera& camera, int border_px, int threads, const Progress& progress)
    : camera_(camera),
      border_(border_px),
      columns_(node_count(camera.image_size().width + 2 * border_px)),
      rows_(node_count(camera.image_size().height + 2 * border_px)),
      nodes_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)),
      cells_(nodes_.size(), Cell::kNoRays) {
  SharedProgress shared(progress);
  // Node (1, 1) is the pixel (-border, -border).
  parallel_for(static_cast<std::size_t>(rows_), threads, [&](std::size_t row) {
    shared.require_go_on();
    const int v = (static_cast<int>(row) - 1) * kStep - border_;
    for (int column = 0; column < columns_; ++column) {
      nodes_[row * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column)] =
          from_model((column - 1) * kStep - border_, v);
    }
  });
  parallel_for(static_cast<std::size_t>(rows_ - 3), threads, [&](std::size_t i) {
    shared.require_go_on();
    const std::size_t row = i + 1;
    for (int column = 1; column + 2 < columns_; ++column) {
      cells_[row * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column)] =
          check(column, static_cast<int>(row));
    }
  });
}

Vector3 RayTable::from_model(int u, int v) const { return camera_.unproject(Vector2(u, v)).value_or(kNoRay); }

Vector3 RayTable::interpolated(int column, int row, double along_u, double along_v) const {
  const std::array<double, 4> weights_u = cubic_weights(along_u);
  const std::array<double, 4> weights_v = cubic_weights(along_v);
  Vector3 ray = Vector3::Zero();
  for (int j = 0; j < 4; ++j) {
    for (int i = 0; i < 4; ++i) {
      ray += weights_u[static_cast<std::size_t>(i)] * weights_v[static_cast<std::size_t>(j)] *
             node(column - 1 + i, row - 1 + j);
    }
  }
  return ray;
}

RayTable::Cell RayTable::check(int column, int row) const {
  constexpr std::array<std::array<double, 2>, 5> kPlaces = {
      {{0.5, 0.5}, {0.25, 0.25}, {0.75, 0.25}, {0.25, 0.75}, {0.75, 0.75}}};
  const Vector2 corner((column - 1) * kStep - border_, (row - 1) * kStep - border_);
  bool any_ray = camera_.unproject(corner + Vector2::Constant(0.5 * kStep)).has_value();
  for (int j = 0; j < 4 && !any_ray; ++j) {
    for (int i = 0; i < 4 && !any_ray; ++i) any_ray = node(column - 1 + i, row - 1 + j).allFinite();
  }
  if (!any_ray) return Cell::kNoRays;
  for (const auto& [along_u, along_v] : kPlaces) {
    const Vector3 ray = interpolated(column, row, along_u, along_v);
    if (!ray.allFinite()) return Cell::kFromModel;
    const std::optional<Vector2> projected = camera_.project(ray);
    if (!projected || !((*projected - corner - kStep * Vector2(along_u, along_v)).norm() < kTolerance_px)) {
      return Cell::kFromModel;
    }
  }
  return Cell::kInterpolated;
}

void RayTable::row(int v, std::span<Vector3> rays) const {
  const int row = (v + border_) / kStep + 1;
  const auto phase = static_cast<std::size_t>((v + border_) % kStep);
  const std::array<double, 4>& weights = pixel_weights()[phase];
  std::vector<Vector3> nodes(static_cast<std::size_t>(columns_));
  for (int column = 0; column < columns_; ++column) {
    nodes[static_cast<std::size_t>(column)] = weights[0] * node(column, row - 1) + weights[1] * node(column, row) +
                                              weights[2] * node(column, row + 1) + weights[3] * node(column, row + 2);
  }
  for (std::size_t begin = 0; begin < rays.size(); begin += kStep) {
    const std::size_t column = begin / kStep + 1;
    const Cell cell = cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + column];
    const std::size_t end = std::min(begin + kStep, rays.size());
    for (std::size_t i = begin; i < end; ++i) {
      if (cell == Cell::kInterpolated) {
        const std::array<double, 4>& w = pixel_weights()[i - begin];
        rays[i] = w[0] * nodes[column - 1] + w[1] * nodes[column] + w[2] * nodes[column + 1] + w[3] * nodes[column + 2];
      } else {
        rays[i] = cell == Cell::kNoRays ? kNoRay : from_model(static_cast<int>(i) - border_, v);
      }
    }
  }
}

}  // namespace fiducia
