#pragma once

#include <string_view>

namespace fiducia {

/// What a calibration is worth for an application that tolerates an error of so many pixels, from the best to the
/// worst.
enum class Judgement {
  kGood,    ///< with 95% confidence the camera is off by less, and everything that was found is in that
  kUsable,  ///< it is expected to be off by less, but that is not sure
  kBad,     ///< it is expected to be off by more, or nothing can be said
};
[[nodiscard]] std::string_view to_string(Judgement judgement);

}  // namespace fiducia
