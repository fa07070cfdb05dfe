#pragma once

#include <string>
#include <vector>

#include "fiducia/assess/causes.h"
#include "fiducia/io/verdict_json.h"

namespace fiducia {

/// What a cause is, in a few words: "a rolling shutter". `or_else`: "a rolling shutter, or stabilisation (...)".
[[nodiscard]] std::string cause_in_words(const ErrorCause& cause);

/// The same of a cause by itself.
[[nodiscard]] std::string name_in_words(CauseCode code);

/// Its size with its unit, such as "0.52 mm from the lowest to the highest corner"; empty where it has none.
[[nodiscard]] std::string size_in_words(const ErrorCause& cause);

/// Those that are present, as people read them. Causes whose sizes are not known name each other: one stands for all.
[[nodiscard]] std::vector<CauseWords> causes_in_words(const std::vector<ErrorCause>& causes);

/// "0.2 px of the camera's random error".
[[nodiscard]] std::string cost_in_words(const CauseWords& cause);

/// Their lines for a summary; empty where there is none. `systematic`: there is a systematic residual to have a share
/// of.
[[nodiscard]] std::string causes_summary(const std::vector<ErrorCause>& causes, bool systematic = true);

/// "why" of a calibration.json that an earlier version wrote, made from its "causes"; those that this version does not
/// know go by their codes. Null where it has no causes.
[[nodiscard]] Json why_of_older_file(const Json& calibration);

/// Everything that was looked for, as a table.
[[nodiscard]] std::string causes_table(const std::vector<ErrorCause>& causes);

}  // namespace fiducia
