#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fiducia/io/formats/camera_file.h"
#include "fiducia/io/tree/tree.h"

namespace fiducia {

[[nodiscard]] bool is_basalt_calibration(const Tree& root);

/// basalt's calibration JSON: ds, eucm, kb4, pinhole and pinhole-radtan8. Poses: camera <- IMU.
[[nodiscard]] CameraFile read_basalt_calibration(std::string_view text, const std::string& file_name,
                                                 const CameraFileOptions& options = {});
[[nodiscard]] CameraFile read_basalt_cameras(const TreeDocument& document);

/// The cameras with T_imu_cam: of several it must be known where they are. basalt's reader wants to find the numbers of
/// an IMU too: those that it has itself where it knows none.
[[nodiscard]] std::string basalt_calibration(const std::vector<FileCamera>& cameras);

}  // namespace fiducia
