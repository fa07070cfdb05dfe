#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fiducia/io/formats/camera_file.h"

namespace fiducia {

/// Where the camera of a camera_info is: camera <- the rectified frame of its pair's first camera, out of
/// rectification_matrix and projection_matrix (R and P: P(0, 3) = -fx times the baseline). Throws an Error where these
/// are missing or cannot be those of a rectified pair.
[[nodiscard]] Pose read_ros_pose(std::string_view text, const std::string& file_name);

/// One camera_info per camera, NAME.yaml, with the rectification of the pair.
[[nodiscard]] std::vector<FileContent> ros_stereo_files(const std::vector<FileCamera>& cameras);

}  // namespace fiducia
