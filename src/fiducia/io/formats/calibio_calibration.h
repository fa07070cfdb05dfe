#pragma once

#include <string>
#include <string_view>

#include "fiducia/io/formats/camera_file.h"
#include "fiducia/io/tree/tree.h"

namespace fiducia {

[[nodiscard]] bool is_calibio_calibration(const Tree& root);

/// calib.io's JSON with its OpenCV model: f, ar (fy = f x ar), cx, cy and the coefficients, each under `val`.
[[nodiscard]] CameraFile read_calibio_calibration(std::string_view text, const std::string& file_name,
                                                  const CameraFileOptions& options = {});
[[nodiscard]] CameraFile read_calibio_cameras(const TreeDocument& document, const CameraFileOptions& options);

}  // namespace fiducia
