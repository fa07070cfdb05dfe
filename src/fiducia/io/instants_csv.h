#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fiducia/data/pair_frames.h"

namespace fiducia {

/// A list of instants: a header with the names of the cameras, then one row per instant with the frame of each, empty
/// where a camera has none. The result has them in the order of `cameras`. Throws an Error that names the line, for a
/// camera that is missing or not known, and for a row that is not as long as the header.
[[nodiscard]] std::vector<ListedInstant> read_instants_csv(std::string_view text, const std::string& file_name,
                                                           const std::vector<std::string>& cameras);

}  // namespace fiducia
