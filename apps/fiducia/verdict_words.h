#pragma once

#include "fiducia/assess/verdict.h"
#include "fiducia/io/verdict_json.h"

namespace fiducia {

/// A verdict in the words of the command line, the one place where they are made. `detected`: the corners were found by
/// our own detectors.
[[nodiscard]] VerdictWords verdict_words(const Verdict& verdict, const Calibration& calibration,
                                         const Evaluation& evaluation, double tolerance_px,
                                         const Trust* trust = nullptr, bool detected = false);

/// What was done, in flags of the command line: "--effects shutter", "--leave-out a,b".
[[nodiscard]] std::string followed_in_words(const Action& action);

/// "0.123 px"; no more digits than mean something.
[[nodiscard]] std::string px_in_words(double value);

/// The action alone.
[[nodiscard]] std::string action_in_words(const Action& action, bool detected = false,
                                          const Calibration* calibration = nullptr);

/// For --leave-out: the names, or one pattern that means these frames of the calibration and no others that it uses.
[[nodiscard]] std::string frames_to_leave_out(const std::vector<std::string>& names, const Calibration* calibration);

}  // namespace fiducia
