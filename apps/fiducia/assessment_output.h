#pragma once

#include "apps/fiducia/common.h"
#include "fiducia/assess/assess.h"
#include "fiducia/io/calibration_json.h"
#include "fiducia/io/read_result.h"
#include "fiducia/io/verdict_json.h"

namespace fiducia {

/// What the input and the cleaning had to say, in the calibration's own lists.
void add_notes(const ReadObservations& input, Assessment* assessment);

/// What calibration.json and the report say besides the calibration itself. `words`: of the verdict, where there is
/// one; both must outlive the result.
[[nodiscard]] CalibrationFindings findings_of(const Assessment& assessment, const VerdictWords& words);

/// The words of its verdict; empty where there is none.
[[nodiscard]] VerdictWords words_of(const Assessment& assessment);

/// Tells of a calibration that failed; the exit status.
[[nodiscard]] int report_failure(const Calibration& calibration, const std::string& command,
                                 const CommonOptions& common, const Streams& streams);

}  // namespace fiducia
