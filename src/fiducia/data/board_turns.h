#pragma once

#include "fiducia/data/observations.h"

namespace fiducia {

/// In how many ways a board can lie that look the same: 1; 2 for a chessboard whose numbers of corners are both even or
/// both odd, which looks the same upside down; 4 for one with as many columns as rows, both even. Dots in a rectangle
/// lie in 2 ways, in a square in 4; staggered ones with an even number of rows in 2.
[[nodiscard]] int ways_to_lie(const Target& target);

/// The id of the corner that lies where `id` lies when the board is turned `way` times, each by 360 degrees /
/// ways_to_lie().
[[nodiscard]] int turned_id(const Target& target, int id, int way);

/// The turn of the board's own frame that goes with it: turned_id() of a point is where this takes the point, about the
/// middle of the board.
[[nodiscard]] Matrix3 turned_frame(const Target& target, int way);

/// The frame with its corners numbered as if the board had been turned so.
[[nodiscard]] Frame turned(const Target& target, Frame frame, int way);

}  // namespace fiducia
