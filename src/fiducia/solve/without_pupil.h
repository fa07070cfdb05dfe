#pragma once

#include <memory>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// The observations of a camera whose entrance pupil moves (camera/pupil.h) as they would have been with a pupil that
/// stays: what the camera alone explains. fixed: options with fix_intrinsics and the camera's parameters as the initial
/// ones; poses are fitted with them. Frames that cannot be used stay as they are; corners that would have been outside
/// of the image are left out.
///
/// How far a corner moves depends on the pose, and that on the corners: a fixed point, reached in a few rounds because
/// the pupil moves by little of the distance.
[[nodiscard]] std::shared_ptr<const Observations> without_pupil(const std::shared_ptr<const Observations>& observations,
                                                                const CalibrateOptions& fixed, const Vector2& pupil);

}  // namespace fiducia
