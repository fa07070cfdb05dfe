#pragma once

#include <string>

#include "fiducia/use/unprojection_grid.h"

namespace fiducia {

/// A C++ header that needs nothing but itself (C++11) and gives the rays of the grid: the code, then the numbers.
/// `camera` says in a comment whose rays these are.
[[nodiscard]] std::string grid_header(const UnprojectionGrid& grid, const std::string& camera, double asked_px);

}  // namespace fiducia
