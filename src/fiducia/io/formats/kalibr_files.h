#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fiducia/data/target.h"
#include "fiducia/io/formats/camera_file.h"
#include "fiducia/io/tree/tree.h"

namespace fiducia {

[[nodiscard]] bool is_kalibr_camchain(const Tree& root);

/// Kalibr's camchain: pinhole with radtan, equidistant or none; omni with radtan or none; ds; eucm. The poses are those
/// of the chain, T_cn_cnm1, put together: camera n <- camera 0.
[[nodiscard]] CameraFile read_kalibr_camchain(std::string_view text, const std::string& file_name,
                                              const CameraFileOptions& options = {});
[[nodiscard]] CameraFile read_kalibr_cameras(const TreeDocument& document);

[[nodiscard]] std::string kalibr_camchain(const std::vector<FileCamera>& cameras);

[[nodiscard]] bool is_kalibr_target(const Tree& root);

/// Kalibr's target YAML: aprilgrid or checkerboard.
[[nodiscard]] Target read_kalibr_target(std::string_view text, const std::string& file_name);

}  // namespace fiducia
