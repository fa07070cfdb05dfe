#pragma once

#include <string>
#include <string_view>

#include "fiducia/io/formats/camera_file.h"
#include "fiducia/io/tree/tree.h"

namespace fiducia {

[[nodiscard]] bool is_basalt_calibration(const Tree& root);

/// basalt's calibration JSON: ds, eucm, kb4, pinhole and pinhole-radtan8. Poses: camera <- IMU.
[[nodiscard]] CameraFile read_basalt_calibration(std::string_view text, const std::string& file_name,
                                                 const CameraFileOptions& options = {});
[[nodiscard]] CameraFile read_basalt_cameras(const TreeDocument& document);

}  // namespace fiducia
