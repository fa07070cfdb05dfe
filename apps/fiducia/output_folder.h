#pragma once

#include <string>

#include "apps/fiducia/common.h"

namespace fiducia {

/// Throws an Error where -o DIR cannot be meant: a name such as calib.yaml, which is a file's, a folder that cannot be
/// made or written to, or one that holds the result of another call, unless `force`. To be asked before anything takes
/// long.
void check_output_folder(const std::string& folder, bool force, const Streams& streams);

}  // namespace fiducia
