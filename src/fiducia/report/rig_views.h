#pragma once

#include <optional>
#include <vector>

#include "fiducia/solve/calibrate_rig.h"

namespace fiducia {

/// A corner of a view, as the rig's fit has it.
struct RigCorner {
  int id = 0;
  Vector2 pixel;        ///< as it was detected
  Vector2 residual_px;  ///< detected minus reprojected, without the corner's weight
  /// Where the camera would have detected it without the effects of this frame (a rolling shutter, ...): the
  /// reprojected corner without them, and the residual.
  Vector2 undisturbed;
};

/// What one camera saw at an instant that was used.
struct RigViewCorners {
  std::size_t instant = 0;  ///< in RigCalibration::instants
  std::vector<RigCorner> corners = {};
};

/// The views of one camera, in the order of the instants.
[[nodiscard]] std::vector<RigViewCorners> rig_views(const RigCalibration& rig, std::size_t camera);

/// The noise of a corner's coordinate per camera: by its bias ratio where there is one, else of its residuals.
/// bias_noise_px: one per camera, nothing where it is not known.
[[nodiscard]] std::vector<double> rig_noise_px(const RigCalibration& rig,
                                               const std::vector<std::optional<double>>& bias_noise_px);

}  // namespace fiducia
