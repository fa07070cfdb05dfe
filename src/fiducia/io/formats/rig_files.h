#pragma once

#include <string>
#include <vector>

#include "fiducia/camera/rig.h"
#include "fiducia/io/formats/camera_file.h"

namespace fiducia {

/// The cameras that several files hold together: intrinsics.yml and extrinsics.yml of OpenCV, a camera_info per camera
/// of ROS, a .cameramodel per camera of mrcal, cameras.txt and rig_config.json of COLMAP; in any order. One file is
/// read as read_camera_file() reads it. A camera without a name is called as its file. Throws an Error that names the
/// file and the key.
[[nodiscard]] CameraFile read_camera_files(const std::vector<FileContent>& files,
                                           const CameraFileOptions& options = {});

/// The cameras as a rig. Throws an Error where there are not at least two, where one of them could not be read, and
/// where it is not known where they are.
[[nodiscard]] Rig rig_of(const CameraFile& file, const std::string& file_name);

}  // namespace fiducia
