#include "fiducia/io/formats/colmap_rig.h"

#include <Eigen/Geometry>
#include <cmath>

#include "fiducia/io/formats/camera_labels.h"
#include "fiducia/io/formats/colmap_cameras.h"
#include "fiducia/io/json.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

constexpr double kNearlyUnitLength = 1e-3;  // people round what they copy

Pose read_sensor_pose(const TreeDocument& document, const Tree& sensor) {
  const Tree& rotation = document.member(sensor, "cam_from_rig_rotation");
  const std::vector<double> q = document.numbers(rotation, 4);  // w first
  const std::vector<double> t = document.numbers(document.member(sensor, "cam_from_rig_translation"), 3);
  const Eigen::Quaterniond quaternion(q[0], q[1], q[2], q[3]);
  if (!(std::abs(quaternion.norm() - 1) < kNearlyUnitLength)) {
    document.fail(rotation, "is no rotation: the quaternion (w, x, y, z) has not length 1");
  }
  return {quaternion.normalized().toRotationMatrix(), {t[0], t[1], t[2]}};
}

/// The model's name and the numbers that cameras.txt has for a camera.
Json colmap_sensor(const FileCamera& camera) {
  const std::string text = colmap_cameras({camera});
  std::string_view rest = text;
  std::string_view line;
  while (next_line(&rest, &line) && line.starts_with('#')) {
  }
  const std::vector<std::string_view> words = words_of(line);  // CAMERA_ID MODEL WIDTH HEIGHT PARAMS...
  Json params = Json::array();
  for (std::size_t i = 4; i < words.size(); ++i) params.push_back(*number_in(words[i]));
  return {{"camera_model_name", std::string(words[1])}, {"camera_params", std::move(params)}};
}

}  // namespace

bool is_colmap_rig(const Tree& root) {
  if (!root.is_list() || root.items.empty()) return false;
  const Tree* cameras = root.items.front().find("cameras");
  return cameras != nullptr && cameras->is_list() && !cameras->items.empty() &&
         cameras->items.front().find("image_prefix") != nullptr;
}

std::vector<ColmapSensor> read_colmap_rig(const TreeDocument& document) {
  const Tree& root = document.list(document.root());
  if (root.items.size() != 1) {
    document.fail(root, "holds " + std::to_string(root.items.size()) + " rigs; leave the one that is meant");
  }
  const Tree& entries = document.list(document.member(root.items.front(), "cameras"));
  std::vector<ColmapSensor> sensors;
  int references = 0;
  for (const Tree& entry : entries.items) {
    std::string name = document.string(document.member(entry, "image_prefix"));
    while (name.ends_with('/')) name.pop_back();
    const Tree* reference = document.optional_member(entry, "ref_sensor");
    const bool is_reference = reference != nullptr && reference->text == "true";
    if (is_reference) ++references;
    sensors.push_back({std::move(name), is_reference ? Pose{} : read_sensor_pose(document, entry)});
  }
  if (references != 1) document.fail(entries, "must have one camera with \"ref_sensor\": true");
  return sensors;
}

std::vector<FileContent> colmap_rig_files(const std::vector<FileCamera>& cameras) {
  require_poses(cameras);
  const std::vector<std::string> names = camera_file_labels(cameras);
  const Pose reference_from_shared = cameras.front().from_reference->inverse();
  Json sensors = Json::array();
  for (std::size_t i = 0; i < cameras.size(); ++i) {
    Json sensor = {{"image_prefix", names[i] + "/"}};
    if (i == 0) {
      sensor["ref_sensor"] = true;
    } else {
      const Pose pose = *cameras[i].from_reference * reference_from_shared;
      const Eigen::Quaterniond q(pose.rotation);
      sensor["cam_from_rig_rotation"] = {q.w(), q.x(), q.y(), q.z()};
      sensor["cam_from_rig_translation"] = {pose.translation.x(), pose.translation.y(), pose.translation.z()};
    }
    sensor.update(colmap_sensor(cameras[i]));
    sensors.push_back(std::move(sensor));
  }
  const Json rigs = Json::array({Json{{"cameras", std::move(sensors)}}});
  return {{"cameras.txt", colmap_cameras(cameras)}, {"rig_config.json", readable(rigs)}};
}

}  // namespace fiducia
