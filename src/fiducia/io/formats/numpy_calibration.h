#pragma once

#include "fiducia/io/formats/camera_file.h"

namespace fiducia {

/// Whether the bytes are an archive of arrays (.npz).
[[nodiscard]] bool is_numpy_archive(std::string_view bytes);

/// A calibration as OpenCV's Python tutorial saves it, np.savez("calibration.npz", mtx=mtx, dist=dist, ...), with any
/// of the names that OpenCV's own files have. Arrays alone: pickled objects are never read.
[[nodiscard]] CameraFile read_numpy_calibration(std::string_view bytes, const std::string& file_name,
                                                const CameraFileOptions& options = {});

}  // namespace fiducia
