#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fiducia/io/formats/camera_file.h"
#include "fiducia/io/formats/opencv_storage.h"
#include "fiducia/io/read_result.h"

namespace fiducia {

/// Whether the keys are those of a calibration that OpenCV's programs, or scripts around it, write.
[[nodiscard]] bool is_opencv_calibration(const Tree& root);

/// Calibrations in OpenCV's FileStorage: as its calibration sample and its interactive program write them
/// (camera_matrix, distortion_coefficients, image_width, image_height or cameraResolution), as its stereo sample does
/// (M1, D1, M2, D2) and as scripts do (cameraMatrix, distCoeffs, K, D). What the file does not say, the image's size
/// or which of two models its four coefficients belong to, must be among the options.
[[nodiscard]] CameraFile read_opencv_calibration(std::string_view text, const std::string& file_name,
                                                 const CameraFileOptions& options = {});
[[nodiscard]] CameraFile read_opencv_cameras(const TreeDocument& document, const CameraFileOptions& options);

/// The size of the images: the file's, which a size that the user gave must agree with, else the user's, else the
/// presumed one. Throws an Error where there is none.
[[nodiscard]] ImageSize opencv_image_size(const TreeDocument& document, const std::optional<ImageSize>& given,
                                          const std::optional<ImageSize>& presumed = {});

/// Whether the file carries what was seen beside what was made of it.
[[nodiscard]] bool has_opencv_observations(const Tree& root);

/// The image_points of such a file, with its board (board_width, board_height and square_size, or grid_points).
[[nodiscard]] ReadObservations read_opencv_observations(const TreeDocument& document, const ReadOptions& options);

[[nodiscard]] std::string opencv_yaml(const std::vector<FileCamera>& cameras);
[[nodiscard]] std::string opencv_xml(const std::vector<FileCamera>& cameras);
[[nodiscard]] std::string opencv_json(const std::vector<FileCamera>& cameras);

}  // namespace fiducia
