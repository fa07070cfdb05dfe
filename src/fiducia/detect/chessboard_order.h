#pragma once

#include "fiducia/detect/lattice.h"

namespace fiducia {

/// The same corners in the order that detect_chessboard promises. `black_beyond_first`: whether the square that only
/// touches corner (0, 0), outside of the corners, is black. The lattice's size may be the target's or that turned by
/// a quarter; the result has `columns` x `rows`.
[[nodiscard]] CornerLattice in_order(const CornerLattice& seen, bool black_beyond_first, int columns, int rows);

}  // namespace fiducia
