#pragma once

#include "fiducia/assess/verdict.h"
#include "fiducia/io/verdict_json.h"

namespace fiducia {

/// A verdict in the words of the command line, the one place where they are made: the reason is that of the cause to
/// remove first, `next` the action against it.
[[nodiscard]] VerdictWords verdict_words(const Verdict& verdict, const Calibration& calibration,
                                         const Evaluation& evaluation, const Trust* trust = nullptr);

/// The action alone.
[[nodiscard]] std::string action_in_words(const Action& action);

}  // namespace fiducia
