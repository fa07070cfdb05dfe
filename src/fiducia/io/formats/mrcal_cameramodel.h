#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fiducia/io/formats/camera_file.h"

namespace fiducia {

[[nodiscard]] bool is_mrcal_cameramodel(std::string_view text);

/// mrcal's .cameramodel, a Python dict as text: LENSMODEL_PINHOLE, _OPENCV4, _OPENCV5, _OPENCV8, _OPENCV12 and
/// _SPLINED_STEREOGRAPHIC_..., this with its valid_intrinsics_region. Other
/// models are refused by their names. optimization_inputs are passed over.
[[nodiscard]] CameraFile read_mrcal_cameramodel(std::string_view text, const std::string& file_name,
                                                const CameraFileOptions& options = {});

[[nodiscard]] std::string mrcal_cameramodel(const std::vector<FileCamera>& cameras);

/// One file per camera, which has no name but the file's: NAME.cameramodel.
[[nodiscard]] std::vector<FileContent> mrcal_rig_files(const std::vector<FileCamera>& cameras);

}  // namespace fiducia
