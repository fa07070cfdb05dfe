#pragma once

#include <string_view>

#include "fiducia/camera/effect.h"

namespace fiducia {

/// What can be wrong with a calibration (docs/effects.md).
enum class CauseCode {
  kLens,    ///< the lens model
  kTarget,  ///< the target is not what it is said to be
  kTargetBend,
  kShutter,
  kShutterColumns,
  kFocus,
  kStabilisation,
  kPupil,
  kFrames,       ///< single frames
  kOtherCamera,  ///< frames of another camera, zoom or crop
  kUpsideDown,   ///< frames that were turned by 180 degrees
  kMirrored,     ///< frames that were mirrored
  kTargetSize,   ///< the target's columns and rows, or its tags, are not spaced as they are said to be
  kGivenCamera,  ///< a camera that was given is not the one that took the frames
};

/// "lens", "target", ..., "frames"; effects by their names.
[[nodiscard]] std::string_view to_string(CauseCode code);
[[nodiscard]] CauseCode cause_of(Effect effect);
/// Of a cause that is an effect.
[[nodiscard]] Effect effect_of(CauseCode code);
/// Whether it is an effect whose numbers differ from frame to frame.
[[nodiscard]] bool acts_in_frames(CauseCode code);

}  // namespace fiducia
