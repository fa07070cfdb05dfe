#pragma once

#include <optional>
#include <vector>

#include "fiducia/detect/lattice.h"
#include "fiducia/detect/saddle_points.h"

namespace fiducia {

/// The chessboard of columns x rows inner corners (or that turned by a quarter) among the saddle points of an image.
/// Points are linked along their edges to the next one whose colours are the other way round, and the links are
/// followed: only neighbours are compared, so that no lens is too strong. Not mirrored. The few points that are missing
/// inside the board are put where their neighbours are. Nothing where no such board is there, or a larger one.
[[nodiscard]] std::optional<CornerLattice> chessboard_among(const std::vector<SaddlePoint>& points, int columns,
                                                            int rows);

}  // namespace fiducia
