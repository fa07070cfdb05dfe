#pragma once

#include "fiducia/report/evaluated_calibration.h"

namespace fiducia {

/// The calibration as a file of every tool whose format can hold its model exactly: label, file name, text. First our
/// own, which is `text` byte by byte.
[[nodiscard]] Json downloads_part(const EvaluatedCalibration& calibration, const std::string& text);

}  // namespace fiducia
