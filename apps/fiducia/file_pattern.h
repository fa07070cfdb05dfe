#pragma once

#include <string>
#include <vector>

namespace fiducia {

/// The files that a pattern such as 'left*.jpg' means, which no shell has expanded; what is no pattern is itself.
/// Throws an Error where no file is named so.
[[nodiscard]] std::vector<std::string> files_like(const std::string& pattern);

}  // namespace fiducia
