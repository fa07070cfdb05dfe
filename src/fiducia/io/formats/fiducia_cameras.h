#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fiducia/io/formats/camera_file.h"

namespace fiducia {

/// Our own calibration.json, of one camera or of a rig: `cameras`, each with name, model, image_size, parameters and
/// camera_from_rig. What was found out about a rig is passed over.
[[nodiscard]] CameraFile read_fiducia_cameras(std::string_view text, const std::string& file_name,
                                              const CameraFileOptions& options = {});

/// The cameras alone; of several also where they are. Throws an Error where that is not known.
[[nodiscard]] std::string fiducia_cameras(const std::vector<FileCamera>& cameras);

}  // namespace fiducia
