#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/rig_input.h"
#include "fiducia/assess/model_request.h"

namespace fiducia {

/// One per camera: --model radial2 for all, --model left=fisheye for one; several are joined by line ends. Throws an
/// Error for a camera that there is not.
[[nodiscard]] std::vector<ModelRequest> models_of_cameras(const std::string& joined,
                                                          const std::vector<CameraInput>& cameras);

}  // namespace fiducia
