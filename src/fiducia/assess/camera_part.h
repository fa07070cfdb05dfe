#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace fiducia {

enum class CameraPartCode { kFocalLength, kPrincipalPoint, kDistortion };

[[nodiscard]] constexpr std::string_view to_string(CameraPartCode code) {
  constexpr std::array<std::string_view, 3> kNames = {"focal_length", "principal_point", "distortion"};
  return kNames[static_cast<std::size_t>(code)];
}

/// A part of a given camera's parameters, beside that of the best fit.
struct CameraPart {
  CameraPartCode code = CameraPartCode::kFocalLength;
  /// How far the given camera would still be from the best fit if it had this part of it; a length in the image, px
  /// RMS. NaN: there is no such camera.
  double left_px = 0;
  /// Whether it carries the difference: the fewest parts that, taken from the best fit, leave no more than half of it.
  bool carries = false;
  std::vector<double> given = {};  ///< of the focal length fx and fy (or f), of the principal point cx and cy, in px
  std::vector<double> best = {};
};

}  // namespace fiducia
