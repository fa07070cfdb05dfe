#include "fiducia/guide/view.h"

#include <Eigen/SVD>
#include <cmath>

namespace fiducia {
namespace {

bool inside(const Vector2& u, ImageSize size, double border_px) {
  return u.x() >= border_px - 0.5 && u.y() >= border_px - 0.5 && u.x() <= size.width - 0.5 - border_px &&
         u.y() <= size.height - 0.5 - border_px;
}

/// Places along the board's edge, `steps` a side.
std::vector<Vector3> edge_of(const Board& board, int steps) {
  std::vector<Vector3> edge;
  const auto add = [&](double along_x, double along_y) {
    edge.emplace_back(board.low.x() + along_x * board.size_m().x(), board.low.y() + along_y * board.size_m().y(),
                      board.centre.z());
  };
  for (int i = 0; i < steps; ++i) add(static_cast<double>(i) / steps, 0);
  for (int i = 0; i < steps; ++i) add(1, static_cast<double>(i) / steps);
  for (int i = 0; i < steps; ++i) add(1 - static_cast<double>(i) / steps, 1);
  for (int i = 0; i < steps; ++i) add(0, 1 - static_cast<double>(i) / steps);
  return edge;
}

/// Whether the board's front is seen, not too obliquely.
bool faces(const Vector3& place, const Vector3& into_board, double least_cosine) {
  return place.dot(into_board) >= least_cosine * place.norm();
}

/// The narrower side of a square that lies at `place`, px; 0 where it cannot be seen.
double square_px(const Pose& pose, const Camera& camera, const Vector3& place, double spacing_m) {
  Eigen::Matrix2d sides;
  for (int axis = 0; axis < 2; ++axis) {
    const Vector3 half = 0.5 * spacing_m * Vector3::Unit(axis);
    const auto one = camera.project(pose * (place - half));
    const auto other = camera.project(pose * (place + half));
    if (!one || !other) return 0;
    sides.col(axis) = *other - *one;
  }
  return Eigen::JacobiSVD<Eigen::Matrix2d>(sides).singularValues()[1];
}

}  // namespace

std::optional<View> view_at(const Pose& camera_from_target, const Camera& camera, const Board& board,
                            const ViewLimits& limits) {
  const Pose& pose = camera_from_target;
  const double distance_m = (pose * board.centre).norm();
  if (distance_m < limits.min_distance_m) return std::nullopt;
  if (limits.max_distance_m > 0 && distance_m > limits.max_distance_m) return std::nullopt;
  // Upright, the way into the board is the camera's axis.
  const Vector3 into_board = pose.rotation * board.upright.row(2).transpose();
  const double least_cosine = std::cos(limits.max_tilt_rad);
  constexpr int kEdgeSteps = 4;
  for (const Vector3& place : edge_of(board, kEdgeSteps)) {
    const Vector3 seen = pose * place;
    if (board.coded) {
      if (seen.dot(into_board) <= 0) return std::nullopt;
      continue;
    }
    if (!faces(seen, into_board, least_cosine)) return std::nullopt;
    const auto u = camera.project(seen);
    if (!u || !inside(*u, camera.image_size(), limits.border_px)) return std::nullopt;
  }
  View view{pose, {}};
  std::size_t points = 0;
  std::size_t farthest = 0;
  double farthest_square = 0;
  for (std::size_t id = 0; id < board.points.size(); ++id) {
    if (!board.points[id].allFinite()) continue;
    ++points;
    const Vector3 seen = pose * board.points[id];
    const auto u = camera.project(seen);
    const bool visible =
        u && inside(*u, camera.image_size(), limits.border_px) && faces(seen, into_board, least_cosine);
    if (visible) view.corners.push_back({static_cast<int>(id), *u});
    if (visible && seen.squaredNorm() > farthest_square) {
      farthest_square = seen.squaredNorm();
      farthest = view.corners.size() - 1;
    }
    if (!visible && !board.coded) return std::nullopt;
  }
  const double part = static_cast<double>(view.corners.size()) / static_cast<double>(points);
  if (view.corners.size() < 4 || (board.coded && part < limits.least_visible)) return std::nullopt;
  const std::size_t last = view.corners.size() - 1;
  for (const std::size_t i : {std::size_t{0}, last / 2, last, farthest}) {
    const Vector3& place = board.points[static_cast<std::size_t>(view.corners[i].id)];
    if (square_px(pose, camera, place, board.spacing_m) < limits.min_square_px) return std::nullopt;
  }
  return view;
}

std::vector<Vector2> outline_of(const Pose& camera_from_target, const Camera& camera, const Board& board, int steps) {
  std::vector<Vector2> line;
  for (const Vector3& place : edge_of(board, steps)) {
    if (const auto u = camera.project(camera_from_target * place)) line.push_back(*u);
  }
  if (!line.empty()) line.push_back(line.front());
  return line;
}

}  // namespace fiducia
