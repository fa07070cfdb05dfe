#pragma once

#include <vector>

#include "fiducia/io/formats/camera_file.h"
#include "fiducia/io/tree/tree.h"

namespace fiducia {

/// Whether a file holds R and T of a pair and no camera: OpenCV's extrinsics.yml.
[[nodiscard]] bool is_opencv_extrinsics(const Tree& root);

/// second camera <- first camera, the R and T of cv::stereoCalibrate.
[[nodiscard]] Pose read_opencv_stereo_pose(const TreeDocument& document);

/// intrinsics.yml (M1, D1, M2, D2) and extrinsics.yml (R, T, R1, R2, P1, P2, Q) as OpenCV's stereo sample writes them.
[[nodiscard]] std::vector<FileContent> opencv_stereo_files(const std::vector<FileCamera>& cameras);

}  // namespace fiducia
