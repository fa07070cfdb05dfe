#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fiducia {

/// What can change from frame to frame, or with the distance of the target, beside camera and pose (docs/effects.md).
/// Each is a nested alternative to the plain calibration: with all of its unknowns zero it does nothing.
enum class Effect {
  kTargetBend,      ///< the target bends, in every frame differently: heights of second degree over its plane, m RMS
  kShutter,         ///< a rolling shutter: the camera turns while the rows are read, rad per image height
  kShutterColumns,  ///< the same by columns: an image that was turned, and the placebo for the one by rows
  kFocus,           ///< the focal length changes: the logarithm of a factor
  kStabilisation,   ///< the principal point shifts, px
  kPupil,           ///< the entrance pupil moves along the axis with the angle, m per rad^2 and per rad^4
};

/// All, in the order in which they are laid out among a frame's unknowns.
[[nodiscard]] std::span<const Effect> all_effects();

/// "target_bend", "shutter", ...: as in files and on the command line.
[[nodiscard]] std::string_view to_string(Effect effect);
/// Throws an Error that lists the names.
[[nodiscard]] Effect effect_named(std::string_view name);
/// "shutter,focus", for people and files; empty for none.
[[nodiscard]] std::string names_of(std::span<const Effect> effects);

/// Unknowns of every frame.
[[nodiscard]] int frame_unknowns(Effect effect);
/// Unknowns that all frames have in common.
[[nodiscard]] int common_unknowns(Effect effect);

}  // namespace fiducia
