#include "fiducia/guide/board.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

/// Points that stand out of z = 0 by more than this part of the board's size are no board that lies there.
constexpr double kThickestBoard = 0.1;

/// Between a point of a list and its nearest neighbour, the median.
double usual_distance_m(const std::vector<Vector3>& points) {
  std::vector<double> nearest;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].allFinite()) continue;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < points.size(); ++j) {
      if (j != i && points[j].allFinite()) least = std::min(least, (points[i] - points[j]).norm());
    }
    nearest.push_back(least);
  }
  std::nth_element(nearest.begin(), nearest.begin() + static_cast<std::ptrdiff_t>(nearest.size() / 2), nearest.end());
  return nearest[nearest.size() / 2];
}

/// What is printed round the corners and must be seen with them: the outer squares, the gaps between tags, the rims of
/// dots.
double margin_m(const Target& target, double spacing_m) {
  if (target.kind == TargetKind::kTagGrid) return target.tag_gap_ratio * target.spacing_m;
  if (target.diameter_m > 0) return target.diameter_m;  // half of it, and some white
  return spacing_m;
}

}  // namespace

Board board_of(const Target& target, const std::vector<Vector3>& points) {
  Board board;
  board.points = points.empty() ? target.points : points;
  Eigen::AlignedBox3d box;
  std::size_t count = 0;
  for (const Vector3& point : board.points) {
    if (!point.allFinite()) continue;
    box.extend(point);
    ++count;
  }
  if (count < 4) throw Error(ErrorCode::kBadData, "a target needs at least four points to be held into an image");
  if (box.sizes().z() > kThickestBoard * box.sizes().head<2>().norm()) {
    throw Error(ErrorCode::kBadData,
                "the target's points must lie in the plane z = 0, or nearly, for views to be proposed");
  }
  board.spacing_m = target.kind == TargetKind::kPoints ? usual_distance_m(board.points) : target.spacing_m;
  const double margin = margin_m(target, board.spacing_m);
  board.centre = box.center();
  board.low = box.min().head<2>() - Vector2::Constant(margin);
  board.high = box.max().head<2>() + Vector2::Constant(margin);
  board.coded = target.kind == TargetKind::kCharuco || target.kind == TargetKind::kTagGrid;
  // Boards have x right and y down seen from their front; Kalibr's tag grids have y up.
  const double front = target.kind == TargetKind::kTagGrid ? 1 : -1;
  board.upright = Vector3(1, -front, -front).asDiagonal();
  return board;
}

void face_as_seen(const std::vector<Pose>& camera_from_target, Board* board) {
  int other_side = 0;
  for (const Pose& pose : camera_from_target) {
    const Vector3 line_of_sight = pose * board->centre;
    // z of the target, along the camera's axis when held upright.
    const Vector3 z = pose.rotation.col(2) * board->upright(2, 2);
    other_side += line_of_sight.dot(z) < 0 ? 1 : -1;
  }
  if (other_side > 0) board->upright = board->upright * Vector3(1, -1, -1).asDiagonal();
}

}  // namespace fiducia
