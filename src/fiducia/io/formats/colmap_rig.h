#pragma once

#include <vector>

#include "fiducia/io/formats/camera_file.h"
#include "fiducia/io/tree/tree.h"

namespace fiducia {

/// COLMAP's rig_config.json (from version 3.12): a list of rigs.
[[nodiscard]] bool is_colmap_rig(const Tree& root);

/// A sensor of a rig: what its images' names begin with, and where it is.
struct ColmapSensor {
  std::string name;
  Pose camera_from_rig;
};

/// The sensors of the one rig in the file, whose reference sensor is the rig's frame. Its intrinsics stand in
/// cameras.txt.
[[nodiscard]] std::vector<ColmapSensor> read_colmap_rig(const TreeDocument& document);

/// cameras.txt and rig_config.json. The first camera is the reference sensor.
[[nodiscard]] std::vector<FileContent> colmap_rig_files(const std::vector<FileCamera>& cameras);

}  // namespace fiducia
