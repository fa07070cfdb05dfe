#include "apps/fiducia/assessment_output.h"

#include <fmt/format.h>

#include <cmath>
#include <ostream>

#include "apps/fiducia/cause_words.h"
#include "apps/fiducia/exit_status.h"
#include "apps/fiducia/input.h"
#include "apps/fiducia/outliers.h"
#include "apps/fiducia/summary.h"
#include "apps/fiducia/verdict_words.h"
#include "fiducia/core/words.h"
#include "fiducia/evaluate/image_length.h"
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

std::string about(const EvaluationArguments& arguments, std::string text) {
  if (arguments.regions.empty() && arguments.region_mask.empty()) return text;
  constexpr std::string_view kImage = "over the image";
  constexpr std::string_view kRegion = "over the region";
  for (std::size_t at = text.find(kImage); at != std::string::npos; at = text.find(kImage, at)) {
    text.replace(at, kImage.size(), kRegion);
  }
  return text;
}

VerdictWords words_of(const Assessment& assessment, const EvaluationArguments& arguments, bool detected) {
  if (!assessment.verdict) return {};
  VerdictWords words =
      verdict_words(*assessment.verdict, assessment.calibration, *assessment.evaluation, assessment.tolerance_px,
                    assessment.trust ? &*assessment.trust : nullptr, detected);
  words.reason = about(arguments, std::move(words.reason));
  for (std::string& sentence : words.also) sentence = about(arguments, std::move(sentence));
  words.next = about(arguments, std::move(words.next));
  words.why = causes_in_words(assessment.causes);
  return words;
}

CalibrationFindings findings_of(const Assessment& assessment, const VerdictWords& words) {
  const auto known = [](const auto& part) { return part ? &*part : nullptr; };
  return {.evaluation = known(assessment.evaluation),
          .mapping = &assessment.mapping,
          .verdict = known(assessment.verdict),
          .words = &words,
          .thresholds = &assessment.thresholds,
          .tolerance_px = assessment.tolerance_px,
          .trust = known(assessment.trust),
          .causes = assessment.causes.empty() ? nullptr : &assessment.causes,
          .optimum = known(assessment.optimum),
          .selection = known(assessment.selection),
          .left_out_corners = &assessment.left_out_corners,
          .turns = known(assessment.turns)};
}

namespace {

/// Whether what the models were compared by is visibly another figure than the camera's total error.
bool is_off_otherwise(const Assessment& assessment) {
  constexpr double kVisibly = 0.05;
  const Selection& selection = *assessment.selection;
  if (!assessment.trust || !selection.recommended) return false;
  const double compared_px = image_length(selection.entries[*selection.recommended].total);
  return std::isfinite(compared_px) &&
         std::abs(assessment.trust->total_px - compared_px) > kVisibly * assessment.trust->total_px;
}

}  // namespace

std::string choices_summary(const Assessment& assessment) {
  std::string text;
  if (assessment.selection) {
    text += "model        " + assessment.selection->reason + '\n';
    if (is_off_otherwise(assessment)) {
      text +=
          "             these figures compare lens models alone; the total error below is with all that was found\n";
    }
  }
  if (!assessment.calibration.effects.empty()) {
    text += "effects      " + names_of(assessment.calibration.effects.layout.effects()) + ": fitted with the camera\n";
  }
  if (!assessment.shape) return text;
  const TargetShapeChoice& shape = *assessment.shape;
  text += "target shape ";
  text += to_string(shape.shape);
  if (!shape.tried) {
    constexpr std::size_t kFewest = 8;
    return text + ": no other shape was tried, " +
           (assessment.calibration.frames.size() < kFewest ? "which takes eight images or more\n"
                                                           : "these images do not carry one\n");
  }
  if (shape.shape == TargetShape::kPlanar) return text + ": no other shape makes the camera less wrong\n";
  return text + ": it explains the images better, and the camera is expected to be off by " +
         in_digits(shape.total_px, 3) + " px with it, by " + in_digits(shape.planar_total_px, 3) +
         " px with a planar target\n";
}

std::string improvement_summary(const std::vector<ImprovementStep>& steps) {
  std::string text;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const ImprovementStep& step = steps[i];
    text += fmt::format("step {:<7} {}: off by {} px RMS over the image (95% bound: {} px), {}\n", i,
                        i == 0 ? "start" : followed_in_words(step.action), in_digits(step.total_px, 3),
                        in_digits(step.bound95_px, 3), to_string(step.judgement));
  }
  if (!steps.empty() && steps.back().judgement != Judgement::kGood) {
    text += "             nothing more that can be done with these images makes the camera better\n";
  }
  return text.empty() ? text : text + '\n';
}

std::string assessment_summary(const Assessment& assessment, const VerdictWords& words) {
  return (assessment.trust ? trust_summary(*assessment.trust, assessment.calibration) : "") +
         causes_summary(assessment.causes,
                        !assessment.evaluation || assessment.evaluation->bias.headline().eps_px > 0) +
         verdict_summary(*assessment.verdict, words);
}

int report_failure(const Calibration& calibration, const std::string& command, const CommonOptions& common,
                   const Streams& streams) {
  if (common.json) streams.out << calibration_json(calibration);
  streams.err << circumstances(calibration) << "fiducia " << command << ": " << calibration.message << '\n';
  return kExitCannotCalibrate;
}

}  // namespace fiducia
