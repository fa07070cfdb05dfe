#pragma once

#include <string>
#include <vector>

#include "fiducia/io/formats/camera_file.h"

namespace fiducia {

/// What to call each camera of several, no two alike: its name, else the key it stands under, else "cam" and its index.
[[nodiscard]] std::vector<std::string> camera_labels(const std::vector<FileCamera>& cameras);

/// The same for the names of files: letters, digits, dots, _ and -; anything else becomes _.
[[nodiscard]] std::vector<std::string> camera_file_labels(const std::vector<FileCamera>& cameras);

/// Throws an Error where it is not known of all cameras where they are.
void require_poses(const std::vector<FileCamera>& cameras);

}  // namespace fiducia
