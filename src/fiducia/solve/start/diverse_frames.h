#pragma once

#include <vector>

#include "fiducia/solve/start/initial_values.h"

namespace fiducia {

/// Indices of at most `count` frames that look least alike (place, size and shape of what they show), ascending.
[[nodiscard]] std::vector<std::size_t> diverse_frames(const InitialValueData& data, std::size_t count);

}  // namespace fiducia
