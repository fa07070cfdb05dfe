#pragma once

#include <string>
#include <vector>

#include "fiducia/assess/causes.h"

namespace fiducia {

/// What a cause is, in a few words: "a rolling shutter". `or_else`: "a rolling shutter, or stabilisation (...)".
[[nodiscard]] std::string cause_in_words(const ErrorCause& cause);

/// Its size with its unit, such as "0.52 mm from the lowest to the highest corner"; empty where it has none.
[[nodiscard]] std::string size_in_words(const ErrorCause& cause);

/// The lines of those that are present, for a summary; empty where none is.
[[nodiscard]] std::string causes_summary(const std::vector<ErrorCause>& causes);

/// Everything that was looked for, as a table.
[[nodiscard]] std::string causes_table(const std::vector<ErrorCause>& causes);

}  // namespace fiducia
