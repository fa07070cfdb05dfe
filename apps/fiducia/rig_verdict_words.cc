#include "apps/fiducia/rig_verdict_words.h"

#include <fmt/core.h>
#include <algorithm>

#include "apps/fiducia/rig_words.h"
#include "apps/fiducia/verdict_words.h"
#include "fiducia/core/words.h"

namespace fiducia {
namespace {

std::string of_cameras(const RigCalibration& rig, const std::vector<std::size_t>& cameras) {
  std::vector<std::string> names;
  for (const std::size_t c : cameras) names.push_back(rig.cameras[c].name);
  return some_of(names, names.size());
}

std::string subject(const RigCalibration& rig, const RigVerdictFinding& finding) {
  const std::string cameras = of_cameras(rig, finding.cameras);
  return finding.cause == RigCause::kRows ? "the rows of the rectified images of " + cameras + " are" : cameras + " is";
}

std::string finding_words(const RigAssessment& assessment, const RigVerdictFinding& finding, double tolerance_px) {
  const RigCalibration& rig = assessment.calibration;
  switch (finding.cause) {
    case RigCause::kNotOneRig:
      return assessment.consistency.finding == RigFinding::kFewInstants
                 ? "some instants do not belong to the others"
                 : "the instants do not show one rig: cameras that are fixed to each other and took their images "
                   "together";
    case RigCause::kCamera:
    case RigCause::kRows: {
      const std::string limit = "the tolerance of " + in_digits(tolerance_px, 3) + " px";
      const std::string part =
          finding.systematic_px > 0 ? " (" + px_in_words(finding.systematic_px) + " of it systematic)" : "";
      if (finding.judgement == Judgement::kGood) {
        return subject(rig, finding) + " off by less than " + px_in_words(finding.px) +
               " RMS with 95% confidence, within " + limit;
      }
      const std::string expected =
          subject(rig, finding) + " expected to be off by " + px_in_words(finding.total_px) + " RMS" + part;
      return finding.judgement == Judgement::kBad ? expected + ", more than " + limit
                                                  : expected + ", and only with 95% confidence by less than " +
                                                        px_in_words(finding.px) + ": " + limit + " may be exceeded";
    }
    case RigCause::kUnexplained:
      return px_in_words(finding.px) + " of the residuals of " + of_cameras(rig, finding.cameras) + " (BR " +
             in_digits(finding.ratio) + ") stay unexplained: it may be off by more than is told";
    case RigCause::kNoRay:
      return of_cameras(rig, finding.cameras) + " has no ray for " + in_digits(100 * finding.without_ray) +
             "% of its image";
    case RigCause::kFewInstants:
      return fmt::format("{} instants are too few for their disagreement to say much", rig.instants.size());
  }
  return {};
}

std::string parts_as_flags(const RigCalibration& rig, const RigAction& action) {
  std::string flags;
  const std::vector<std::string>& models = action.models;
  const bool one_for_all = !models.empty() && models.size() == rig.cameras.size() &&
                           std::equal(models.begin() + 1, models.end(), models.begin());
  if (one_for_all) flags = "--model " + models.front() + ' ';
  for (std::size_t c = 0; c < models.size() && !one_for_all; ++c) {
    flags += fmt::format("--model {}={} ", rig.cameras[c].name, models[c]);
  }
  if (action.target_shape) flags += fmt::format("--target-shape {} ", to_string(*action.target_shape));
  if (!action.effects.empty()) flags += "--effects " + names_of(action.effects) + ' ';
  if (!flags.empty()) flags.pop_back();
  return flags;
}

std::string action_words(const RigAssessment& assessment, const RigVerdictFinding* worst) {
  const RigCalibration& rig = assessment.calibration;
  const RigAction& action = assessment.verdict.action;
  switch (action.code) {
    case RigActionCode::kNone: return "nothing is needed";
    case RigActionCode::kNothingHelps:
      return "nothing that can be done with these images is known to help; a flat board, held still, and sharp images "
             "of it may";
    case RigActionCode::kPairFrames: return shift_words(rig);
    case RigActionCode::kFixMount:
      return "fix the mount and take the images again, or calibrate what was taken before and after by itself "
             "(--leave-out)";
    case RigActionCode::kTriggerTogether:
      return "hold the board still, or trigger the cameras together, and take the images again";
    case RigActionCode::kLeaveOutInstants:
      return "look at these instants, and leave them out (--leave-out " + some_of(action.instants, 10) +
             "): were their images taken together, with the board at rest?";
    case RigActionCode::kTakeParts:
      return fmt::format("calibrate with {}: {} then expected to be off by {} RMS", parts_as_flags(rig, action),
                         worst != nullptr ? subject(rig, *worst) : "the rig is", px_in_words(action.expected_total_px));
    case RigActionCode::kRecalibrate:
      return fmt::format(
          "calibrate the rig anew from these images (fiducia calibrate), or find out what changed since: "
          "{} then expected to be off by {} RMS",
          worst != nullptr ? subject(rig, *worst) : "the rig is", px_in_words(action.expected_total_px));
    case RigActionCode::kTakeViews:
      return fmt::format(
          "take about {} more instants that show the board to {}, tilted in different directions and up "
          "to the images' corners (fiducia guide says where to hold it): {} then expected to be off by {} RMS",
          action.instants_more, of_cameras(rig, action.cameras), worst != nullptr ? subject(rig, *worst) : "the rig is",
          px_in_words(action.expected_total_px));
  }
  return {};
}

}  // namespace

VerdictWords rig_verdict_words(const RigAssessment& rig, double tolerance_px) {
  VerdictWords words;
  const RigVerdictFinding* worst = weakest(rig.verdict.findings);
  for (const RigVerdictFinding& finding : rig.verdict.findings) {
    const std::string sentence = finding_words(rig, finding, tolerance_px);
    if (words.reason.empty()) {
      words.reason = sentence;
    } else if (finding.judgement != Judgement::kGood) {
      words.also.push_back(sentence);
    }
  }
  words.next = action_words(rig, worst);
  return words;
}

}  // namespace fiducia
