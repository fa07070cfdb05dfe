#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fiducia/io/formats/camera_file.h"

namespace fiducia {

[[nodiscard]] bool is_colmap_cameras(std::string_view text);

/// COLMAP's cameras.txt. Its pixels have their centres at half numbers: cx and cy lose 0.5.
[[nodiscard]] CameraFile read_colmap_cameras(std::string_view text, const std::string& file_name,
                                             const CameraFileOptions& options = {});

[[nodiscard]] std::string colmap_cameras(const std::vector<FileCamera>& cameras);

}  // namespace fiducia
