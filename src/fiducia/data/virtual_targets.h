#pragma once

#include <array>
#include <vector>

#include "fiducia/data/target.h"

namespace fiducia {

/// A virtual target: the ids of four neighbouring corners.
using Tile = std::array<int, 4>;

/// The exclusive 2x2 tiles that a target is cut into for the bias ratio: of a board, from corner (0, 0) in steps of
/// two, row by row, an odd last row or column left out; of a tag grid, its tags. A target that is a list of points is
/// cut the same way along the lattice that its coordinates form; none where they form no lattice.
[[nodiscard]] std::vector<Tile> virtual_targets(const Target& target);

}  // namespace fiducia
