#pragma once

#include <string>

#include "fiducia/data/observations.h"

namespace fiducia {

/// A coded board that is said to have more rows than it has is found all the same, because its markers are numbered row
/// by row. What to ask where no frame shows its last rows; empty: they are seen, or there are too few frames to wonder.
[[nodiscard]] std::string unseen_rows(const Observations& observations);

/// A chessboard that is said to have one row or column more than it has can be found all the same: the search puts the
/// corners that do not exist where the pattern would go on, and there is nothing to measure there. In how many frames a
/// whole line at the border has none of its corners (or hardly any) while the line beside it has most of them.
[[nodiscard]] int frames_without_a_side(const Observations& observations);

/// Whether these are all frames, or nearly: then the board is smaller. A single frame does not tell it from glare.
[[nodiscard]] bool is_without_a_side(const Observations& observations);

}  // namespace fiducia
