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
  kCircles,     ///< columns x rows dots, of which the centres count
  kStaggered,   ///< rows of `columns` dots, every second one shifted by half the distance of its dots
  kPoints,      ///< a list of points that came with the observations
};

/// A calibration target: its points in metres, by corner id, and how it is laid out.
///
/// Corner ids: row x (corner columns) + column for boards and dots; tag x 4 + corner for tag grids, the corners of a
/// tag going round from its origin as Kalibr has them. Staggered dots are OpenCV's asymmetric grid: the dot of row i
/// and column j lies at ((2 j + i mod 2) spacing, i spacing).
struct Target {
  TargetKind kind = TargetKind::kPoints;
  int columns = 0;
  int rows = 0;
  double spacing_m = 0;         ///< side of a square, or of a tag; of dots from row to row
  double diameter_m = 0;        ///< of a dot, as it is printed; a detector goes by what it sees
  double marker_m = 0;          ///< ChArUco: side of a marker
  std::string dictionary;       ///< ChArUco: name of its dictionary
  double tag_gap_ratio = 0;     ///< tag grid: gap between tags over their side
  std::vector<Vector3> points;  ///< kPoints: NaN for an id that was never seen

  [[nodiscard]] static Target chessboard(int columns, int rows, double spacing_m);
  [[nodiscard]] static Target charuco(int columns, int rows, double square_m, double marker_m, std::string dictionary);
  [[nodiscard]] static Target tag_grid(int columns, int rows, double tag_m, double gap_ratio);
  [[nodiscard]] static Target circles(int columns, int rows, double spacing_m, double diameter_m);
  [[nodiscard]] static Target staggered_circles(int columns, int rows, double spacing_m, double diameter_m);
  [[nodiscard]] static Target from_points(std::vector<Vector3> points);
};

/// The diameter of dots, over their spacing, where nobody says it.
inline constexpr double kUsualDotDiameter = 0.5;

/// `chessboard:9x6:0.025`, `charuco:COLSxROWS:SQUARE:MARKER:DICT`, `aprilgrid:COLSxROWS:TAG:SPACING_RATIO`,
/// `circles:COLSxROWS:SPACING[:DIAMETER]`, `acircles:COLSxROWS:SPACING[:DIAMETER]` (without it half of the
/// spacing). Throws an Error that quotes the faulty part.
[[nodiscard]] Target parse_target(std::string_view spec);

/// All forms of a SPEC, as help and messages name them.
[[nodiscard]] std::string target_forms();

/// The SPEC that parse_target reads back to the same target. Not for kPoints, which has none (empty).
[[nodiscard]] std::string target_spec(const Target& target);

}  // namespace fiducia
