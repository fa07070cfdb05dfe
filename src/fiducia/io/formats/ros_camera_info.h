#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fiducia/io/formats/camera_file.h"
#include "fiducia/io/tree/tree.h"

namespace fiducia {

[[nodiscard]] bool is_ros_camera_info(const Tree& root);

/// ROS' camera_info YAML: plumb_bob, rational_polynomial, equidistant.
[[nodiscard]] CameraFile read_ros_camera_info(std::string_view text, const std::string& file_name,
                                              const CameraFileOptions& options = {});
[[nodiscard]] CameraFile read_ros_camera(const TreeDocument& document);

/// A camera whose images are to be rectified by a rotation, and the projection that the rectified ones have.
[[nodiscard]] std::string ros_camera_info_text(const FileCamera& camera, const Matrix3& rectification,
                                               const Eigen::Matrix<double, 3, 4>& projection);

[[nodiscard]] std::string ros_camera_info(const std::vector<FileCamera>& cameras);

[[nodiscard]] bool is_ros_ost(std::string_view text);

/// The older ost.txt, in sections.
[[nodiscard]] CameraFile read_ros_ost(std::string_view text, const std::string& file_name,
                                      const CameraFileOptions& options = {});

}  // namespace fiducia
