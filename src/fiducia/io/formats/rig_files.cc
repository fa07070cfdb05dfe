#include "fiducia/io/formats/rig_files.h"

#include <algorithm>
#include <filesystem>

#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/io/formats/camera_labels.h"
#include "fiducia/io/formats/colmap_rig.h"
#include "fiducia/io/formats/opencv_stereo.h"
#include "fiducia/io/formats/opencv_storage.h"
#include "fiducia/io/formats/ros_stereo.h"
#include "fiducia/io/text.h"
#include "fiducia/io/tree/parse_tree.h"

namespace fiducia {
namespace {

[[noreturn]] void refuse_files(const std::vector<FileContent>& files, const std::string& message) {
  std::vector<std::string> names;
  for (const FileContent& file : files) names.push_back(file.name);
  throw Error(ErrorCode::kBadFile, some_of(names, 4) + ": " + message);
}

/// A text that is looked at by its keys: of JSON, YAML and XML.
std::optional<TreeDocument> tree_in(const FileContent& file) {
  const std::string_view start = trimmed(without_byte_order_mark(file.content));
  const bool literal = start.starts_with('{') && start.find("LENSMODEL_") != std::string_view::npos;
  const std::string extension = std::filesystem::path(file.name).extension().string();
  if (start.empty() || literal || extension == ".cameramodel" || extension == ".txt" || extension == ".npz") {
    return std::nullopt;
  }
  if (start.starts_with('[')) return parse_json(start, file.name);
  return parse_opencv_storage(start, file.name);
}

/// The one file among several that says where the cameras are; the end where none does.
template <class IsPoses>
std::vector<FileContent>::const_iterator poses_among(const std::vector<FileContent>& files, const IsPoses& is_poses) {
  return std::find_if(files.begin(), files.end(), [&](const FileContent& file) {
    const std::optional<TreeDocument> document = tree_in(file);
    return document && is_poses(document->root());
  });
}

/// The cameras of the one other file, as many as there are poses.
CameraFile read_partner(const std::vector<FileContent>& files, std::vector<FileContent>::const_iterator poses,
                        std::string_view format, std::size_t count, const CameraFileOptions& options) {
  if (files.size() != 2) refuse_files(files, "these are " + std::to_string(files.size()) + " files; two make a rig");
  const FileContent& other = poses == files.begin() ? files[1] : files[0];
  CameraFile cameras = read_camera_file(other.content, other.name, options);
  if (!cameras.unread.empty()) throw Error(ErrorCode::kBadFile, cameras.unread.front().reason);
  if (cameras.format != format || cameras.cameras.size() != count) {
    throw Error(ErrorCode::kBadFile, other.name + ": holds " + std::to_string(cameras.cameras.size()) +
                                         " camera(s) of " + std::string(cameras.format) + ", and " + poses->name +
                                         " says where " + std::to_string(count) + " of " + std::string(format) +
                                         " are: these do not belong together");
  }
  return cameras;
}

CameraFile read_opencv_pair(const std::vector<FileContent>& files, std::vector<FileContent>::const_iterator poses,
                            const CameraFileOptions& options) {
  CameraFile pair = read_partner(files, poses, "opencv", 2, options);
  pair.cameras[0].from_reference = Pose{};
  pair.cameras[1].from_reference =
      read_opencv_stereo_pose(parse_opencv_storage(without_byte_order_mark(poses->content), poses->name));
  return pair;
}

CameraFile read_colmap_pair(const std::vector<FileContent>& files, std::vector<FileContent>::const_iterator poses,
                            const CameraFileOptions& options) {
  const std::vector<ColmapSensor> sensors =
      read_colmap_rig(parse_json(without_byte_order_mark(poses->content), poses->name));
  CameraFile rig = read_partner(files, poses, "colmap", sensors.size(), options);
  for (std::size_t i = 0; i < sensors.size(); ++i) {  // the order is all that they have in common
    rig.cameras[i].name = sensors[i].name;
    rig.cameras[i].from_reference = sensors[i].camera_from_rig;
  }
  return rig;
}

/// One camera per file, of tools that say in each where it is.
CameraFile read_one_each(const std::vector<FileContent>& files, const CameraFileOptions& options) {
  CameraFile all{"", {}};
  for (const FileContent& file : files) {
    const CameraFile one = read_camera_file(file.content, file.name, options);
    if (one.cameras.size() != 1 || (one.format != "mrcal" && one.format != "ros")) {
      refuse_files(
          files,
          "what makes a rig together is one file of ROS or mrcal per camera, intrinsics.yml and extrinsics.yml "
          "of OpenCV, or cameras.txt and rig_config.json of COLMAP; " +
              file.name + " is none of these");
    }
    if (!all.cameras.empty() && all.format != one.format) refuse_files(files, "these are of different tools");
    all.format = one.format;
    FileCamera camera = one.cameras.front();
    if (camera.name.empty()) camera.name = std::filesystem::path(file.name).stem().string();
    if (one.format == "ros") camera.from_reference = read_ros_pose(file.content, file.name);
    all.cameras.push_back(std::move(camera));
  }
  if (all.format == "ros") {  // their poses are those of the rectified frame; a rig has the first camera's
    const Pose rectified_from_first = all.cameras.front().from_reference->inverse();
    for (FileCamera& camera : all.cameras) camera.from_reference = *camera.from_reference * rectified_from_first;
    all.cameras.front().from_reference = Pose{};
  }
  return all;
}

}  // namespace

CameraFile read_camera_files(const std::vector<FileContent>& files, const CameraFileOptions& options) {
  if (files.empty()) throw Error(ErrorCode::kBadOption, "no calibration file is given");
  if (files.size() == 1) return read_camera_file(files[0].content, files[0].name, options);
  if (const auto poses = poses_among(files, is_opencv_extrinsics); poses != files.end()) {
    return read_opencv_pair(files, poses, options);
  }
  if (const auto poses = poses_among(files, is_colmap_rig); poses != files.end()) {
    return read_colmap_pair(files, poses, options);
  }
  return read_one_each(files, options);
}

Rig rig_of(const CameraFile& file, const std::string& file_name) {
  if (!file.unread.empty()) throw Error(ErrorCode::kBadFile, file.unread.front().reason);
  if (file.cameras.size() < 2) {
    throw Error(ErrorCode::kBadFile, file_name + ": holds one camera; a rig has at least two, and where they are");
  }
  const std::vector<std::string> names = camera_labels(file.cameras);
  Rig rig;
  for (std::size_t i = 0; i < file.cameras.size(); ++i) {
    const FileCamera& camera = file.cameras[i];
    if (!camera.from_reference) {
      throw Error(ErrorCode::kBadFile,
                  file_name + ": does not say where camera " + excerpt(names[i]) + " is, so that this is no rig");
    }
    rig.cameras.push_back({names[i], camera.camera, *camera.from_reference});
  }
  return rig;
}

}  // namespace fiducia
