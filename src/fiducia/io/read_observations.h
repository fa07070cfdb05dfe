#pragma once

#include <filesystem>

#include "fiducia/io/read_result.h"

namespace fiducia {

/// Observations from a file of ours, CSV or JSON; which of the two is seen from its content. What comes back has
/// passed validate(). Throws an Error that names the file, and the line where there is one, and says what to do.
[[nodiscard]] ReadObservations read_observations(const std::filesystem::path& path, const ReadOptions& options = {});

}  // namespace fiducia
