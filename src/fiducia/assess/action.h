#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/camera/effect.h"
#include "fiducia/evaluate/uncertainty_map.h"
#include "fiducia/solve/target_shape.h"

namespace fiducia {

/// A ninth of the image.
enum class ImagePlace {
  kUpperLeft,
  kUpper,
  kUpperRight,
  kLeft,
  kMiddle,
  kRight,
  kLowerLeft,
  kLower,
  kLowerRight,
};
/// "upper_left", ...: as in files.
[[nodiscard]] std::string_view to_string(ImagePlace place);

/// Where in the image the mapping is least certain.
[[nodiscard]] ImagePlace weakest_place(const UncertaintyMap& map);

/// What there is to do about a calibration.
enum class ActionCode {
  kNone,              ///< nothing is needed; more images with the board in `place` would help most
  kNothingHelps,      ///< nothing that can be done with these images makes the camera better
  kRecalibrate,       ///< calibrate anew from these images, or find out what changed since the camera was calibrated
  kChooseModel,       ///< choose another model
  kTakeModel,         ///< take `model`
  kFindTargetShape,   ///< find the target's shape with the camera, as `target_shape`, or take a flat target
  kFreeOfEffects,     ///< fit `effects` with the camera, with `model` and `target_shape`, or remove their causes
  kLeaveOutFrames,    ///< leave out `frames`, which do not belong to the others, or calibrate them apart
  kLookAtFrames,      ///< look at `frames`, and leave them out: the camera gains by that
  kCheckTarget,       ///< mount the target on something flat, measure it, or find its shape
  kCheckImages,       ///< cropped, rectified or stabilised images, or a rolling shutter
  kCheckCorners,      ///< motion blur, a rolling shutter, a detector without sub-pixel refinement
  kTakeImages,        ///< more images, with the board in `place`
  kTakeVariedImages,  ///< more images, tilted in different directions and up to the image's corners
};
/// "none", "recalibrate", ...: as in files.
[[nodiscard]] std::string_view to_string(ActionCode code);

/// Whether no calibration of these images is a better one, so that others are to be taken if one is needed.
[[nodiscard]] bool ends_in_new_images(ActionCode code);

/// The one thing that lowers the total error most, with what it is about; what a code has no use for is left as it is
/// here.
struct Action {
  ActionCode code = ActionCode::kNone;
  std::string model = {};                           ///< kTakeModel, kFindTargetShape, kFreeOfEffects
  TargetShape target_shape = TargetShape::kPlanar;  ///< kFindTargetShape, kFreeOfEffects
  std::vector<Effect> effects = {};  ///< kFreeOfEffects; where it ends in new images: what to avoid in them
  double expected_eps_px = 0;        ///< the systematic residual that is left then
  double expected_ratio = 0;         ///< the bias ratio that is left then
  /// How wrong the camera is then expected to be, px, a length; NaN: not known.
  double expected_total_px = std::numeric_limits<double>::quiet_NaN();
  bool other_model = false;                ///< `model` is not the calibration's
  bool other_shape = false;                ///< `target_shape` is not the calibration's
  std::vector<std::string> frames = {};    ///< kLookAtFrames, kLeaveOutFrames
  double out_of_plane_m = 0;               ///< kCheckTarget: RMS, how far its corners seem to stand out
  bool shape_may_be_found = false;         ///< kCheckTarget: it was taken for planar
  int images = 0;                          ///< kTakeImages: so many more of the kind there are
  ImagePlace place = ImagePlace::kMiddle;  ///< kNone, kTakeImages
};

}  // namespace fiducia
