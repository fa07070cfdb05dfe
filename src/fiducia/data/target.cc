#include "fiducia/data/target.h"

#include <cmath>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

constexpr int kMostCornersPerSide = 1000;  // a side beyond this is a slip of the pen, and would take the memory with it

constexpr int kMostCells = 50'000;  // squares, corners or tags

void require(bool condition, const std::string& message) {
  if (!condition) throw Error(ErrorCode::kBadOption, "target: " + message);
}

void require_grid(int columns, int rows, int least) {
  require(columns >= least && rows >= least && columns <= kMostCornersPerSide && rows <= kMostCornersPerSide,
          std::to_string(columns) + "x" + std::to_string(rows) + " is not a usable size; both numbers must be from " +
              std::to_string(least) + " to " + std::to_string(kMostCornersPerSide));
  require(columns * rows <= kMostCells, std::to_string(columns) + "x" + std::to_string(rows) +
                                            " is more than any target has (" + std::to_string(kMostCells) +
                                            " at most); are columns, rows and lengths in the right places?");
}

void require_length(double value, const char* what) {
  require(std::isfinite(value) && value > 0, std::string(what) + " must be a positive length in metres");
}

std::vector<Vector3> lattice(int columns, int rows, double spacing) {
  std::vector<Vector3> points;
  points.reserve(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) points.emplace_back(column * spacing, row * spacing, 0);
  }
  return points;
}

}  // namespace

Target Target::chessboard(int columns, int rows, double spacing_m) {
  require_grid(columns, rows, 2);
  require_length(spacing_m, "the spacing of the corners");
  Target target;
  target.kind = TargetKind::kChessboard;
  target.columns = columns;
  target.rows = rows;
  target.spacing_m = spacing_m;
  target.points = lattice(columns, rows, spacing_m);
  return target;
}

Target Target::charuco(int columns, int rows, double square_m, double marker_m, std::string dictionary) {
  require_grid(columns, rows, 3);
  require_length(square_m, "the side of a square");
  require_length(marker_m, "the side of a marker");
  require(marker_m < square_m, "the side of a marker must be less than the side of a square");
  require(!dictionary.empty(), "the dictionary of a ChArUco board must be named, for example DICT_4X4_50");
  Target target;
  target.kind = TargetKind::kCharuco;
  target.columns = columns;
  target.rows = rows;
  target.spacing_m = square_m;
  target.marker_m = marker_m;
  target.dictionary = std::move(dictionary);
  target.points = lattice(columns - 1, rows - 1, square_m);
  return target;
}

Target Target::tag_grid(int columns, int rows, double tag_m, double gap_ratio) {
  require_grid(columns, rows, 1);
  require_length(tag_m, "the side of a tag");
  require(std::isfinite(gap_ratio) && gap_ratio >= 0, "the gap between tags over their side must not be negative");
  Target target;
  target.kind = TargetKind::kTagGrid;
  target.columns = columns;
  target.rows = rows;
  target.spacing_m = tag_m;
  target.tag_gap_ratio = gap_ratio;
  const double pitch = tag_m * (1 + gap_ratio);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const Vector3 origin(column * pitch, row * pitch, 0);
      target.points.push_back(origin);
      target.points.emplace_back(origin + Vector3(tag_m, 0, 0));
      target.points.emplace_back(origin + Vector3(tag_m, tag_m, 0));
      target.points.emplace_back(origin + Vector3(0, tag_m, 0));
    }
  }
  return target;
}

namespace {

Target dots(TargetKind kind, int columns, int rows, double spacing_m, double diameter_m) {
  require_grid(columns, rows, 2);
  require_length(spacing_m, "the spacing of the dots");
  require_length(diameter_m, "the diameter of a dot");
  const double nearest = kind == TargetKind::kStaggered ? std::sqrt(2.0) * spacing_m : spacing_m;
  require(diameter_m < nearest, "dots of that diameter touch each other; is it a diameter in metres?");
  Target target;
  target.kind = kind;
  target.columns = columns;
  target.rows = rows;
  target.spacing_m = spacing_m;
  target.diameter_m = diameter_m;
  return target;
}

}  // namespace

Target Target::circles(int columns, int rows, double spacing_m, double diameter_m) {
  Target target = dots(TargetKind::kCircles, columns, rows, spacing_m, diameter_m);
  target.points = lattice(columns, rows, spacing_m);
  return target;
}

Target Target::staggered_circles(int columns, int rows, double spacing_m, double diameter_m) {
  Target target = dots(TargetKind::kStaggered, columns, rows, spacing_m, diameter_m);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      target.points.emplace_back((2 * column + row % 2) * spacing_m, row * spacing_m, 0);
    }
  }
  return target;
}

Target Target::from_points(std::vector<Vector3> points) {
  Target target;
  target.kind = TargetKind::kPoints;
  target.points = std::move(points);
  return target;
}

}  // namespace fiducia
