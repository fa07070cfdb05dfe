#include "apps/fiducia/verdict_words.h"

#include <cmath>

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

std::string left_then(const Action& action) {
  std::string residuals = "the systematic part of the residuals is then " + in_digits(action.expected_eps_px) +
                          " px (BR " + in_digits(action.expected_ratio) + ")";
  if (std::isnan(action.expected_total_px)) return residuals;
  return "the camera is then expected to be off by " + in_digits(action.expected_total_px) + " px RMS, and " +
         residuals;
}

std::string in_words(const Finding& finding, const Calibration& calibration) {
  switch (finding.cause) {
    case Cause::kOtherCamera:
      return "these observations ask for another camera: it maps " + in_digits(finding.px) +
             " px RMS away from the given one, where " + in_digits(finding.limit_px) +
             " px is what their own uncertainty explains";
    case Cause::kOptimumUnknown: return "the best fit of these observations is not known: " + finding.problem;
    case Cause::kFoldOver:
      return std::to_string(finding.corners) + " corners lie where " + std::string(calibration.model->info().name) +
             " folds over: the model does not describe this lens";
    case Cause::kBias:
      return "something is systematically wrong: " + in_digits(finding.px) + " px RMS per coordinate, " +
             percent(finding.ratio) + " of the squared residual, is not noise (noise: " + in_digits(finding.noise_px) +
             " px), and no covariance sees all that it does to the result";
    case Cause::kOpenParameters:
      return "these observations leave parameters of the model open: nothing can be said about how uncertain they are";
    case Cause::kUncertainty:
      return "the images leave too much open: with 95% confidence the mapping is off by less than " +
             in_digits(finding.px) + " px RMS, and " + in_digits(finding.limit_px) + " px is where good ends";
    case Cause::kTotalError:
      return "the camera is off by " + in_digits(finding.total_px) + " px RMS over the image, " +
             in_digits(finding.systematic_px) + " px of it systematic; with 95% confidence less than " +
             in_digits(finding.px) + " px, and " + in_digits(finding.limit_px) + " px is where good ends";
    case Cause::kOutlyingFrames:
      return "there are frames that do not fit in with the others, with residuals several times theirs: " +
             some_of(finding.frames);
    case Cause::kFewFrames:
      return "only " + std::to_string(finding.n_frames) +
             " frames: so few can hardly be compared, and how uncertain the result is remains a guess itself";
  }
  return "unknown";
}

std::string in_words_of_good(const Evaluation& evaluation, const Trust* trust) {
  if (trust != nullptr && trust->systematic_px > 0) {
    return "the camera is off by " + in_digits(trust->total_px) + " px RMS over the image (" +
           in_digits(trust->systematic_px) + " px of it systematic), with 95% confidence by less than " +
           in_digits(trust->bound95_px) + " px";
  }
  const BiasEstimate& bias = evaluation.bias.headline();
  return "no systematic error to speak of (" + in_digits(bias.eps_px) + " px, BR " + in_digits(bias.ratio) +
         "), and with 95% confidence the mapping is off by less than " +
         in_digits(image_length(evaluation.of(Covariance::kCr2).bound95)) + " px RMS";
}

/// What keeps effects from acting at all.
std::string remedies(const std::vector<Effect>& effects) {
  std::string text;
  const auto add = [&](const std::string& remedy) {
    if (text.find(remedy) == std::string::npos) text += "; or " + remedy;
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

std::string take_images(const Action& action) {
  std::string text = "take more images";
  if (action.images_in_all > 0) text += ", " + std::to_string(action.images_in_all) + " or more in all";
  if (action.images > 0) {
    text += " (about " + in_digits(action.images, 3) + " of the kind there are; fewer that show more)";
  }
  return text + ", with the board in " + in_words(action.place) +
         " and tilted by 30 to 45 degrees in different directions";
}

}  // namespace

std::string action_in_words(const Action& action) {
  switch (action.code) {
    case ActionCode::kNone:
      return "none needed; where the mapping must be surer, take more images with the board in " +
             in_words(action.place);
    case ActionCode::kRecalibrate:
      return "calibrate anew with these images, or find out what changed (focus, zoom, crop, image size)";
    case ActionCode::kChooseModel: return "choose another model; 'fiducia select' finds one";
    case ActionCode::kTakeModel: return "take the model " + action.model + ": " + left_then(action);
    case ActionCode::kFindTargetShape:
      return (action.other_model ? "take the model " + action.model + " and find the target's shape with the camera"
                                 : "the target is not what it is said to be: find its shape with the camera") +
             " (calibrate with --model " + action.model + " --target-shape " +
             std::string(to_string(action.target_shape)) + "): " + left_then(action) +
             "; or mount the target on something flat";
    case ActionCode::kFreeOfEffects:
      return "free the camera of what changes from image to image (calibrate with --model " + action.model +
             " --target-shape " + std::string(to_string(action.target_shape)) + " --effects " +
             (action.effects.empty() ? "none" : names_of(action.effects)) + "): " + left_then(action) +
             remedies(action.effects);
    case ActionCode::kLeaveOutFrames:
      return "leave out the frames that do not belong to the others, or calibrate them apart (--leave-out " +
             joined(action.frames) + ")" + (std::isnan(action.expected_total_px) ? "" : ": " + left_then(action));
    case ActionCode::kLookAtFrames:
      return "look at " + some_of(action.frames) + " (blurred, moved, wrong corners?), leave " +
             (action.frames.size() == 1 ? "it" : "them") + " out" +
             (action.robust_loss_may_help ? " or calibrate with --loss cauchy:PX" : "");
    case ActionCode::kCheckTarget:
      return "check the target: its corners seem to be displaced (out of the plane by " +
             in_digits(1e3 * action.out_of_plane_m) +
             " mm RMS, if its size is given in metres); mount it on something flat and rigid, or measure it" +
             (action.shape_may_be_found
                  ? ", or take more images and find its shape with the camera (calibrate with --target-shape free)"
                  : "");
    case ActionCode::kCheckImages:
      return "check the images: the residuals follow the place in the image and no model here removes that (cropped, "
             "rectified or stabilised images, rolling shutter?)";
    case ActionCode::kCheckCorners:
      return "check the corners: neither the lens nor the target's shape explains it (motion blur, rolling shutter, a "
             "detector without sub-pixel refinement?)";
    case ActionCode::kTakeImages: return take_images(action);
    case ActionCode::kTakeVariedImages:
      return "take more images, tilted in different directions and up to the image's corners, or a model with fewer "
             "parameters";
  }
  return "unknown";
}

VerdictWords verdict_words(const Verdict& verdict, const Calibration& calibration, const Evaluation& evaluation,
                           const Trust* trust) {
  return {
      verdict.findings.empty() ? in_words_of_good(evaluation, trust) : in_words(verdict.findings.front(), calibration),
      action_in_words(verdict.action)};
}

}  // namespace fiducia
