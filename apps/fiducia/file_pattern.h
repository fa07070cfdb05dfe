#pragma once

#include <string>
#include <vector>

namespace fiducia {

/// The files that a pattern such as 'left*.jpg' means, which no shell has expanded; what is no pattern is itself.
/// Throws an Error where no file is named so.
[[nodiscard]] std::vector<std::string> files_like(const std::string& pattern);

/// A pattern such as B_* that means all of the names and none of the others; empty where there is none, or for two
/// names or fewer.
[[nodiscard]] std::string pattern_of(const std::vector<std::string>& names, const std::vector<std::string>& others);

}  // namespace fiducia
