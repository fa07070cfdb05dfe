#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fiducia/core/pose.h"

namespace fiducia {

enum class TargetKind {
  kChessboard,  ///< columns x rows inner corners
  kCharuco,     ///< columns x rows squares, (columns - 1) x (rows - 1) corners
  kTagGrid,     ///< columns x rows tags in Kalibr's layout, four corners each
  kPoints,      ///< a list of points that came with the observations
};

/// A calibration target: its points in metres, by corner id, and how it is laid out.
///
/// Corner ids: row x (corner columns) + column for boards; tag x 4 + corner for tag grids, the corners of a tag
/// going round from its origin as Kalibr has them.
struct Target {
  TargetKind kind = TargetKind::kPoints;
  int columns = 0;
  int rows = 0;
  double spacing_m = 0;         ///< side of a square, or of a tag
  double marker_m = 0;          ///< ChArUco: side of a marker
  std::string dictionary;       ///< ChArUco: name of its dictionary
  double tag_gap_ratio = 0;     ///< tag grid: gap between tags over their side
  std::vector<Vector3> points;  ///< kPoints: NaN for an id that was never seen

  [[nodiscard]] static Target chessboard(int columns, int rows, double spacing_m);
  [[nodiscard]] static Target charuco(int columns, int rows, double square_m, double marker_m, std::string dictionary);
  [[nodiscard]] static Target tag_grid(int columns, int rows, double tag_m, double gap_ratio);
  [[nodiscard]] static Target from_points(std::vector<Vector3> points);
};

/// `chessboard:9x6:0.025`, `charuco:COLSxROWS:SQUARE:MARKER:DICT`, `aprilgrid:COLSxROWS:TAG:SPACING_RATIO`.
/// Throws an Error that quotes the faulty part.
[[nodiscard]] Target parse_target(std::string_view spec);

/// The SPEC that parse_target reads back to the same target. Not for kPoints, which has none (empty).
[[nodiscard]] std::string target_spec(const Target& target);

}  // namespace fiducia
