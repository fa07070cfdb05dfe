#pragma once

#include "fiducia/solve/calibrate_rig.h"

namespace fiducia {

/// A rig that somebody gave, held against views: the target's pose at every instant is the one that suits all cameras
/// best, cameras and how they stand to each other stay as they are. `own` is a calibration of these views, which says
/// which of them are used, what the target is like, and where to begin. Nothing is known about its uncertainty.
[[nodiscard]] RigCalibration hold_against(const RigCalibration& own, const std::vector<Camera>& cameras,
                                          const std::vector<Pose>& camera_from_rig);

}  // namespace fiducia
