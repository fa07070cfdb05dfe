#pragma once

#include "apps/fiducia/common.h"
#include "apps/fiducia/evaluation_arguments.h"
#include "fiducia/assess/improve.h"
#include "fiducia/io/calibration_json.h"
#include "fiducia/io/read_result.h"
#include "fiducia/io/verdict_json.h"

namespace fiducia {

/// What the input and the cleaning had to say, in the calibration's own lists.
void add_notes(const ReadObservations& input, Assessment* assessment);

/// What calibration.json and the report say besides the calibration itself. `words`: of the verdict, where there is
/// one; both must outlive the result.
[[nodiscard]] CalibrationFindings findings_of(const Assessment& assessment, const VerdictWords& words);

/// The text with the region in the place of the image, where errors are those of a region.
[[nodiscard]] std::string about(const EvaluationArguments& arguments, std::string text);

/// The words of its verdict; empty where there is none. `detected`: the corners were found by our own detectors.
[[nodiscard]] VerdictWords words_of(const Assessment& assessment, const EvaluationArguments& arguments, bool detected);

/// What was left to us and how it was decided, one line each; empty where nothing was.
[[nodiscard]] std::string choices_summary(const Assessment& assessment);

/// The steps of an improvement, one line each; empty where there are none.
[[nodiscard]] std::string improvement_summary(const std::vector<ImprovementStep>& steps);

/// The total error, its causes, the verdict and what to do next.
[[nodiscard]] std::string assessment_summary(const Assessment& assessment, const VerdictWords& words);

/// Tells of a calibration that failed; the exit status.
[[nodiscard]] int report_failure(const Calibration& calibration, const std::string& command,
                                 const CommonOptions& common, const Streams& streams);

}  // namespace fiducia
