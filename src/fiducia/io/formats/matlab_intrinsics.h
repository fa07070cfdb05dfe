#pragma once

#include <string>
#include <vector>

#include "fiducia/io/formats/camera_file.h"

namespace fiducia {

/// A MATLAB script that makes a cameraIntrinsics object. MATLAB's first pixel has its centre at (1, 1).
[[nodiscard]] std::string matlab_intrinsics(const std::vector<FileCamera>& cameras);

}  // namespace fiducia
