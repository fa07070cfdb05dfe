#pragma once

#include "fiducia/camera/camera.h"
#include "fiducia/core/pose.h"
#include "python/src/bindings.h"

namespace fiducia::python {

/// The camera with all parameters of its lens, where some of them were fixed or tied (ConstrainedModel).
[[nodiscard]] Camera with_all_parameters(const Camera& camera);

/// 4 x 4.
[[nodiscard]] py::array pose_array(const Pose& pose);

}  // namespace fiducia::python
