#include "apps/fiducia/assessment_output.h"

#include <ostream>

#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/input.h"
#include "apps/fiducia/outliers.h"
#include "apps/fiducia/summary.h"
#include "apps/fiducia/verdict_words.h"
#include "fiducia/core/words.h"
#include "fiducia/io/calibration_json.h"

namespace fiducia {

namespace {

void note_turns(const FrameTurns& turns, TargetShape shape, std::vector<std::string>* warnings) {
  const std::string looks =
      turns.ways == 4 ? "the board looks the same from all four sides" : "the board looks the same upside down";
  const std::size_t count = turns.turned.size();
  if (count > 0) {
    warnings->push_back(looks + ", and was numbered the other way round in " + some_of(turns.turned) +
                        ": the corners of " +
                        (count == 1 ? "this frame" : "these " + std::to_string(count) + " frames") +
                        " were renumbered to agree with the others" +
                        (turns.rmse_before > 0 ? ", which a free shape fits with " + in_digits(turns.rmse_after, 3) +
                                                     " px instead of " + in_digits(turns.rmse_before, 3) + " px"
                                               : ""));
  }
  if (!turns.unsure.empty() && !turns.turned.empty() && shape != TargetShape::kPlanar) {
    warnings->push_back(looks + ", and " + some_of(turns.unsure) + (turns.unsure.size() == 1 ? " does" : " do") +
                        " not tell clearly which way it lies: numbered as is likeliest");
  }
}

}  // namespace

void add_notes(const ReadObservations& input, Assessment* assessment) {
  if (assessment->turns)
    note_turns(*assessment->turns, assessment->calibration.target.basis.shape(), &assessment->calibration.warnings);
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
          .left_out_corners = &assessment.left_out_corners,
          .turns = known(assessment.turns)};
}

int report_failure(const Calibration& calibration, const std::string& command, const CommonOptions& common,
                   const Streams& streams) {
  if (common.json) streams.out << calibration_json(calibration);
  streams.err << "fiducia " << command << ": " << calibration.message << '\n' << circumstances(calibration);
  return kExitCannotCalibrate;
}

}  // namespace fiducia
