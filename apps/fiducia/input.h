#pragma once

#include <string>
#include <vector>

#include "fiducia/io/read_result.h"

namespace fiducia {

/// Observations from the INPUT... of a command. Throws an Error for what cannot be read.
[[nodiscard]] ReadObservations read_input(const std::vector<std::string>& inputs, const ReadOptions& options);

}  // namespace fiducia
