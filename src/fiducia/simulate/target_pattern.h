#pragma once

#include <vector>

#include "fiducia/data/marker.h"
#include "fiducia/data/target.h"
#include "fiducia/simulate/pattern_grid.h"

namespace fiducia {

/// What reflects beside the board. Neither black nor white, so that the paper's edge is one and the squares' are
/// others.
inline constexpr float kSurroundings = 0.5F;

/// The print of a target: 0 is black, 1 white paper, in the coordinates of the target's points.
///
/// - Chessboard: (columns + 1) x (rows + 1) squares around the inner corners; the one before the first corner is black.
/// - ChArUco, as OpenCV 4.6 draws it: the upper left square is black, the white squares hold the markers 0, 1, 2, ...
/// row
///   after row from the upper left, upright, in their middle.
/// - Tag grid, as Kalibr prints it: tag row x columns + column, rows from below (y is up), upright, and in the gaps a
///   black square at every corner of every tag.
///
/// - Dots: black ones, made of cells of a 48th of their diameter.
///
/// White paper of width `margin_m` goes round all that. `markers` are by their ids, all of the same number of cells; a
/// chessboard needs none. Throws an Error where there are too few, or the target has no print (a list of points).
[[nodiscard]] PatternGrid target_pattern(const Target& target, const std::vector<Marker>& markers, double margin_m);

/// Half a square or half a tag.
[[nodiscard]] double default_margin_m(const Target& target);

}  // namespace fiducia
