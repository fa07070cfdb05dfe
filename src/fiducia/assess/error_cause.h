#pragma once

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/assess/camera_part.h"
#include "fiducia/evaluate/cause_code.h"

namespace fiducia {

/// Something that can be wrong with a calibration, and what it does (docs/effects.md).
struct ErrorCause {
  CauseCode code = CauseCode::kLens;
  bool tried = false;    ///< false: these frames, or the options, did not allow to look for it
  bool present = false;  ///< it explains more than chance
  /// The part of the calibration's systematic residual that it explains, with an interval by resampling frames.
  double share = 0;
  std::array<double, 2> share_ci95{};
  double costs_px = 0;         ///< what it does to the camera when it is ignored: a length, RMS over the image
  double size = 0;             ///< RMS over the frames; NaN: these frames do not tell it
  std::string_view unit = {};  ///< of the size
  /// Of the F-test against the explanation without it; NaN: there is none.
  double p_value = std::numeric_limits<double>::quiet_NaN();
  /// Others that would explain it about as well in its place: which of them it is, these frames do not tell.
  std::vector<CauseCode> or_else = {};
  std::vector<std::string> frames = {};  ///< which, where it is about single ones
  std::vector<CameraPart> parts = {};    ///< of a given camera: which of its parameters are off
};

}  // namespace fiducia
