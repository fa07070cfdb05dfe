#include "apps/fiducia/assessment_output.h"

#include <ostream>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/input.h"
#include "apps/fiducia/outliers.h"
#include "apps/fiducia/summary.h"
#include "apps/fiducia/verdict_words.h"
#include "fiducia/io/calibration_json.h"

namespace fiducia {

void add_notes(const ReadObservations& input, Assessment* assessment) {
  note_left_out_corners(assessment->left_out_corners, &assessment->calibration.warnings);
  add_circumstances(input, assessment->calibration);
}

VerdictWords words_of(const Assessment& assessment) {
  if (!assessment.verdict) return {};
  return verdict_words(*assessment.verdict, assessment.calibration, *assessment.evaluation,
                       assessment.trust ? &*assessment.trust : nullptr);
}

CalibrationFindings findings_of(const Assessment& assessment, const VerdictWords& words) {
  const auto known = [](const auto& part) { return part ? &*part : nullptr; };
  return {.evaluation = known(assessment.evaluation),
          .mapping = &assessment.mapping,
          .verdict = known(assessment.verdict),
          .words = &words,
          .thresholds = &assessment.thresholds,
          .trust = known(assessment.trust),
          .causes = assessment.causes.empty() ? nullptr : &assessment.causes,
          .optimum = known(assessment.optimum),
          .selection = known(assessment.selection),
          .left_out_corners = &assessment.left_out_corners};
}

int report_failure(const Calibration& calibration, const std::string& command, const CommonOptions& common,
                   const Streams& streams) {
  if (common.json) streams.out << calibration_json(calibration);
  streams.err << "fiducia " << command << ": " << calibration.message << '\n' << circumstances(calibration);
  return kExitCannotCalibrate;
}

}  // namespace fiducia
