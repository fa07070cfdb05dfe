#include "apps/fiducia/verdict_words.h"

#include <algorithm>
#include <cmath>

#include "apps/fiducia/file_pattern.h"
#include "fiducia/core/words.h"
#include "fiducia/evaluate/image_length.h"

namespace fiducia {
namespace {

std::string percent(double part) { return std::to_string(std::lround(100 * part)) + "%"; }

std::string in_words(ImagePlace place) {
  switch (place) {
    case ImagePlace::kUpperLeft: return "the upper left corner";
    case ImagePlace::kUpper: return "the upper edge";
    case ImagePlace::kUpperRight: return "the upper right corner";
    case ImagePlace::kLeft: return "the left edge";
    case ImagePlace::kMiddle: return "the middle";
    case ImagePlace::kRight: return "the right edge";
    case ImagePlace::kLowerLeft: return "the lower left corner";
    case ImagePlace::kLower: return "the lower edge";
    case ImagePlace::kLowerRight: return "the lower right corner";
  }
  return "the image";
}

/// "in the upper left corner", "at the left edge".
std::string at(ImagePlace place) {
  const std::string words = in_words(place);
  return (words.ends_with("edge") ? "at " : "in ") + words;
}

std::string left_then(const Action& action) {
  if (std::isnan(action.expected_total_px)) {
    return "the systematic part of the residuals is then " + in_digits(action.expected_eps_px) + " px (BR " +
           in_digits(action.expected_ratio) + ")";
  }
  return "the camera is then expected to be off by " + px_in_words(action.expected_total_px) + " RMS";
}

std::string expected(const Action& action) {
  return std::isnan(action.expected_total_px) ? std::string() : ": " + left_then(action);
}

/// How wrong the camera is against what is tolerated.
std::string error_in_words(const Finding& finding) {
  const bool by_chance = finding.cause == Cause::kUncertainty;
  // Of a given camera: too little is known of the one that it is compared with.
  const bool untold = finding.judgement == Judgement::kBad && finding.total_px <= finding.limit_px;
  const std::string part = finding.is_shown && finding.systematic_px > 0 && !by_chance
                               ? " (" + px_in_words(finding.systematic_px) + " of it systematic)"
                               : "";
  const std::string tolerance = "the tolerance of " + in_digits(finding.limit_px, 3) + " px";
  const std::string error =
      (finding.is_shown ? "the camera is expected to be off by " : "the camera seems to be off by ") +
      px_in_words(finding.total_px) + " RMS over the image" + part;
  if (untold) {
    return "these images tell a camera to no more than " + px_in_words(finding.known_to_px) +
           " RMS over the image: whether this one is off by less than " + tolerance +
           " they do not say (95% bound: " + px_in_words(finding.px) + ")";
  }
  if (finding.judgement == Judgement::kUsable && finding.total_px == 0) {
    return "no error of the camera was seen, but its 95% bound is " + px_in_words(finding.px) + ", more than " +
           tolerance;
  }
  if (finding.judgement == Judgement::kUsable) {
    return error + ", within " + tolerance + ", but its 95% bound is " + px_in_words(finding.px);
  }
  return error + ", more than " + tolerance + " (95% bound: " + px_in_words(finding.px) + ")" +
         (finding.is_shown ? "" : ", though chance alone might explain it");
}

/// is_first: nothing was said before it.
std::string in_words(const Finding& finding, const Calibration& calibration, bool is_first) {
  switch (finding.cause) {
    case Cause::kOtherCamera:
      if (finding.judgement == Judgement::kGood) {
        return "the given intrinsics are not quite those that these images ask for: the camera is off by " +
               px_in_words(finding.total_px) + " RMS over the image, within the tolerance";
      }
      return "the given intrinsics do not fit these images: the camera is off by about " +
             px_in_words(finding.total_px) + " RMS over the image (95% bound: " + px_in_words(finding.px) +
             "), where the tolerance is " + in_digits(finding.limit_px, 3) + " px";
    case Cause::kOptimumUnknown:
      return "how wrong the given camera is cannot be told from these images: " + finding.problem;
    case Cause::kFoldOver:
      return std::to_string(finding.corners) + " corners lie where " + std::string(calibration.model->info().name) +
             " folds over: the model does not describe this lens";
    case Cause::kOpenParameters:
      return "these images do not determine the parameters of the model: nothing can be said about how wrong the "
             "camera is";
    case Cause::kTotalError:
    case Cause::kUncertainty: return error_in_words(finding);
    case Cause::kNoRay: return "the camera has no ray for " + in_digits(100 * finding.without_ray) + "% of the image";
    case Cause::kUnexplained:
      return (std::isnan(finding.total_px) ? std::string()
              : is_first                   ? "the camera is expected to be off by " + px_in_words(finding.total_px) +
                               " RMS over the image, but its true error may be larger: "
                         : "the true error may be larger: ") +
             "of the residuals that the best explanation leaves, " + in_digits(finding.px) +
             " px RMS per coordinate (" + percent(finding.ratio) + " of their square) " +
             (finding.is_shown ? "are" : "seem to be") + " systematic";
    case Cause::kFewFrames:
      return "only " + std::to_string(finding.n_frames) +
             " images: so few can hardly be compared, and how uncertain the result is remains a guess itself";
    case Cause::kOutlyingFrames:
      return "images with residuals several times those of the others: " + some_of(finding.frames);
    case Cause::kBias:
      return in_digits(finding.px) + " px RMS per coordinate of the residuals, " + percent(finding.ratio) +
             " of their square, are not noise (noise: " + in_digits(finding.noise_px) +
             " px); what that does to the camera is in its error";
  }
  return "unknown";
}

std::string in_words_of_good(const Evaluation& evaluation, const Trust* trust, double tolerance_px) {
  const double bound = trust != nullptr ? trust->bound95_px : image_length(evaluation.of(Covariance::kCr2).bound95);
  return "with 95% confidence the camera is off by less than " + px_in_words(bound) +
         " RMS over the image, within the tolerance of " + in_digits(tolerance_px, 3) + " px";
}

/// What keeps effects from acting at all, one after the other with a link before each.
std::string remedies(const std::vector<Effect>& effects, const std::string& link = "; or ") {
  std::string text;
  const auto add = [&](const std::string& remedy) {
    if (text.find(remedy) == std::string::npos) text += link + remedy;
  };
  for (const Effect effect : effects) {
    switch (effect) {
      case Effect::kTargetBend: add("mount the target on something rigid"); break;
      case Effect::kShutter:
      case Effect::kShutterColumns: add("hold camera and target still for every image"); break;
      case Effect::kFocus: add("fix focus and zoom"); break;
      case Effect::kStabilisation: add("switch the stabilisation off"); break;
      case Effect::kPupil: add("keep the target as far away as what the camera will look at"); break;
    }
  }
  return text;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
  return text;
}

/// Of the command line, for what is to be another than it was.
std::string flags_of(const Action& action) { return "calibrate with " + followed_in_words(action); }

/// For images that are to be taken: without what made these disagree. Empty where nothing did.
std::string without_effects(const Action& action, const std::string& before) {
  constexpr std::string_view kLink = ", ";
  const std::string all = remedies(action.effects, std::string(kLink));
  return all.empty() ? "" : before + all.substr(kLink.size()) + ": that is what makes the present ones disagree";
}

constexpr const char* kForThese = "; for these, ";

/// Where no calibration of these images is a better one: what made them disagree is known, or it is to be looked for.
std::string check(const Action& action, const std::string& what) {
  const std::string known = without_effects(action, "; take new ones and ");
  return "nothing that was tried with these images helps" + (known.empty() ? "; check " + what : known);
}

std::string take_images(const Action& action) {
  return "take more images, with the board " + at(action.place) +
         " above all (where the camera is least certain), tilted by 30 to 45 degrees in different directions ('fiducia "
         "guide' proposes each one). Of the kind there are, roughly " +
         in_digits(action.images, 2) + " more bring the 95% bound within the tolerance" + expected(action) +
         without_effects(action, kForThese);
}

}  // namespace

std::string px_in_words(double value) {
  constexpr double kNoNumber = 1e4;  // larger than images are
  return value > kNoNumber ? "more than 10000 px" : in_digits(value, 3) + " px";
}

std::string followed_in_words(const Action& action) {
  if (!action.frames.empty()) return "--leave-out " + joined(action.frames);
  std::string text;
  const auto add = [&](const std::string& flag) { text += (text.empty() ? "--" : " --") + flag; };
  // With effects another shape may be chosen than the one that this was found with: it is said.
  const bool with_effects = action.code == ActionCode::kFreeOfEffects;
  if (action.other_model || action.code == ActionCode::kTakeModel) add("model " + action.model);
  if (action.other_shape || (with_effects && action.target_shape != TargetShape::kPlanar)) {
    add("target-shape " + std::string(to_string(action.target_shape)));
  }
  if (with_effects) {
    add("effects " + (action.effects.empty() ? "none" : names_of(action.effects)));
  }
  return text;
}

std::string frames_to_leave_out(const std::vector<std::string>& names, const Calibration* calibration) {
  if (calibration == nullptr || calibration->observations == nullptr) return joined(names);
  std::vector<std::string> others;
  for (const FrameFit& fit : calibration->frames) {
    const std::string& name = calibration->observations->frames[fit.index].name;
    if (std::find(names.begin(), names.end(), name) == names.end()) others.push_back(name);
  }
  const std::string pattern = pattern_of(names, others);
  return pattern.empty() ? joined(names) : "'" + pattern + "'";
}

std::string action_in_words(const Action& action, bool detected, const Calibration* calibration) {
  switch (action.code) {
    case ActionCode::kNone: return "nothing is needed; the camera is least certain towards " + in_words(action.place);
    case ActionCode::kNothingHelps:
      if (const std::string known = without_effects(action, "; where it must be, take new ones and "); !known.empty()) {
        return "nothing that can be done with these images makes the camera better" + known;
      }
      return "nothing that can be done with these images makes the camera better; where it must be, take new ones: a "
             "flat and rigid target, a fixed focus, sharp images up to the image's corners";
    case ActionCode::kRecalibrate:
      return "calibrate anew with these images" + expected(action) +
             "; or find out what changed (another camera, focus, zoom, crop, image size)";
    case ActionCode::kChooseModel: return "choose another model; 'fiducia select' finds one";
    case ActionCode::kTakeModel:
      return "take the model " + action.model + " (" + flags_of(action) + "): " + left_then(action);
    case ActionCode::kFindTargetShape:
      return (action.other_model ? "take the model " + action.model + " and find the target's shape with the camera"
                                 : "the target is not what it is said to be: find its shape with the camera") +
             " (" + flags_of(action) + "): " + left_then(action) + "; or mount the target on something flat";
    case ActionCode::kFreeOfEffects:
      return "free the camera of what changes from image to image (" + flags_of(action) + "): " + left_then(action) +
             remedies(action.effects);
    case ActionCode::kLeaveOutFrames:
      return "leave out the frames that do not belong to the others, or calibrate them apart (--leave-out " +
             frames_to_leave_out(action.frames, calibration) + ")" + expected(action);
    case ActionCode::kLookAtFrames:
      return "look at " + some_of(action.frames) + " (blurred, moved, wrong corners?) and leave " +
             (action.frames.size() == 1 ? "it" : "them") + " out (--leave-out " +
             frames_to_leave_out(action.frames, calibration) + ")" + expected(action);
    case ActionCode::kCheckTarget:
      return check(
          action,
          "the target: its corners seem to be displaced (out of the plane by " +
              in_digits(1e3 * action.out_of_plane_m) +
              " mm RMS, if its size is given in metres); mount it on something flat and rigid, or measure it" +
              (action.shape_may_be_found
                   ? ", or take more images and find its shape with the camera (calibrate with --target-shape free)"
                   : ""));
    case ActionCode::kCheckImages:
      return check(action,
                   "how they were taken: the residuals follow the place in the image (were they cropped, rectified or "
                   "stabilised?)");
    case ActionCode::kCheckCorners:
      return check(action, "the corners: neither the lens nor the target's shape explains what is systematic " +
                               std::string(detected ? "(motion blur, glare, a print or a screen whose edges are not "
                                                      "sharp? 'fiducia detect --draw FOLDER' shows what was found)"
                                                    : "(motion blur, or corners that were not refined to parts of a "
                                                      "pixel?)"));
    case ActionCode::kTakeImages: return take_images(action);
    case ActionCode::kTakeVariedImages:
      return "take more images, tilted in different directions and up to the image's corners ('fiducia guide' proposes "
             "each one)" +
             without_effects(action, kForThese);
  }
  return "unknown";
}

namespace {

bool chance_explains_it(const Verdict& verdict) {
  return std::any_of(verdict.findings.begin(), verdict.findings.end(),
                     [](const Finding& one) { return one.cause == Cause::kTotalError && !one.is_shown; });
}

}  // namespace

VerdictWords verdict_words(const Verdict& verdict, const Calibration& calibration, const Evaluation& evaluation,
                           double tolerance_px, const Trust* trust, bool detected) {
  VerdictWords words{.next = action_in_words(verdict.action, detected, &calibration)};
  if (verdict.action.code == ActionCode::kRecalibrate && chance_explains_it(verdict)) {
    words.next = "calibrate anew with these images" + expected(verdict.action);  // nothing shows that anything changed
  }
  std::size_t rest = 0;
  if (verdict.judgement == Judgement::kGood) {
    words.reason = in_words_of_good(evaluation, trust, tolerance_px);
  } else {
    words.reason = in_words(verdict.findings[rest++], calibration, true);
  }
  for (; rest < verdict.findings.size(); ++rest) {
    words.also.push_back(in_words(verdict.findings[rest], calibration, false));
  }
  return words;
}

}  // namespace fiducia
