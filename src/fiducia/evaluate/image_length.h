#pragma once

#include <algorithm>
#include <cmath>

namespace fiducia {

/// The length in the image, px RMS, of a mean square per coordinate, px^2: what people read.
inline double image_length(double mean_square) { return std::sqrt(2 * std::max(mean_square, 0.0)); }

}  // namespace fiducia
