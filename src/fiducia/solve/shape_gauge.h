#pragma once

#include <vector>

#include "fiducia/solve/prior.h"
#include "fiducia/solve/target_shape.h"

namespace fiducia {

/// What holds the seven freedoms of a free shape, whose numbers are the last of global_size ones: as if every frame had
/// seen them to be zero. They are, at the minimum, so that this adds nothing to the cost there, and nothing to what the
/// frames say about anything else. Empty for other shapes. weights: as many as frames, or none for ones.
[[nodiscard]] Prior shape_gauge(const ShapeBasis& basis, const std::vector<const Frame*>& frames,
                                const std::vector<double>& weights, int global_size);

}  // namespace fiducia
