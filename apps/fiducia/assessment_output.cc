#include "apps/fiducia/assessment_output.h"

#include <ostream>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/input.h"
#include "apps/fiducia/outliers.h"
#include "apps/fiducia/summary.h"
#include "apps/fiducia/verdict_words.h"
#include "fiducia/io/calibration_json.h"
#include "fiducia/io/evaluation_json.h"

namespace fiducia {

void add_notes(const ReadObservations& input, Assessment* assessment) {
  note_left_out_corners(assessment->left_out_corners, &assessment->calibration.warnings);
  add_circumstances(input, assessment->calibration);
}

VerdictWords words_of(const Assessment& assessment) {
  if (!assessment.verdict) return {};
  return verdict_words(*assessment.verdict, assessment.calibration, *assessment.evaluation);
}

Json assessment_object(const Assessment& assessment, const VerdictWords& words) {
  const auto known = [](const auto& part) { return part ? &*part : nullptr; };
  Json object = calibration_object(assessment.calibration, {.evaluation = known(assessment.evaluation),
                                                            .mapping = &assessment.mapping,
                                                            .verdict = known(assessment.verdict),
                                                            .words = &words,
                                                            .thresholds = &assessment.thresholds,
                                                            .optimum = known(assessment.optimum),
                                                            .left_out_corners = &assessment.left_out_corners});
  if (assessment.selection) {
    object["selection"] = selection_object(*assessment.selection);
    for (Json& model : object["selection"]["models"]) model.erase("seconds");  // the same call gives the same file
  }
  return object;
}

int report_failure(const Calibration& calibration, const std::string& command, const CommonOptions& common,
                   const Streams& streams) {
  if (common.json) streams.out << calibration_json(calibration);
  streams.err << "fiducia " << command << ": " << calibration.message << '\n' << circumstances(calibration);
  return kExitCannotCalibrate;
}

}  // namespace fiducia
